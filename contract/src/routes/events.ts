import { z } from 'zod';
import { route } from '../route.ts';

export const listen = route({
	method: 'get',
	path: '/api/events',
	summary: 'A stream of what changes, as server-sent events',
	description:
		'Each event is JSON such as {"topic":"runs","id":"..."} and says which documents to read again. The stream ends when the session or the token ends, and after an hour; then open it again.',
	tags: ['Events'],
	answer: z.string(),
	contentType: 'text/event-stream',
	says: 'The stream.',
});
