import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { answer } from '@watchword/contract/verdict';
import type { Zone } from '@watchword/contract/zone';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Question } from '../../../../ports/model.ts';
import { quiet } from '../../../../testing/quiet.ts';
import { builtInModel } from '../model.ts';
import { CannotRun } from '../runtime/network.ts';
import { openDetector } from './detector.ts';

const require = createRequire(import.meta.url);
const never = new AbortController().signal;
const model = builtInModel(quiet);
afterAll(() => model.close());

let yard: Buffer;
let walker: Buffer;
let walkers: Buffer;
beforeAll(async () => {
	const drawn = sharp(
		Buffer.from(
			`<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480">
				<rect width="640" height="264" fill="#9ec9e8"/><rect y="264" width="640" height="216" fill="#5f8f4e"/>
			</svg>`,
		),
	);
	yard = await drawn.clone().jpeg().toBuffer();
	const figure = await readFile(require.resolve('@lobehub/fluent-emoji-3d/assets/1f6b6-200d-2640-fe0f.webp'));
	const input = await sharp(figure).resize({ height: 288 }).toBuffer();
	const draw = (...lefts: number[]) =>
		drawn
			.clone()
			.composite(lefts.map((left) => ({ input, left, top: 168 })))
			.jpeg()
			.toBuffer();
	walker = await draw(192);
	walkers = await draw(40, 352);
});

const zone = (name: string, left: number, right: number, use: Zone['use'] = 'named'): Zone => ({
	name,
	points: [
		{ x: left, y: 0.5 },
		{ x: right, y: 0.5 },
		{ x: right, y: 1 },
		{ x: left, y: 1 },
	],
	use,
	ratio: 4 / 3,
});

async function askIn(zones: Zone[], prompt: string, bytes: Uint8Array) {
	const question: Question = {
		instructions: '',
		text: '',
		images: [{ contentType: 'image/jpeg', bytes, ratio: 4 / 3 }],
		parts: {
			prompt,
			trigger: 'capture',
			wantsMail: false,
			mail: null,
			surroundings: { zones },
			now: new Date(),
			zone: 'UTC',
		},
	};
	const { text, boxes, zones: used } = await model.ask(question, null, never);
	return { ...answer.parse(JSON.parse(text)), boxes, used: used?.map(({ name }) => name) };
}

async function ask(prompt: string, ...pictures: Uint8Array[]) {
	const question: Question = {
		instructions: '',
		text: '',
		images: pictures.map((bytes) => ({ contentType: 'image/jpeg', bytes })),
		parts: { prompt, trigger: 'capture', wantsMail: true, mail: null, now: new Date(), zone: 'UTC' },
	};
	const reply = await model.ask(question, null, never);
	return answer.parse(JSON.parse(reply.text));
}

