import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { answer } from '@watchword/contract/verdict';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Question } from '../../../ports.ts';
import { quiet } from '../../../testing/quiet.ts';
import { openDetector } from './detector.ts';
import { builtInModel } from './model.ts';

const require = createRequire(import.meta.url);
const never = new AbortController().signal;
const model = builtInModel(quiet);
afterAll(() => model.close());

let yard: Buffer;
let walker: Buffer;
let crowd: Buffer;
beforeAll(async () => {
	const drawn = sharp(
		Buffer.from(
			`<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480">
				<rect width="640" height="264" fill="#9ec9e8"/><rect y="264" width="640" height="216" fill="#5f8f4e"/>
				<polygon points="256,480 384,480 340,264 300,264" fill="#b9b2a6"/>
			</svg>`,
		),
	);
	yard = await drawn.clone().jpeg().toBuffer();
	const figure = await readFile(require.resolve('@lobehub/fluent-emoji-3d/assets/1f6b6-200d-2640-fe0f.webp'));
	const input = await sharp(figure).resize({ height: 288 }).toBuffer();
	walker = await drawn
		.composite([{ input, left: 192, top: 168 }])
		.jpeg()
		.toBuffer();
	crowd = await readFile(join(dirname(require.resolve('@vladmandic/human')), '..', 'assets', 'samples.jpg'));
}, 30_000);

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

describe('the built-in model', { timeout: 60_000 }, () => {
	test('sees a figure on a yard, and that the yard is empty without it', async () => {
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

	test('sees people in photographs, however they lie in the file', async () => {
		expect(await ask('more than one person', crowd)).toMatchObject({ verdict: 'met' });
		const lying = await sharp(crowd).rotate(-90).withMetadata({ orientation: 6 }).jpeg().toBuffer();
		expect(await ask('more than one person', lying)).toMatchObject({ verdict: 'met' });
		expect(await ask('a giraffe', crowd)).toMatchObject({ verdict: 'not met' });
	});

	test('looks at grey, transparent, tiny and very long pictures', async () => {
		const grey = await sharp(crowd).grayscale().png().toBuffer();
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
		expect(await ask('a person', crowd.subarray(0, 20_000))).toMatchObject({ verdict: 'cannot tell' });
		expect(await ask('a person', Buffer.from('nor this'), walker)).toMatchObject({ verdict: 'met' });
	});
});

describe('the detector’s thread', { timeout: 60_000 }, () => {
	test('that dies fails who waits, to come again, and is started anew', async () => {
		const script = join(tmpdir(), `watchword-dying-${process.pid}.mjs`);
		await writeFile(
			script,
			`import { parentPort } from 'node:worker_threads';
			parentPort.on('message', (bytes) => {
				if (bytes[0] === 0) process.exit(3);
				if (bytes[0] === 1) throw new Error('broken');
				parentPort.postMessage({ sightings: [] });
			});`,
		);
		const detector = openDetector(quiet, pathToFileURL(script));
		const look = (first: number) => detector.look(Buffer.from([first]), never);
		expect(await look(9)).toEqual([]);
		const waiting = [look(0), look(9)];
		for (const one of waiting) await expect(one).rejects.toMatchObject({ name: 'Error', retry: true });
		expect(await look(9)).toEqual([]);
		await expect(look(1)).rejects.toMatchObject({ retry: true });
		expect(await look(9)).toEqual([]);
		await detector.close();
		await expect(look(9)).rejects.toMatchObject({ retry: true });
	});

	test('is not given what nobody waits for any more', async () => {
		const detector = openDetector(quiet);
		const stop = new AbortController();
		const first = detector.look(yard, never);
		const second = detector.look(yard, stop.signal);
		stop.abort();
		await expect(second).rejects.toMatchObject({ retry: true, message: 'The built-in model took too long.' });
		await expect(detector.look(yard, stop.signal)).rejects.toMatchObject({ retry: true });
		expect(await first).toEqual([]);
		const closing = detector.look(yard, never);
		await detector.close();
		await expect(closing).rejects.toMatchObject({ retry: true });
	});
});
