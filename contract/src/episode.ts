import { z } from 'zod';
import { id } from './ids.ts';
import { ends } from './limit.ts';

/** What a conditional watch saw from its beginning to its end, episodes/{id}. Times are ISO 8601. */
export const episode = z.object({
	id,
	_automationId: id,
	/** Null if the device was removed. */
	deviceId: id.nullable(),
	/** The first and the last capture that showed it. */
	first_at: z.string(),
	last_at: z.string(),
	/** It still lasts: nothing has ended it, and its automation still watches for it. */
	open: z.boolean(),
	captures: z.int(),
	/** How many mails about it were sent. */
	mails: z.int(),
	/** How many of its runs somebody was told of by push message. */
	pushes: z.int(),
	/** How many of its runs a channel told. */
	messages: z.int(),
	/** How many alerts about it are held, and until when the first of them is. */
	held: z.int(),
	held_until: z.string().nullable(),
	/** What was counted, in a sentence, with times in the account's zone. */
	words: z.string(),
	/** How many of its runs failed, such as where a mail could not be sent. */
	failed: z.int(),
	/** The run that began it and its evidence; if that is gone, the first one that is kept. */
	first_runId: id,
	first_captureId: id.nullable(),
	evidence: z.string().nullable(),
});
export type Episode = z.infer<typeof episode>;

export const episodeFilter = z.strictObject({
	cursor: z.string().max(200, ends()).optional(),
	automation: id.optional(),
	device: id.optional(),
	/** Episodes that lasted at some moment from `from` on and before `to`; ISO 8601. */
	from: z.iso.datetime().optional(),
	to: z.iso.datetime().optional(),
});
export type EpisodeFilter = z.infer<typeof episodeFilter>;
