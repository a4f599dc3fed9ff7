import { z } from 'zod';
import { id } from './ids.ts';
import { SHARE_DAYS } from './sharing.ts';

/** A run or an episode that is shared by a link, as its owner sees it. Times are ISO 8601. */
export const share = z.object({
	id,
	/** Exactly one of the two is set. */
	runId: id.nullable(),
	episodeId: id.nullable(),
	/** The name of the automation, and when it happened. */
	name: z.string(),
	at: z.string(),
	created_at: z.string(),
	/** The link stops working then. It stays in the list for a while. */
	expires_at: z.string(),
	/** How often its page was opened, and when last. */
	opened: z.int(),
	opened_at: z.string().nullable(),
});
export type Share = z.infer<typeof share>;

export const shareStart = z
	.strictObject({
		runId: id.optional(),
		episodeId: id.optional(),
		days: z.literal([...SHARE_DAYS], `must be ${SHARE_DAYS.slice(0, -1).join(', ')} or ${SHARE_DAYS.at(-1)}`),
	})
	.refine(({ runId, episodeId }) => (runId === undefined) !== (episodeId === undefined), {
		message: 'must name either runId or episodeId',
	});
export type ShareStart = z.infer<typeof shareStart>;

/** `link` is shown here and never again. */
export const shareMade = share.extend({ link: z.url() });
