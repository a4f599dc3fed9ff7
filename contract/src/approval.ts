import { z } from 'zod';
import { DRAFT_MAX_LENGTH, DRAFT_SUBJECT_MAX_LENGTH } from './constants.ts';
import { line } from './ids.ts';
import { ends } from './limit.ts';

/** The mail of a run that waits for its owner's approval, as it would be sent. */
export const draft = z.object({
	to: z.array(z.string()),
	/** Who would get it with the automation's present settings, if that differs; null if it is the same. */
	toNow: z.array(z.string()).nullable(),
	subject: z.string(),
	/** The text of the model, without the lines that follow it in every mail. */
	text: z.string(),
	/** The whole mail as it would look. */
	html: z.string(),
	/** When it is discarded if there is no answer, in seconds since 1970. */
	until: z.number(),
});
export type Draft = z.infer<typeof draft>;

/** What the owner changed. Omitted fields are sent exactly as they were written. */
export const draftEdit = z.strictObject({
	subject: line(DRAFT_SUBJECT_MAX_LENGTH, `must have at most ${DRAFT_SUBJECT_MAX_LENGTH} characters`)
		.min(1, 'must not be blank')
		.optional(),
	text: z
		.string()
		.max(DRAFT_MAX_LENGTH, ends(`must have at most ${DRAFT_MAX_LENGTH.toLocaleString('en')} characters`))
		.overwrite((value) => value.replace(/\r\n?/g, '\n'))
		.regex(/^[\P{Cc}\n\t]*$/u, 'must be plain text')
		.regex(/\S/, 'must not be blank')
		.optional(),
});
export type DraftEdit = z.infer<typeof draftEdit>;
