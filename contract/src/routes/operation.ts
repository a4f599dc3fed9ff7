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
	summary: 'Can it serve? Asks the database.',
	tags,
	answer,
	says: 'It can.',
});
