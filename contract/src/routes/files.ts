import { z } from 'zod';
import { fileMetadata } from '../file.ts';
import { route } from '../route.ts';

export const readFile = route({
	method: 'get',
	path: '/v0/b/{bucket}/o/{path}',
	summary: 'Metadata of a stored object, or with alt=media and its token the bytes',
	description:
		'The path is one encoded segment. Metadata needs the session, as a cookie or as Authorization: Firebase or Bearer with the session token or an API token. Either reads the bytes with alt=media, too.',
	tags: ['Files'],
	params: z.object({ bucket: z.string(), path: z.string() }),
	query: z.object({ alt: z.enum(['media', 'json']).optional(), token: z.string().max(200).optional() }),
	answer: fileMetadata,
	says: 'The metadata document, or the bytes.',
});