describe('the built-in model', () => {
	test('sees a person in a yard, and sees that the yard is empty without the person', async () => {
		const prompt = 'Tell me when a person is in the yard';
		expect(await ask(prompt, walker)).toMatchObject({
			verdict: 'met',
			evidence: expect.stringMatching(/^Found 1 person \(0\.\d\d\)\./),
			email_subject: 'Person seen: 1 person',
		});
		expect(await ask(prompt, yard)).toMatchObject({ verdict: 'not met' });
		expect(await ask('nobody is there', yard)).toMatchObject({ verdict: 'met' });
		expect(await ask('nobody is there', walker)).toMatchObject({ verdict: 'not met' });
	});

	test('sees several people, whatever the orientation of the file', async () => {
		expect(await ask('more than one person', walkers)).toMatchObject({ verdict: 'met' });
		const lying = await sharp(walkers).rotate(-90).withMetadata({ orientation: 6 }).jpeg().toBuffer();
		expect(await ask('more than one person', lying)).toMatchObject({ verdict: 'met' });
		expect(await ask('a giraffe', walkers)).toMatchObject({ verdict: 'not met' });
	});

	test('judges by zones, and keeps what it must not look at out of everything', async () => {
		const zones = [zone('lawn', 0.3, 0.75), zone('path', 0.78, 1)];
		expect(await askIn(zones, 'a person on the lawn', walker)).toMatchObject({
			verdict: 'met',
			evidence: expect.stringMatching(/In the zone “lawn”: 1 person \(0\.\d\d\)\./),
			used: ['lawn'],
		});
		expect(await askIn(zones, 'a person on the path', walker)).toMatchObject({
			verdict: 'not met',
			boxes: [{ name: 'person', counted: false }],
		});
		expect(await askIn([zone('lawn', 0, 0.52)], 'a person on the lawn', walker)).toMatchObject({
			verdict: 'cannot tell',
		});
		expect(await askIn([zone('lawn', 0.3, 0.75, 'never')], 'a person', walker)).toMatchObject({
			verdict: 'not met',
			evidence: expect.stringContaining('It was looking never in the zone “lawn”.'),
			boxes: [],
			used: ['lawn'],
		});
		expect(await askIn([zone('lawn', 0, 0.5, 'only')], 'exactly one person', walkers)).toMatchObject({
			verdict: 'met',
		});
	});

	test('can read grey, transparent, tiny and very long pictures', async () => {
		const grey = await sharp(walkers).grayscale().png().toBuffer();
		expect(await ask('a person', grey)).toMatchObject({ verdict: 'met' });
		const blank = { channels: 4, background: '#00000000' } as const;
		for (const [width, height] of [
			[1, 1],
			[3000, 2],
			[2, 3000],
		] as const) {
			const picture = await sharp({ create: { width, height, ...blank } })
				.webp()
				.toBuffer();
			expect(await ask('a person', picture)).toMatchObject({ verdict: 'not met' });
		}
	});

	test('says so when a picture cannot be read', async () => {
		expect(await ask('a person', Buffer.from('not a picture'))).toMatchObject({
			verdict: 'cannot tell',
			evidence: 'The picture could not be read.',
		});
		expect(await ask('a person', walkers.subarray(0, walkers.length >> 1))).toMatchObject({
			verdict: 'cannot tell',
		});
		expect(await ask('a person', Buffer.from('nor this'), walker)).toMatchObject({ verdict: 'met' });
	});
});

describe('unusual pictures', () => {
	const draw = (width: number, height: number) =>
		sharp({ create: { width, height, channels: 3, background: '#5f8f4e' }, limitInputPixels: false });

	test.each([
		['of 1 x 16,000 pixels', 'not met', () => draw(1, 16_000).png().toBuffer()],
		['of 1 x 50,000 pixels', 'not met', () => draw(1, 50_000).png().toBuffer()],
		['of 50 megapixels', 'not met', () => draw(8000, 6250).jpeg().toBuffer()],
		['in grey', 'met', () => sharp(walker).grayscale().jpeg().toBuffer()],
		['with more pixels than a camera has', 'cannot tell', () => draw(9000, 6000).jpeg().toBuffer()],
		['of 16 bits', 'met', () => sharp(walker).toColourspace('rgb16').png().toBuffer()],
		['in CMYK', 'met', () => sharp(walker).toColourspace('cmyk').jpeg().toBuffer()],
		['in grey of 16 bits', 'met', () => sharp(walker).toColourspace('grey16').png().toBuffer()],
		[
			'that is animated',
			'met',
			() =>
				sharp([walker, yard], { join: { animated: true } })
					.gif()
					.toBuffer(),
		],
	] as const)('a picture %s is “%s”', async (_, verdict, make) => {
		expect(await ask('a person', await make())).toMatchObject({ verdict });
	});
});

