import { z } from 'zod';
import { id } from './ids.ts';
import { ends } from './limit.ts';

/** The pictures that teach an automation: those for which its words are true, and those for which they are not. */
export const SIDES = ['yes', 'no'] as const;
export type Side = (typeof SIDES)[number];

/** With fewer examples of a side, nothing is compared. */
export const EXAMPLES_LEAST = 3;
/** More would make every picture slower to judge, and nobody can look through them. */
export const EXAMPLES_MAX = 200;

/** An example that is near the picture of a run. */
export const nearExample = z.object({
	captureId: id,
	said: z.enum(SIDES),
	/** From 0 for the same to 2. */
	distance: z.number().min(0).max(2),
});
export type NearExample = z.infer<typeof nearExample>;

/** What the examples of an automation are about, and how many there are. */
export const taughtState = z.object({
	/** The words of the prompt that the examples decide. */
	words: z.string(),
	yes: z.int(),
	no: z.int(),
	/** How many more of each side are needed before they count. */
	missing: z.object({ yes: z.int(), no: z.int() }),
});
export type TaughtState = z.infer<typeof taughtState>;

/** Each example judged by all the others. */
export const selfTest = z.object({
	right: z.int(),
	of: z.int(),
	/** The captures whose mark does not fit the others. */
	doubtful: z.array(id),
});
export type SelfTest = z.infer<typeof selfTest>;

export const example = z.object({
	captureId: id,
	/** ISO 8601. */
	captured_at: z.string(),
	thumb_path: z.string().nullable(),
	said: z.enum(SIDES),
	/** Marked on the sheet, or the mark of a run. */
	from: z.enum(['sheet', 'run']),
	/** `waiting` until the model has looked at it; `unreadable` if there is nothing to see in it. */
	state: z.enum(['ready', 'waiting', 'unreadable']),
});
export type Example = z.infer<typeof example>;

export const exampleSheet = z.object({
	examples: z.array(example),
	/** What they teach with the saved prompt; null if they teach nothing. */
	taught: taughtState.nullable(),
	/** How well they judge each other; null while there are too few. */
	test: selfTest.nullable(),
	/** Whether the model in use learns from examples. A language model does not. */
	used: z.boolean(),
});
export type ExampleSheet = z.infer<typeof exampleSheet>;

/** Marks to set; null takes one back. Those that are not named stay. */
export const exampleMarks = z.strictObject({
	marks: z
		.array(z.strictObject({ captureId: id, said: z.enum(SIDES).nullable() }))
		.min(1, 'must name a capture')
		.max(EXAMPLES_MAX, ends(`may name at most ${EXAMPLES_MAX} captures`))
		.refine((marks) => new Set(marks.map(({ captureId }) => captureId)).size === marks.length, {
			message: 'must name each capture once',
		}),
});
export type ExampleMarks = z.infer<typeof exampleMarks>;
