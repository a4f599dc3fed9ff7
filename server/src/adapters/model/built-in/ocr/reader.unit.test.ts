import { fork } from 'node:child_process';
import { once } from 'node:events';
import pino from 'pino';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { drawBoard } from '../../../../testing/drawn.ts';
import { openTextReader } from './reader.ts';
import { findRegions } from './regions.ts';

const reader = openTextReader(pino({ level: 'silent' }));
afterAll(() => reader.close());
/** The first picture loads the networks, which takes some seconds on a quiet machine. */
const PATIENCE = 120_000;
const soon = () => AbortSignal.timeout(PATIENCE);
/** A wide gap between letters is read as a space now and then, which is why spaces never decide. */
const lettersOf = (read: Awaited<ReturnType<typeof reader.read>>) =>
	read?.lines.map(({ text }) => text.replaceAll(' ', ''));

test('reads the lines of a sign in order, and says where they are', { timeout: PATIENCE }, async () => {
	const read = await reader.read(await drawBoard(['CLOSED', 'BACK AT 14:30']), 'scene', soon());
	expect(lettersOf(read)).toEqual(['CLOSED', 'BACKAT14:30']);
	const [first] = read?.lines ?? [];
	expect(first?.confidence).toBeGreaterThan(0.9);
	expect(first?.box.left).toBeGreaterThan(0.15);
	expect(first?.box.left).toBeLessThan(0.2);
	expect(first?.box.top).toBeGreaterThan(0.22);
	expect(first?.box.bottom).toBeLessThan(0.4);
});

test('reads a line that is not level', { timeout: PATIENCE }, async () => {
	const read = await reader.read(await drawBoard(['AB12 CDE'], { angle: -12 }), 'scene', soon());
	expect(lettersOf(read)).toEqual(['AB12CDE']);
});

test('finds no text where there is none, and nothing in what is no picture', {
	timeout: PATIENCE,
}, async () => {
	const plain = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#789' } })
		.jpeg()
		.toBuffer();
	expect(await reader.read(plain, 'scene', soon())).toEqual({ lines: [], partly: false });
	expect(await reader.read(Buffer.from('no picture'), 'scene', soon())).toBeNull();
});

const PROCESS = new URL('./process.ts', import.meta.url);

async function readSign(mostMs: number, ...execArgv: string[]) {
	const child = fork(PROCESS, [], { serialization: 'advanced', execArgv });
	const { data, info } = await sharp(await drawBoard(['CLOSED']))
		.raw()
		.toBuffer({ resolveWithObject: true });
	child.send({ picture: { data, width: info.width, height: info.height }, side: 960, mostMs });
	const [answer] = await once(child, 'message');
	child.kill('SIGKILL');
	return answer;
}

test('when its time is over, it begins no other line and says so', { timeout: PATIENCE }, async () => {
	expect(await readSign(0)).toEqual({ lines: [], partly: true });
});

test('time in which a busy machine lets it rest does not count', { timeout: PATIENCE }, async () => {
	const stalls = 'data:text/javascript,let at = 0; performance.now = () => (at %2B= 3600_000)';
	expect(await readSign(30_000, '--import', stalls)).toMatchObject({ partly: false });
});

test('it ends itself when it needs more than a gigabyte', async () => {
	const full = 'data:text/javascript,process.memoryUsage.rss = () => 2 ** 30 %2B 1';
	const child = fork(PROCESS, [], { execArgv: ['--import', full] });
	expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
});

test('of a picture full of lines, 200 are read', () => {
	const [columns, rows, width, height] = [20, 20, 800, 400];
	const map = new Float32Array(width * height);
	for (let y = 0; y < height; y++)
		for (let x = 0; x < width; x++)
			if (x % (width / columns) < 24 && y % (height / rows) < 8) map[y * width + x] = 1;
	expect(findRegions(map, width, height)).toHaveLength(200);
});
