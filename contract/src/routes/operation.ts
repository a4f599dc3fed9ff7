import { z } from 'zod';
import { route } from '../route.ts';

const tags = ['Operation'];
const answer = z.object({ status: z.literal('ok') });

export const checkAlive = route({
	method: 'get',
	path: '/healthz',
	scope: 'public',
	summary: 'Is the process alive?',
	tags,
	answer,
	says: 'It is.',
});

export const checkReady = route({
	method: 'get',
	path: '/readyz',
	scope: 'public',
	summary: 'Can it serve? Stores something in the database, in the file storage and in the data folder.',
	description:
		'While one of them takes nothing, because its disk is full for example, the answer is 503 and says which.',
	tags,
	answer,
	says: 'It can.',
});
