import { z } from 'zod';
import { id } from '../ids.ts';
import { route } from '../route.ts';
import { share, shareMade, shareStart } from '../share.ts';
import { SHARES_MAX } from '../sharing.ts';

const tags = ['Shared links'];
const path = '/api/shares';

export const listShares = route({
	method: 'get',
	path,
	scope: 'session',
	summary: 'The links by which the signed-in user shares runs and episodes',
	tags,
	answer: z.object({ items: z.array(share) }),
	says: 'Those that work first, then those that expired; the newest of each first. Never the links themselves.',
});

export const addShare = route({
	method: 'post',
	path,
	scope: 'session',
	summary: 'Share a run or an episode by a link',
	description: `Whoever has the link sees the pictures, the time, the verdict and the evidence, and nothing else of the account. At most ${SHARES_MAX} links of an account work at once.`,
	tags,
	body: shareStart,
	answer: shareMade,
	says: 'The link, which is shown here and never again.',
});

export const revokeShare = route({
	method: 'delete',
	path: '/api/shares/{id}',
	scope: 'session',
	summary: 'Revoke a shared link',
	tags,
	params: z.object({ id }),
	answer: z.strictObject({}),
	says: 'Revoked: neither the page nor its pictures can be opened any more.',
});

export const revokeShares = route({
	method: 'delete',
	path,
	scope: 'session',
	summary: 'Revoke all shared links',
	tags,
	answer: z.object({ revoked: z.int() }),
	says: 'How many were revoked.',
});
