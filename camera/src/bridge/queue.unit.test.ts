import { mkdtemp, readdir, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Moment } from '../server.ts';
import { Queue } from './queue.ts';

let folder: string;
let dropped: string[];
beforeEach(async () => {
	dropped = [];
	folder = await mkdtemp(join(tmpdir(), 'watchword-queue-'));
});
afterEach(() => rm(folder, { recursive: true }));

const never = new AbortController().signal;
const open = (maxPictures = 100, maxBytes = 1024 ** 2) =>
	Queue.open(folder, { maxPictures, maxBytes }, (camera) => dropped.push(camera));
const moment = (second: number, size = 100): Moment => ({
	id: `m-${second}`,
	takenAt: new Date(1_700_000_000_000 + second * 1000),
	reason: 'interval',
	shots: [
		{ contentType: 'image/jpeg', bytes: Buffer.alloc(size, second) },
		{ contentType: 'image/png', bytes: Buffer.from(`\n${second}`) },
	],
});

test('moments come out whole, the oldest first, also after a restart', async () => {
	const queue = await open();
	for (const second of [3, 1, 2]) await queue.add('a', moment(second));
	await queue.add('b', moment(0));
	const again = await open();
	expect(again.pictures).toBe(4);
	for (const second of [1, 2, 3]) {
		const { moment: kept, done } = await again.oldest('a', never);
		expect(kept).toEqual(moment(second));
		await done();
	}
	expect(again.count('a')).toBe(0);
	expect((await open()).pictures).toBe(1);
});

test('nobody else can read them', async () => {
	const queue = await open();
	await queue.add('a', moment(1));
	const [name = ''] = await readdir(join(folder, 'a'));
	expect((await stat(join(folder, 'a'))).mode & 0o077).toBe(0);
	expect((await stat(join(folder, 'a', name))).mode & 0o077).toBe(0);
});

test('beyond either bound the oldest of all cameras is dropped', async () => {
	const queue = await open(3);
	await queue.add('a', moment(2));
	await queue.add('b', moment(1));
	await queue.add('a', moment(3));
	await queue.add('a', moment(4));
	expect(dropped).toEqual(['b']);
	await queue.add('a', moment(5));
	expect(dropped).toEqual(['b', 'a']);
	const small = await open(100, 700);
	expect(small.pictures).toBeLessThan(3);
	expect((await small.oldest('a', never)).moment.id).not.toBe('m-3');
});

test('waiting ends with the first moment, or with the signal', async () => {
	const queue = await open();
	const stop = new AbortController();
	const waiting = queue.oldest('a', stop.signal);
	await queue.add('a', moment(1));
	expect((await waiting).moment.id).toBe('m-1');
	const inVain = queue.oldest('b', stop.signal);
	stop.abort();
	await expect(inVain).rejects.toThrow('aborted');
});

test('what a power cut left broken is skipped', async () => {
	const queue = await open();
	await queue.add('a', moment(1));
	await queue.add('a', moment(2));
	const [first = ''] = (await readdir(join(folder, 'a'))).sort();
	await truncate(join(folder, 'a', first), 60);
	expect((await (await open()).oldest('a', never)).moment.id).toBe('m-2');
});
