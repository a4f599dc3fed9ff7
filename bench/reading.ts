import sharp, { type Sharp } from 'sharp';
import { openTextReader } from '../server/src/adapters/model/built-in/ocr/reader.ts';
import { drawBoard } from '../server/src/testing/drawn.ts';
import { quiet } from '../server/src/testing/quiet.ts';
import { childrenRunning, cpuOf, memoryOf } from './cpu.ts';

const SIGNS = ['CLOSED', 'OPEN', 'NO PARKING', 'STAFF ONLY', 'SOLD OUT', 'EXIT', 'ROOM 214', 'PULL'];
const LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ';
const DIGITS = '0123456789';

type Degrade = (picture: Sharp) => Sharp | Promise<Sharp>;

/** How the picture of a board is degraded before it is read. */
const WAYS: [way: string, degrade: Degrade, angle?: number][] = [
	['clean', (picture) => picture],
	['blurred', (picture) => picture.blur(2.2)],
	['noisy', (picture) => eachPixel(picture, (value) => value + 26 * noise())],
	['tilted', (picture) => picture, -12],
	['dark', (picture) => eachPixel(picture, (value) => 0.16 * value + 6 + 5 * noise())],
	['JPEG of quality 12', async (picture) => sharp(await picture.jpeg({ quality: 12 }).toBuffer())],
	['half the size', (picture) => picture.resize(640)],
];

/** How many of the drawn lines are read without a wrong letter, and the cost. */
export async function measureReading(ofEach: number) {
	const reader = openTextReader(quiet);
	const read = async (picture: Buffer) => {
		const found = await reader.read(picture, 'scene', AbortSignal.timeout(120_000));
		return found?.lines.map(({ text }) => plain(text)) ?? [];
	};
	// The first picture loads the networks.
	await read(await drawBoard(['OPEN']));
	const [child] = childrenRunning('ocr/process.ts');
	const [cpuBefore, right] = [cpuOf(child), new Map<string, number>()];
	let ms = 0;
	for (const [way, degrade, angle = 0] of WAYS) {
		for (let index = 0; index < ofEach; index++) {
			const line = lineOf(index);
			const board = await drawBoard([line], { angle, height: 26 + 34 * random() });
			const picture = await (await degrade(sharp(board))).jpeg({ quality: 80 }).toBuffer();
			const began = performance.now();
			const [first, ...more] = await read(picture);
			ms += performance.now() - began;
			const isRight = first === plain(line) && more.length === 0;
			right.set(way, (right.get(way) ?? 0) + Number(isRight));
		}
	}
	const lines = ofEach * WAYS.length;
	const found = { right, ms: ms / lines, cpu: (cpuOf(child) - cpuBefore) / lines, memory: memoryOf(child) };
	await reader.close();
	return found;
}

const plain = (text: string) => text.toUpperCase().replace(/[^A-Z0-9.:]/g, '');

let state = 7;
/** The same numbers at every start, so that each run reads the same lines. */
function random(): number {
	state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
	return state / 2 ** 32;
}
const noise = () => 1.7 * (random() + random() + random() + random() - 2);
const some = (from: string, count: number) =>
	Array.from({ length: count }, () => from[Math.floor(random() * from.length)]).join('');

/** Signs, plates, meters and displays, in turn. */
function lineOf(index: number): string {
	if (index % 4 === 0) return SIGNS[Math.floor(random() * SIGNS.length)] ?? '';
	if (index % 4 === 1) return `${some(LETTERS, 2)}${some(DIGITS, 2)} ${some(LETTERS, 3)}`;
	return index % 4 === 2 ? some(DIGITS, 5) : `${some(DIGITS, 2)}.${some(DIGITS, 1)}`;
}

async function eachPixel(picture: Sharp, change: (value: number) => number): Promise<Sharp> {
	const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
	for (let at = 0; at < data.length; at++) data[at] = Math.max(0, Math.min(255, change(data[at] ?? 0)));
	return sharp(data, { raw: info });
}
