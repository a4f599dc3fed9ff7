import { z } from 'zod';
import { automationSettings } from './automation.ts';
import { pictureBox } from './boxes.ts';
import { TRIAL_MAIL_MAX_LENGTH } from './constants.ts';
import { nearExample } from './example.ts';
import { fieldValue } from './field-settings.ts';
import { id } from './ids.ts';
import { ends } from './limit.ts';
import { MARKS } from './mark.ts';
import { firstLook, VERDICTS } from './run.ts';
import { zone } from './zone-settings.ts';

const mailText = z
	.string()
	.max(
		TRIAL_MAIL_MAX_LENGTH,
		ends(`may have at most ${TRIAL_MAIL_MAX_LENGTH.toLocaleString('en')} characters`),
	);

/** What an automation is tried on. */
export const trialSubject = z.discriminatedUnion('kind', [
	z.strictObject({ kind: z.literal('capture'), captureId: id }),
	/** The trigger of an earlier run of this automation: its picture, its mail or its time. */
	z.strictObject({ kind: z.literal('run'), runId: id }),
	/** A raw mail with its headers. */
	z.strictObject({ kind: z.literal('rawMail'), raw: mailText.min(1, 'must not be empty') }),
	z.strictObject({
		kind: z.literal('mail'),
		from: z.string().max(500, ends()),
		subject: z.string().max(1000, ends()),
		text: mailText,
	}),
	z.strictObject({ kind: z.literal('now') }),
]);
export type TrialSubject = z.infer<typeof trialSubject>;

/** An automation as it is in the editor, saved or not, and what to try it on. */
export const trialRequest = z.strictObject({
	draft: automationSettings.refine((draft) => draft.action_prompt.trim() !== '', {
		message: 'must say what to look for',
		path: ['action_prompt'],
	}),
	on: trialSubject,
});
export type TrialRequest = z.infer<typeof trialRequest>;

/** What would have happened. Nothing was sent, stored or charged. */
export const trial = z.object({
	verdict: z.enum(VERDICTS),
	evidence: z.string(),
	information: z.string(),
	/** Storage paths of further pictures of the capture's moment that the model saw, in order. */
	frames: z.array(z.string()),
	/** What a detector found in the pictures, and where. */
	boxes: z.array(pictureBox),
	/** What the built-in model said if it looked first. */
	firstLook: firstLook.nullable(),
	/** The zones that mattered. */
	zones: z.array(zone),
	/** The nearest example of each side, if the picture was compared with examples. */
	examples: z.array(nearExample),
	/** What was found for each field. */
	fields: z.array(fieldValue),
	/** Whether the action would have followed. */
	acts: z.boolean(),
	/** Whether the mail would have waited for the owner's approval. */
	waits: z.boolean(),
	/** What would have prevented the action, in words for the customer. */
	hindrance: z.string().nullable(),
	/** The mail that would have been sent; its recipient may be unknown. */
	mail: z.object({ to: z.string().nullable(), subject: z.string(), html: z.string() }).nullable(),
	/** The push message that would have been sent to the customer's browsers. */
	push: z.object({ title: z.string(), body: z.string() }).nullable(),
	/** Null if the picture shows nothing, so that no model was asked. */
	model: z.string().nullable(),
	decide_ms: z.number(),
	/** The run of this automation on the same picture, mail or time, if there was one. */
	run: z
		.object({ id, action_verdict: z.enum(VERDICTS).nullable(), _mark: z.enum(MARKS).nullable() })
		.nullable(),
});
export type Trial = z.infer<typeof trial>;
