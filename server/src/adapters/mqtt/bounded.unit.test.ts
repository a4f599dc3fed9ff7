import { expect, test } from 'vitest';
import { openGauge } from './bounded.ts';

/** A packet of this many bytes after its header. */
function packet(length: number): Buffer {
	const header = [0x30];
	for (let rest = length; ; ) {
		const byte = rest % 128;
		rest = Math.floor(rest / 128);
		header.push(rest > 0 ? byte + 128 : byte);
		if (rest === 0) break;
	}
	return Buffer.concat([Buffer.from(header), Buffer.alloc(length, 0xff)]);
}

test('packets up to the limit pass, whole or in pieces', () => {
	const all = Buffer.concat([packet(0), packet(127), packet(128), packet(1000), packet(2), packet(0)]);
	for (const size of [1, 2, 3, 7, 100, all.length]) {
		const isTooLong = openGauge(1000);
		for (let at = 0; at < all.length; at += size)
			expect(isTooLong(all.subarray(at, at + size)), `pieces of ${size}`).toBe(false);
	}
});

test('a longer one is noticed by its header, before its content comes', () => {
	const isTooLong = openGauge(1000);
	expect(isTooLong(packet(1000))).toBe(false);
	expect(isTooLong(packet(1001).subarray(0, 3))).toBe(true);
	expect(openGauge(64 * 1024)(Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff]))).toBe(true);
});
