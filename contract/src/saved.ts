import { z } from 'zod';
import { ZIP_IDS } from './constants.ts';
import { id } from './ids.ts';
import { ends } from './limit.ts';
import { VERDICTS } from './run.ts';

/** What an automation has saved; also for a deleted one. */
export const savedFolder = z.object({
	/** The automation. */
	id,
	name: z.string(),
	/** The automation was deleted. What it saved is kept for as long as its runs. */
	deleted: z.boolean(),
	results: z.number(),
	bytes: z.number(),
	/** The run that saved last, in seconds since 1970. */
	newest: z.number(),
});
export type SavedFolder = z.infer<typeof savedFolder>;

export const savedFile = z.object({
	name: z.string(),
	path: z.string(),
	size: z.number(),
	contentType: z.string(),
	/** Opens the file without a session, for anyone who has the address. */
	url: z.string(),
});
export type SavedFile = z.infer<typeof savedFile>;

/** What one run saved. */
export const savedResult = z.object({
	/** The run. */
	id,
	_automationId: id,
	/** Seconds since 1970. */
	_timestamp: z.number(),
	action_verdict: z.enum(VERDICTS).nullable(),
	/** The first words of the result. */
	words: z.string(),
	trigger_subject: z.string().nullable(),
	/** The capture it was made from, by which the thumbnail is found. */
	trigger_captureId: id.nullable(),
	files: z.array(savedFile),
});
export type SavedResult = z.infer<typeof savedResult>;

const cursor = z.string().max(200, ends()).optional();

export const savedFilter = z.strictObject({
	cursor,
	automation: id.optional(),
	/** Beginnings of words in the sender, the subject, the evidence or the names of the files. */
	search: z.string().max(200, ends()).optional(),
	/** The result of this run and no other. */
	run: id.optional(),
});
export type SavedFilter = z.infer<typeof savedFilter>;

/** Which results a zip contains: all, those of an automation, or those of the named runs. */
export const zipFilter = z.strictObject({
	/** Where to start: the `cursor` of a part. */
	cursor,
	automation: id.optional(),
	ids: z
		.string()
		.regex(
			new RegExp(`^[a-z2-7]{20}(,[a-z2-7]{20}){0,${ZIP_IDS - 1}}$`),
			`must be ids with commas between, at most ${ZIP_IDS}`,
		)
		.optional(),
});
export type ZipFilter = z.infer<typeof zipFilter>;

/** One of the zips that together contain everything requested, from the oldest results to the newest. */
export const zipPart = z.object({
	results: z.number(),
	bytes: z.number(),
	/** The times of its oldest and its newest result, in seconds since 1970. */
	from: z.number(),
	to: z.number(),
	/** For the query of the download; null for the first. */
	cursor: z.string().nullable(),
});
export type ZipPart = z.infer<typeof zipPart>;
