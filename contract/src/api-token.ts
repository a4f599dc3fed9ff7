import { z } from 'zod';
import { id, line } from './ids.ts';
import { ends } from './limit.ts';
import { TOKEN_DAYS, TOKEN_NAME_MAX_LENGTH, TOKEN_SCOPES } from './token.ts';

/** A token by which a program uses the API, as its owner sees it. Times are ISO 8601. */
export const apiToken = z.object({
	id,
	name: z.string(),
	scopes: z.array(z.enum(TOKEN_SCOPES)),
	created_at: z.string(),
	/** Null if it does not expire. */
	expires_at: z.string().nullable(),
	/** Accurate to a minute; null if it was never used. */
	used_at: z.string().nullable(),
});
export type ApiToken = z.infer<typeof apiToken>;

export const apiTokenStart = z.strictObject({
	name: line(TOKEN_NAME_MAX_LENGTH).min(1, 'must not be blank'),
	scopes: z
		.array(z.enum(TOKEN_SCOPES, `must be some of ${TOKEN_SCOPES.join(', ')}`))
		.min(1, 'must name at least one scope')
		.max(TOKEN_SCOPES.length, ends())
		.refine((scopes) => new Set(scopes).size === scopes.length, 'must name each scope once'),
	days: z.literal([...TOKEN_DAYS], 'must be 30, 90, 365, or null for a token that does not expire'),
});
export type ApiTokenStart = z.infer<typeof apiTokenStart>;

/** `token` is shown here and never again. */
export const apiTokenAdded = apiToken.extend({ token: z.string() });
