import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../ports/database.ts';
import { queueDeliveries } from './queue.ts';
import { listSubscriptions } from './subscriptions.ts';
import { deliveries } from './tables.ts';

/** What a push message says: the first line in bold, and the rest. */
export interface PushWords {
	title: string;
	body: string;
}

/** With these lengths, a message with pictures and addresses stays below the 3 kB that every push service accepts. */
const LONGEST = { title: 100, body: 400 };

/** The words of a model or a customer, shortened for a message. */
export const pushWords = ({ title, body }: PushWords): PushWords => ({
	title: shortened(title, LONGEST.title),
	body: shortened(body, LONGEST.body),
});

/** The first half of a surrogate pair, such as of an emoji. */
const HALF = /[\uD800-\uDBFF]$/;

function shortened(text: string, most: number): string {
	const tidy = text
		.replace(/[^\S\n]+/g, ' ')
		.replace(/\s*\n\s*/g, '\n')
		.replace(/[^\P{Cc}\n]/gu, '')
		.trim();
	return (
		tidy.length > most
			? `${tidy
					.slice(0, most - 1)
					.replace(HALF, '')
					.trimEnd()}…`
			: tidy
	).toWellFormed();
}

export const NO_BROWSER = 'no phone or browser is set up for push messages';

/**
 * Queues a message about a run for each browser of its owner, only once even if called again. `event` names what the message is
 * about. Returns the number of browsers.
 */
export async function queuePush(
	tx: Db,
	run: { id: string; _owner: string },
	event: 'alert' | 'held' | 'ask',
	words: PushWords,
	/** Further runs that the message is about. */
	runs: string[] = [],
): Promise<number> {
	const browsers = await listSubscriptions(tx, run._owner);
	await queueDeliveries(
		tx,
		browsers.map(({ id, name }) => ({
			_owner: run._owner,
			kind: 'push' as const,
			key: `push:${event}:${run.id}:${id}`,
			pushId: id,
			runId: run.id,
			target: name,
			event,
			payload: { ...pushWords(words), ...(runs.length > 0 && { runs }) },
		})),
	);
	return browsers.length;
}

/** A message that is being sent comes first. */
const AFTER_SECONDS = 5;

/**
 * Gives the messages of an alert other words, once: those that wait change, and where one was sent already, another takes its place
 * without a sound.
 */
export async function updatePush(
	tx: Db,
	run: { id: string; _owner: string },
	words: PushWords,
): Promise<void> {
	const ofAlert = and(
		eq(deliveries.runId, run.id),
		eq(deliveries.kind, 'push'),
		eq(deliveries.event, 'alert'),
	);
	const payload = { ...pushWords(words) };
	await tx
		.update(deliveries)
		.set({ payload })
		.where(and(ofAlert, isNull(deliveries.ended_at)));
	const all = await tx.select().from(deliveries).where(ofAlert);
	const begun = all.filter(({ status, lease_until }) => status === 'sent' || lease_until !== null);
	const isUnderWay = begun.some(({ ended_at }) => ended_at === null);
	await queueDeliveries(
		tx,
		begun.flatMap(({ _owner, pushId, target }) =>
			pushId === null
				? []
				: [
						{
							...{ _owner, kind: 'push' as const, pushId, runId: run.id, target, event: 'update' },
							key: `push:update:${run.id}:${pushId}`,
							payload,
							...(isUnderWay && { next_try_at: sql`now() + make_interval(secs => ${AFTER_SECONDS})` }),
						},
					],
		),
	);
}
