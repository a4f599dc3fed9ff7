import { z } from 'zod';
import { id } from './ids.ts';
import { OUTCOMES } from './run.ts';

/** GET /api/dashboard: what the other documents do not contain about the last day. */
export const dashboard = z.object({
	/** What waits for the owner's approval: how many in all, and the oldest of them. */
	waiting: z.object({
		runs: z.int(),
		oldest: z.array(
			z.object({
				id,
				_automationId: id,
				/** Of the mail that waits; for a reply, of the mail that it answers. */
				subject: z.string().nullable(),
				/** Seconds since 1970. */
				action_asked_at: z.number(),
			}),
		),
	}),
	/** How many runs of each hour had which outcome; hours are counted from the requested `since`. */
	hours: z.array(z.object({ hour: z.int(), outcome: z.enum(OUTCOMES), runs: z.int() })),
	/** How many runs of each device's captures since `since` had which outcome, apart from those that belong to an episode. */
	cameras: z.array(z.object({ deviceId: id, outcome: z.enum(OUTCOMES), runs: z.int() })),
	/** What failed in the last 24 hours, newest first; the same failure of one automation appears once. */
	failures: z.array(
		z.object({
			_automationId: id,
			_reason: z.string(),
			runs: z.int(),
			/** The newest of them. */
			runId: id,
			/** Seconds since 1970. */
			_timestamp: z.number(),
		}),
	),
	/** The newest picture of each device that has one. */
	pictures: z.array(z.object({ deviceId: id, captured_at: z.string(), thumb_path: z.string() })),
	/** The cameras that this server draws, for the demo. */
	drawn: z.array(id),
	/** Whether any automation ever ran. */
	hasRun: z.boolean(),
});
export type Dashboard = z.infer<typeof dashboard>;

/** `since` is when the hours begin that are counted: at most 24 hours ago. */
export const dashboardQuery = z.strictObject({ since: z.iso.datetime() });
