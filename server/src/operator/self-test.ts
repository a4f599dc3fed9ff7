import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ModelTest, modelTest } from '@watchword/contract/operator';
import type { Answer } from '@watchword/contract/verdict';
import { drawScene, type Scene } from '@watchword/scenes/scene';
import { causesOf, ModelFailure } from '../base/failures.ts';
import { replaceFile } from '../base/replace-file.ts';
import { type Decision, decide } from '../engine/deciding/decide.ts';
import { makeQuestion } from '../engine/deciding/prompt.ts';
import type { Model, Question } from '../ports/model.ts';
import { modelFolder } from '../settings/services.ts';

type Parts = Pick<Question['parts'], 'prompt' | 'trigger' | 'mail'>;

const seen = (prompt: string): Parts => ({ prompt, trigger: 'capture', mail: null });

/** What is asked, and the right answers. The second picture is the one that is timed: the model is loaded with the first. */
const ASKED: { shown?: Pick<Scene, 'place' | 'who'>; parts: Parts; truth: Answer['verdict'] }[] = [
	{ shown: { place: 'driveway', who: ['car'] }, parts: seen('Is there a car?'), truth: 'met' },
	{ shown: { place: 'garden', who: ['dog'] }, parts: seen('Is there a car?'), truth: 'not met' },
	{
		parts: {
			prompt: 'Is it an invoice?',
			trigger: 'email',
			mail: {
				from: 'bills@example.com',
				subject: 'Invoice 4711',
				text: 'Please find our invoice 4711 over 25 EUR attached.',
				sender: { address: null, checks: 'none were made' },
			},
		},
		truth: 'met',
	},
];
const TIMED = 1;
const NOON = new Date(2026, 4, 12, 12);

/** A failure as operators see it: its message and those of its causes. */
export const whyOf = (error: unknown) =>
	causesOf(error)
		.map(({ message }) => message)
		.join(' ') || String(error);

/** Asks a model about two drawn pictures and a mail, as runs would. A wrong answer counts; without an answer, it fails. */
export async function testModel(model: Model, timeoutMs: number): Promise<ModelTest> {
	const result: ModelTest = { right: 0, of: ASKED.length, seconds_a_picture: 0, problem: null };
	for (const [at, { shown, parts, truth }] of ASKED.entries()) {
		const pictures = shown ? [await drawScene({ ...shown, at: NOON, seed: 'test', weather: 'clear' })] : [];
		try {
			const { verdict, ms } = await askModel(model, parts, pictures, timeoutMs);
			if (verdict === truth) result.right += 1;
			if (at === TIMED) result.seconds_a_picture = Math.round(ms / 100) / 10;
		} catch (error) {
			if (!(error instanceof ModelFailure)) throw error;
			return { ...result, problem: whyOf(error) };
		}
	}
	return result;
}

/** Asks as a run would. */
export function askModel(
	model: Model,
	parts: Parts,
	pictures: readonly Buffer[],
	timeoutMs: number,
): Promise<Decision> {
	const question = makeQuestion({
		parts: { ...parts, wantsMail: false, now: new Date(), zone: 'UTC' },
		images: pictures.map((bytes) => ({ contentType: 'image/jpeg', bytes })),
		attachments: [],
		unread: [],
	});
	return decide(model, question, timeoutMs);
}

/** Kept with the files of the model, because it is true for this machine only. */
const fileOf = (dataDir: string, name: string) => join(modelFolder(dataDir, name), '.tested');

export async function keepTest(dataDir: string, name: string, result: ModelTest): Promise<void> {
	await replaceFile(fileOf(dataDir, name), JSON.stringify(result));
}

/** Null if it was never tested here. */
export async function readTest(dataDir: string, name: string): Promise<ModelTest | null> {
	const text = await readFile(fileOf(dataDir, name), 'utf8').catch(() => null);
	return text === null ? null : (modelTest.safeParse(jsonIn(text)).data ?? null);
}

function jsonIn(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}

/** In a sentence, for the terminal. */
export const testInWords = ({ right, of, seconds_a_picture, problem }: ModelTest): string =>
	problem === null
		? `It answered ${right} of ${of} test questions right, and a picture takes ${seconds_a_picture} s on this machine.`
		: `It did not answer: ${problem}`;
