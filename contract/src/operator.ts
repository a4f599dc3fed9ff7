/** What the operator's page shows. */
import { z } from 'zod';
import { ends } from './limit.ts';
import type { MarkedTest } from './marked-test.ts';
import { answer } from './verdict.ts';

export const OPERATOR_LINK_MINUTES = 15;
export const OPERATOR_SESSION_MINUTES = 60;

/** The name that lets the built-in model decide. */
export const BUILT_IN = 'built-in';

export const modelName = z
	.string()
	.regex(
		/^(?!\.)[a-zA-Z0-9._-]{1,64}$/,
		'The name of a model has letters, digits, dots and hyphens, at most 64.',
	);

/**
 * `absent` can be installed, `stopped` is a download that ended before its end, and `damaged` is there, but not whole.
 */
const MODEL_STATES = [
	'absent',
	'downloading',
	'stopped',
	'damaged',
	'testing',
	'installed',
	'decides',
] as const;

const verdict = answer.shape.verdict;
const markedTest = z.strictObject({
	of: z.int(),
	right_before: z.int(),
	right: z.int(),
	changes: z.array(z.strictObject({ before: verdict, now: verdict, times: z.int(), right: z.int() })),
	unanswered: z.int(),
}) satisfies z.ZodType<MarkedTest>;

/** What a model answered on this machine when it was asked about pictures and a mail whose answers are known. */
export const modelTest = z.strictObject({
	right: z.int(),
	of: z.int(),
	seconds_a_picture: z.number(),
	/** Why it gave no answers; null if it gave all. Then it is not put to use. */
	problem: z.string().nullable(),
	/** The last runs that customers marked, in counts: nothing of what was in them. Missing if they were not asked about. */
	marked: markedTest.optional(),
});
export type ModelTest = z.infer<typeof modelTest>;

const progress = z.strictObject({
	done_bytes: z.number(),
	total_bytes: z.number(),
	/** Null if another process downloads: only that one knows, and only that one can stop. */
	bytes_a_second: z.number().nullable(),
});
export type Progress = z.infer<typeof progress>;

const operatorModel = z.strictObject({
	name: modelName,
	title: z.string(),
	/** Null for a model that the operator brought. */
	licence: z.string().nullable(),
	good_for: z.string(),
	bytes: z.number().nullable(),
	memory_bytes: z.number().nullable(),
	seconds_a_picture: z.number().nullable(),
	state: z.enum(MODEL_STATES),
	/** Why it cannot be installed or used now. */
	problem: z.string().nullable(),
	progress: progress.nullable(),
	test: modelTest.nullable(),
});
export type OperatorModel = z.infer<typeof operatorModel>;

export const operatorModels = z.strictObject({
	/** In words: a model of the list, the built-in one, or a model server. */
	decides: z.string(),
	/** The environment sets which model decides, so that it cannot be chosen here. */
	is_set: z.string().nullable(),
	hub: z.string(),
	disk_free_bytes: z.number(),
	memory_bytes: z.number(),
	items: z.array(operatorModel),
	/** The model that an Ollama server fetches for this page, or has fetched, or could not; null if none. */
	pull: z
		.strictObject({
			name: z.string(),
			state: z.enum(['downloading', 'there', 'failed']),
			progress,
			/** Why it could not. */
			problem: z.string().nullable(),
		})
		.nullable(),
});
export type OperatorModels = z.infer<typeof operatorModels>;

/** A model of another server: one that was found on this machine, or at an address that the operator typed. */
export const servedModel = z.strictObject({
	server: z.string(),
	url: z
		.string()
		.max(200, ends())
		.check(
			z.url({ protocol: /^https?$/, error: 'must be a web address such as http://192.168.1.20:11434/v1' }),
		),
	name: z
		.string()
		.max(120, ends())
		.regex(/^[\w.:/@+-]+$/, 'must be the name of a model, such as qwen2.5vl:3b'),
});
export type ServedModel = z.infer<typeof servedModel>;
