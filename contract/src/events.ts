import { z } from 'zod';

/**
 * What a signed-in tab receives over /api/events: "these documents of yours changed, read them again". `session` says that a
 * session ended, here or elsewhere: check who you are. With `deliveries` the id is that of their run. `events` are those of the
 * account's history.
 */
export const TOPICS = [
	'session',
	'user',
	'devices',
	'automations',
	'runs',
	'billing',
	'exports',
	'deliveries',
	'tokens',
	'passkeys',
	'saved',
	'shares',
	'events',
] as const;
export type Topic = (typeof TOPICS)[number];

export const liveEvent = z.object({ topic: z.enum(TOPICS), id: z.string().optional() });
export type LiveEvent = z.infer<typeof liveEvent>;
