import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { bytesOf, LARGE_BYTES, pacing, piecesOf, Room, Spool } from './incoming.ts';

const folder = mkdtempSync(join(tmpdir(), 'watchword-spool-'));
writeFileSync(join(folder, 'left by a process that died'), 'x');
const spool = new Spool(folder, new Room(10 * LARGE_BYTES));
afterAll(() => rmSync(folder, { recursive: true }));

async function* inPieces(bytes: Buffer, size: number) {
	for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

test('removes what was left', () => expect(readdirSync(folder)).toEqual([]));

test.each([
	[0, 1000],
	[10, 1],
	[LARGE_BYTES, 7000],
	[LARGE_BYTES + 1, LARGE_BYTES + 1],
	[3 * LARGE_BYTES + 5, 111],
	[3 * LARGE_BYTES, 64 * 1024],
])(
	'%d bytes in pieces of %d are the same afterwards, in memory or in a file without a name',
	async (length, size) => {
		const bytes = randomBytes(length);
		const { content, drop } = await spool.keep(inPieces(bytes, size));
		expect(content.length).toBe(length);
		expect(content instanceof Uint8Array).toBe(length <= LARGE_BYTES);
		expect(bytesOf(content).equals(bytes)).toBe(true);
		for (const from of [0, Math.min(length, 7)])
			expect(Buffer.concat(await Array.fromAsync(piecesOf(content, from))).equals(bytes.subarray(from))).toBe(
				true,
			);
		expect(bytesOf(content, 3).equals(bytes.subarray(0, 3))).toBe(true);
		expect(readdirSync(folder)).toEqual([]);
		drop();
		drop();
	},
);

test('what is small goes into a file while others hold the memory', async () => {
	const tight = new Spool(folder, new Room(1000));
	const [first, second] = [
		await tight.keep(inPieces(randomBytes(700), 70)),
		await tight.keep(inPieces(randomBytes(700), 70)),
	];
	expect(first.content instanceof Uint8Array).toBe(true);
	expect(second.content instanceof Uint8Array).toBe(false);
	expect(bytesOf(second.content).length).toBe(700);
	first.drop();
	second.drop();
	expect((await tight.keep(inPieces(randomBytes(1000), 70))).content instanceof Uint8Array).toBe(true);
});

test('nothing is kept of what did not come to its end', async () => {
	async function* broken() {
		yield randomBytes(2 * LARGE_BYTES);
		throw new Error('the connection ended');
	}
	await expect(spool.keep(broken())).rejects.toThrow('the connection ended');
});

test('large contents of one account do not keep the next account waiting', async () => {
	const passed: string[] = [];
	const send = async (owner: string, pieces: number) => {
		const pass = pacing({ owner });
		for (let n = 0; n < pieces; n++) {
			await pass(LARGE_BYTES + 1);
			passed.push(owner);
		}
	};
	const many = Array.from({ length: 20 }, () => send('many', 5));
	// One piece of the other account is on its way. More of them would depend on how long each took.
	await send('one', 1);
	expect(passed).toEqual(['many', 'one']);
	await Promise.all(many);
	expect(passed).toHaveLength(101);
});
