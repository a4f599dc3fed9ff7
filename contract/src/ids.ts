import { z } from 'zod';
import { ends } from './limit.ts';
import { isZone } from './schedule.ts';

/** 20 characters of lower-case base32. An automation's id is also a mail local part, and mail systems fold case. */
export const id = z.string().regex(/^[a-z2-7]{20}$/, 'must be an id of 20 characters, a-z and 2-7');

export const email = z.string().max(254, ends()).check(z.email());

/** A time of day, stored in UTC. */
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 07:30');

export const timeZone = z.string().refine(isZone, 'must be a time zone such as Europe/Berlin');

/** Minutes east of UTC. */
export const utcOffset = z.int().min(-720).max(840);

/** One line: names also appear in mail subjects and in the operator's lists. */
export const line = (max: number, error?: string) =>
	z
		.string()
		.trim()
		.max(max, ends(error))
		.regex(/^\P{Cc}*$/u, 'must be one line');

const MOMENT = 'must be whole seconds since 1970, such as 1794814261';
/** A moment in the query of a list. */
export const moment = z.coerce.number(MOMENT).int(MOMENT).min(0, MOMENT).max(9_999_999_999, MOMENT);

/** Lists page by an opaque cursor: pass `next` back as `cursor` to read on; null is the end. */
export const page = <T extends z.ZodType>(item: T) =>
	z.object({ items: z.array(item), next: z.string().nullable() });
