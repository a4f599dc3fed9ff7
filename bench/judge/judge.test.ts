import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtInModel } from '../../server/src/adapters/model/built-in/model.ts';
import type { Model } from '../../server/src/ports/model.ts';
import { quiet } from '../../server/src/testing/quiet.ts';
import { judgePhrases, judgeQuestion } from './ask.ts';
import { readPhrases, readQuestions } from './questions.ts';
import { grade, table, tally } from './score.ts';

let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'watchword-judge-'));
	const lawn = { create: { width: 640, height: 480, channels: 3, background: '#6b8f52' } } as const;
	await sharp(lawn).jpeg().toFile(join(folder, 'lawn.jpg'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const lawnQuestion = {
	picture: 'lawn.jpg',
	prompt: 'a <dog> on the lawn',
	truth: 'not met',
	about: 'dog',
	kind: 'knowable',
	hard: ['small'],
	accept: ['not met'],
} as const;
const A_DOG = JSON.stringify({
	evidence: 'A dog.',
	verdict: 'met',
	information: 'A dog.',
	email_subject: '',
	email_html: '',
});
const question = () => ({ ...lawnQuestion, hard: ['small'], accept: ['not met' as const] });

/** Says that it saw a dog, whatever it is shown. */
const dreamer = (text: string): Model => ({
	describe: 'dreamer',
	builtIn: false,
	ask: async () => ({
		text,
		model: 'dreamer',
		tokensIn: null,
		tokensOut: null,
		boxes: [
			{ picture: 0, name: 'dog', score: 0.5, counted: false, left: 0.1, top: 0.1, right: 0.4, bottom: 0.6 },
		],
	}),
	close: async () => {},
});

test('a verdict is right, confidently wrong, or cannot tell', () => {
	expect(grade('met', ['met'])).toBe('right');
	expect(grade('not met', ['met'])).toBe('wrong');
	expect(grade('cannot tell', ['met'])).toBe('cannot tell');
	expect(grade('cannot tell', ['cannot tell', 'met'])).toBe('cannot tell');
	expect(grade('cannot tell', ['cannot tell'])).toBe('right');
	expect(tally(['right', 'right', 'wrong', 'cannot tell'])).toEqual({
		all: 4,
		right: 2,
		wrong: 1,
		cannotTell: 1,
		score: 0,
	});
	expect(table([['dog', ['right', 'wrong']]])).toContain('| dog | 2         | 1 (50 %) | 1 (50 %)');
});

describe('a questions file', () => {
	const write = (text: string) => writeFile(join(folder, 'questions.json'), text);

	test('needs a picture, a prompt and the truth', async () => {
		await write('[{"picture": "lawn.jpg", "prompt": "a dog", "truth": "not met"}]');
		expect(await readQuestions(folder)).toEqual([
			{ ...lawnQuestion, prompt: 'a dog', about: 'other', hard: [] },
		]);
	});

	test('with bad entries says which and why', async () => {
		await write(
			'[{"picture": "lawn.jpg", "prompt": "a dog", "truth": "yes"}, {"picture": "../x.jpg", "prompt": "", "truth": "met"}]',
		);
		const problem = readQuestions(folder);
		await expect(problem).rejects.toThrow(/entry 1: truth: .*"met"\|"not met"\|"cannot tell"/);
		await expect(problem).rejects.toThrow(/entry 2: picture: must be a file in the folder; prompt: /);
		await write('[{"picture": "gone.jpg", "prompt": "a dog", "truth": "met"}]');
		await expect(readQuestions(folder)).rejects.toThrow('pictures that are not in the folder: gone.jpg');
		await write('[{"picture": "lawn.jpg",}]');
		await expect(readQuestions(folder)).rejects.toThrow(/questions\.json is not JSON: .*line 1/);
		await write('{}');
		await expect(readQuestions(folder)).rejects.toThrow('must hold a list');
		await expect(readQuestions(join(folder, 'nowhere'))).rejects.toThrow('could not be read');
	});
});

test('any model is asked as a run would ask it', async () => {
	const judged = await judgeQuestion(dreamer(A_DOG), folder, question(), 5000);
	expect(judged).toMatchObject({ grade: 'wrong', verdict: 'met', boxes: [{ name: 'dog' }] });
	expect(await judgeQuestion(dreamer('well'), folder, question(), 5000)).toMatchObject({
		grade: 'cannot tell',
		verdict: null,
		evidence: expect.stringMatching(/^No answer: /),
	});
});

test('the built-in model is right about an empty lawn', async () => {
	const model = builtInModel(quiet);
	const judged = await judgeQuestion(model, folder, question(), 60_000);
	await model.close();
	expect(judged.grade).not.toBe('wrong');
});

test('phrases are judged on scenes', async () => {
	const file = join(folder, 'phrases.json');
	const person = { object: 'person', count: 1 };
	const cases = [
		{ scene: [person], right: 'met', accept: ['met'] },
		{ scene: [], right: 'not met', accept: ['not met'] },
	];
	await writeFile(file, JSON.stringify([{ phrase: 'a person', cases }]));
	expect(judgePhrases(await readPhrases(file))).toMatchObject([
		{ scene: '1 person', grade: 'right' },
		{ scene: 'nothing', grade: 'right' },
	]);
	await writeFile(
		file,
		JSON.stringify([{ phrase: 'a person', cases: [{ scene: [{ object: 'ghost', count: 1 }] }] }]),
	);
	await expect(readPhrases(file)).rejects.toThrow(/entry 1: cases\.0\.scene\.0\.object: /);
});
