import { z } from 'zod';
import { FIELDS_MAX } from './field.ts';
import { fieldContent, fieldValue, resultField } from './field-settings.ts';
import { VALUE_MAX_LENGTH } from './field-value.ts';
import { id, moment } from './ids.ts';
import { ends } from './limit.ts';
import { COMPARISONS } from './results-filter.ts';
import { VERDICTS } from './run.ts';

/** One row of the table of an automation: what a run found, and what the customer corrected. */
const result = z.object({
	/** The run. */
	id,
	/** Seconds since 1970. */
	at: z.number(),
	verdict: z.enum(VERDICTS).nullable(),
	from: z.string().nullable(),
	subject: z.string().nullable(),
	captureId: id.nullable(),
	/** What the model found, also for fields that the automation no longer has. */
	values: z.array(fieldValue),
	/** What the customer wrote instead, by the id of the field; null if there should be no value. */
	corrections: z.record(z.string(), fieldContent),
});
export type Result = z.infer<typeof result>;

export const resultsPage = z.object({
	/** The columns: the fields as the automation has them now. */
	fields: z.array(resultField),
	/** Newest first. */
	items: z.array(result),
	next: z.string().nullable(),
});
export type ResultsPage = z.infer<typeof resultsPage>;

const condition = `[a-z2-7]{8}:(?:${COMPARISONS.join('|')})(?::[^\\n]{0,500})?`;

const filter = {
	search: z
		.string()
		.max(200, ends())
		.optional()
		.describe('Words that must all be in the sender, the subject or the values.'),
	from: moment.optional().describe('From this moment on, in seconds since 1970.'),
	to: moment.optional().describe('Before this moment, in seconds since 1970.'),
	where: z
		.string()
		.max(4000, ends())
		.regex(
			new RegExp(`^${condition}(?:\\n${condition}){0,9}$`),
			`must be a field's id, one of ${COMPARISONS.join(', ')}, and a value, with colons between; at most 10 lines`,
		)
		.optional()
		.describe('Conditions such as abcdefgh:at-least:100, with line breaks between; all of them must hold.'),
	corrected: z.literal('yes').optional(),
};
/** Which rows are wanted; all if omitted. */
export const resultsFilter = z.strictObject(filter);
export type ResultsFilter = z.infer<typeof resultsFilter>;
export const resultsQuery = z.strictObject({
	...filter,
	cursor: z.string().max(200, ends()).optional(),
	order: z.literal('oldest').optional(),
});
export type ResultsQuery = z.infer<typeof resultsQuery>;

const fieldId = z.string().regex(/^[a-z2-7]{8}$/, 'must be the id of a field');

/** By the id of the field: the right value, where null means "no value"; or null instead of the object to undo a correction. */
export const corrections = z.strictObject({
	corrections: z
		.record(
			fieldId,
			z
				.strictObject({
					value: z
						.union([
							z.string().max(VALUE_MAX_LENGTH * 4, ends()),
							z.number(),
							z.boolean(),
							z.strictObject({ amount: z.number(), currency: z.string().max(20, ends()).nullable() }),
						])
						.nullable(),
				})
				.nullable(),
		)
		.refine((given) => Object.keys(given).length <= FIELDS_MAX, `may have at most ${FIELDS_MAX} entries`),
});
export type Corrections = z.infer<typeof corrections>['corrections'];

export const correctedRun = z.object({ corrections: z.record(z.string(), fieldContent) });

/** The address at which programs read the table. The address itself is shown once, when it is made. */
export const feed = z.object({
	/** ISO 8601; null if there is no address. */
	made_at: z.string().nullable(),
	read_at: z.string().nullable(),
});
export const newFeed = z.object({ csv: z.string(), json: z.string() });
