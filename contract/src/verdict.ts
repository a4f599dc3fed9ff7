import { z } from 'zod';
import type { ResultField } from './field.ts';

/** What a model must answer. The evidence comes first, so that the verdict follows from it. */
export const answer = z.strictObject({
	/** What decides, as it was seen or read: quoted or counted. */
	evidence: z.string().min(1).max(4000),
	verdict: z.enum(['met', 'not met', 'cannot tell']),
	/** The result in words for the customer; a save action stores it. */
	information: z.string().min(1).max(20_000),
	/** The mail to send if the action is a mail; otherwise empty. */
	email_subject: z.string().max(300),
	email_html: z.string().max(100_000),
});
export type Answer = z.infer<typeof answer>;

/** The same plus the fields of an automation: each by its id, with its evidence first. */
export function answerWith(fields: readonly ResultField[]): z.ZodObject {
	if (fields.length === 0) return answer;
	const found = fields.map((field) => [
		field.id,
		z
			.strictObject({ evidence: z.string().nullable(), value: contentOf(field).nullable() })
			.describe(field.name),
	]);
	return answer.extend({ fields: z.strictObject(Object.fromEntries(found)) });
}

function contentOf({ type, choices }: ResultField): z.ZodType {
	switch (type) {
		case 'number':
			return z.number();
		case 'amount':
			return z.strictObject({ amount: z.number(), currency: z.string().nullable() });
		case 'yes-no':
			return z.boolean();
		case 'choice':
			return z.enum(choices);
		case 'date':
		case 'text':
			return z.string();
	}
}