describe('the detector’s processes', () => {
	test('look once at a picture that several automations ask about', async () => {
		const folder = await mkdtemp(join(tmpdir(), 'watchword-detector-'));
		const script = join(folder, 'counts.mjs');
		await writeFile(
			script,
			`let asked = 0;
			process.on('disconnect', () => process.exit());
			process.on('message', () => process.send({
				nanodet: [{ object: 'dog', confidence: ++asked / 10, box: {} }], ssdlite: [], map: new Int8Array(),
			}));`,
		);
		const detector = openDetector(quiet, { script: pathToFileURL(script), count: 1 });
		const seen = await Promise.all(
			[yard, yard, walker, yard].map((bytes) => detector.detect({ bytes }, never)),
		);
		expect(new Set(seen.map((one) => one?.map)).size).toBe(2);
		detector.close();
		await rm(folder, { recursive: true });
	});

	test('need no picture whose pixels are there already', async () => {
		const { data } = await sharp(walker)
			.resize(416, 416, { fit: 'contain', background: '#808080' })
			.raw()
			.toBuffer({ resolveWithObject: true });
		const detector = openDetector(quiet);
		const image = { bytes: Buffer.from('is not opened'), squared: { data, width: 640, height: 480 } };
		const seen = await detector.detect(image, never);
		expect(seen?.size).toEqual({ width: 640, height: 480 });
		expect(seen?.sightings[0]).toMatchObject({ object: 'person', sure: true });
		detector.close();
	});

	test('that cannot run networks leave “cannot tell” with the reason', async () => {
		const folder = await mkdtemp(join(tmpdir(), 'watchword-detector-'));
		const script = join(folder, 'unable.mjs');
		await writeFile(
			script,
			`process.on('disconnect', () => process.exit());
			process.on('message', () => process.send({ unable: 'Pictures cannot be looked at: it is broken.' }));`,
		);
		const detector = openDetector(quiet, { script: pathToFileURL(script), count: 1 });
		await expect(detector.detect({ bytes: yard }, never)).rejects.toThrow(CannotRun);
		detector.close();
		await rm(folder, { recursive: true });
	});

	test.each([
		['once: the picture is looked at again', 1],
		['each time: the run tries again later', 3],
	])('that are killed in the middle of a look %s', async (_, deaths) => {
		const folder = await mkdtemp(join(tmpdir(), 'watchword-detector-'));
		await writeFile(join(folder, 'deaths'), 'x'.repeat(deaths));
		const script = join(folder, 'dies.mjs');
		await writeFile(
			script,
			`import { readFileSync, writeFileSync } from 'node:fs';
			const deaths = new URL('deaths', import.meta.url);
			process.on('disconnect', () => process.exit());
			process.on('message', () => {
				const left = readFileSync(deaths, 'utf8');
				writeFileSync(deaths, left.slice(1));
				if (left !== '') process.kill(process.pid, 'SIGKILL');
				else process.send({ nanodet: [], ssdlite: [], map: new Int8Array() });
			});`,
		);
		const detector = openDetector(quiet, { script: pathToFileURL(script), count: 1 });
		const squared = { data: new Uint8Array(416 * 416 * 3), width: 640, height: 480 };
		const [killed, waiting] = await Promise.allSettled(
			[yard, walker].map((bytes) => detector.detect({ bytes, squared }, never)),
		);
		if (deaths === 1) expect(killed).toMatchObject({ value: { sightings: [] } });
		else
			expect(killed).toMatchObject({
				reason: { retry: true, message: 'The built-in model stopped while it looked.' },
			});
		expect(waiting).toMatchObject({ value: { sightings: [] } });
		detector.close();
		await rm(folder, { recursive: true });
	});

	test('do not get cancelled questions; after closing, the run tries again later', async () => {
		const detector = openDetector(quiet);
		const stop = new AbortController();
		const first = detector.detect({ bytes: yard }, never);
		const second = detector.detect({ bytes: walker }, stop.signal);
		const other = detector.detect({ bytes: walker }, never);
		stop.abort();
		await expect(second).rejects.toMatchObject({ retry: true, message: 'The built-in model took too long.' });
		expect((await first)?.sightings).toEqual([]);
		expect((await other)?.sightings[0]).toMatchObject({ object: 'person', sure: true });
		detector.close();
		await expect(detector.detect({ bytes: walkers }, never)).rejects.toMatchObject({ retry: true });
	});
});
