import { z } from 'zod';
import { apiToken, apiTokenAdded, apiTokenStart } from '../api-token.ts';
import { id } from '../ids.ts';
import { route } from '../route.ts';
import { TOKENS_MAX } from '../token.ts';

const tags = ['API tokens'];
const path = '/api/tokens';

export const listTokens = route({
	method: 'get',
	path,
	scope: 'session',
	summary: 'The API tokens of the signed-in user',
	tags,
	answer: z.object({ items: z.array(apiToken) }),
	says: 'Newest first, without the tokens themselves.',
});

export const addToken = route({
	method: 'post',
	path,
	scope: 'session',
	confirmed: true,
	summary: 'Make an API token',
	description: `An account has at most ${TOKENS_MAX}. The owner gets a mail about each.`,
	tags,
	body: apiTokenStart,
	answer: apiTokenAdded,
	says: 'The token, which is shown here and never again.',
});

export const revokeToken = route({
	method: 'delete',
	path: '/api/tokens/{id}',
	scope: 'session',
	summary: 'Revoke an API token',
	tags,
	params: z.object({ id }),
	answer: z.strictObject({}),
	says: 'Revoked; it no longer works.',
});
