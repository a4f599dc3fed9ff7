import { z } from 'zod';
import { FIELD_CHOICES_MAX, FIELD_NAME_MAX_LENGTH, FIELD_TYPES, FIELDS_MAX } from './field.ts';
import { line } from './ids.ts';
import { ends } from './limit.ts';

const name = line(FIELD_NAME_MAX_LENGTH, `must have at most ${FIELD_NAME_MAX_LENGTH} characters`).min(
	1,
	'must not be blank',
);

const areDifferent = (names: string[]) =>
	new Set(names.map((name) => name.toLowerCase())).size === names.length;

export const resultField = z
	.strictObject({
		id: z.string().regex(/^[a-z2-7]{8}$/, 'must be 8 characters of a-z and 2-7'),
		name,
		type: z.enum(FIELD_TYPES),
		choices: z
			.array(name)
			.max(FIELD_CHOICES_MAX, ends(`may have at most ${FIELD_CHOICES_MAX} entries`))
			.refine(areDifferent, 'must differ from each other'),
	})
	.refine(({ type, choices }) => (type === 'choice' ? choices.length >= 2 : choices.length === 0), {
		message: 'a choice needs at least two entries, and nothing else has any',
		path: ['choices'],
	});

/** The fields that an automation fills. */
export const resultFields = z
	.array(resultField)
	.max(FIELDS_MAX, ends(`may have at most ${FIELDS_MAX} fields`))
	.refine((fields) => areDifferent(fields.map(({ name }) => name)), 'must have different names')
	.refine((fields) => areDifferent(fields.map(({ id }) => id)), 'must have different ids');

const amount = z.strictObject({ amount: z.number(), currency: z.string().nullable() });

/** The value of a field; the field's type says which of these it is. */
export const fieldContent = z.union([z.string(), z.number(), z.boolean(), amount]).nullable();

/** What was found for a field, with its evidence; or why there is nothing. */
export const fieldValue = z.object({
	field: z.string(),
	name: z.string(),
	value: fieldContent,
	evidence: z.string().nullable(),
	problem: z.string().nullable(),
});
