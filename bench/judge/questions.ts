/** What the judge asks: a folder of pictures with a questions.json, and phrases with scenes instead of pictures. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { KNOWN_OBJECTS } from '@watchword/contract/known-objects';
import { answer } from '@watchword/contract/verdict';
import { z } from 'zod';

const verdict = answer.shape.verdict;

const question = z
	.object({
		picture: z
			.string()
			.refine((name) => name !== '' && basename(name) === name, 'must be a file in the folder'),
		prompt: z.string().min(1).max(5000),
		truth: verdict,
		about: z.string().default('other'),
		/** Whether the objects in the picture, their number and place are enough to answer. */
		kind: z.enum(['knowable', 'beyond']).default('knowable'),
		hard: z.array(z.string()).default([]),
		/** The acceptable verdicts; only the truth if omitted. */
		accept: z.array(verdict).min(1).optional(),
	})
	.transform(({ accept, ...rest }) => ({ ...rest, accept: accept ?? [rest.truth] }));
export type JudgeQuestion = z.infer<typeof question>;

const phrase = z.object({
	phrase: z.string().min(1),
	kind: z.string().default('other'),
	cases: z.array(
		z.object({
			scene: z.array(z.object({ object: z.enum(KNOWN_OBJECTS), count: z.number().int().min(1).max(100) })),
			touching: z.boolean().default(false),
			right: verdict,
			accept: z.array(verdict).min(1),
		}),
	),
});
export type JudgePhrase = z.infer<typeof phrase>;

/** A file the judge cannot use; the message says what to change. */
export class BadQuestions extends Error {}

const MAX_SHOWN = 10;

export async function readQuestions(folder: string): Promise<JudgeQuestion[]> {
	const file = join(folder, 'questions.json');
	const questions = await readList(file, question);
	const missing = [...new Set(questions.map(({ picture }) => picture))].filter(
		(picture) => !existsSync(join(folder, picture)),
	);
	if (missing.length > 0) {
		const named = missing.slice(0, MAX_SHOWN).join(', ');
		throw new BadQuestions(`${file} names pictures that are not in the folder: ${named}`);
	}
	return questions;
}

export const readPhrases = (file: string): Promise<JudgePhrase[]> => readList(file, phrase);

async function readList<T extends z.ZodType>(file: string, entry: T): Promise<z.infer<T>[]> {
	const text = await readFile(file, 'utf8').catch(() => {
		throw new BadQuestions(`${file} could not be read.`);
	});
	const list = parse(text, file);
	if (!Array.isArray(list) || list.length === 0) {
		throw new BadQuestions(`${file} must hold a list with at least one entry.`);
	}
	const problems: string[] = [];
	const entries = list.flatMap((value: unknown, index) => {
		const parsed = entry.safeParse(value);
		if (parsed.success) return [parsed.data];
		const why = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'it'}: ${message}`);
		problems.push(`  entry ${index + 1}: ${why.join('; ')}`);
		return [];
	});
	if (problems.length > 0) {
		const more = problems.length > MAX_SHOWN ? [`  and ${problems.length - MAX_SHOWN} more`] : [];
		throw new BadQuestions([`${file} has bad entries:`, ...problems.slice(0, MAX_SHOWN), ...more].join('\n'));
	}
	return entries;
}

function parse(text: string, file: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		throw new BadQuestions(`${file} is not JSON: ${error instanceof Error ? error.message : error}`);
	}
}
