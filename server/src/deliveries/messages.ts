import { tellsByPush } from '@watchword/contract/alerts';
import type { PushMessage } from '@watchword/contract/push';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Db } from '../ports/database.ts';
import type { automationRuns } from '../runs/tables.ts';
import { type NewDelivery, queueDeliveries } from './queue.ts';
import { listSubscriptions } from './subscriptions.ts';
import { channels, deliveries } from './tables.ts';

/** What a message to a browser or a channel says: the first line in bold, and the rest. */
export interface MessageWords {
	title: string;
	body: string;
}

/** With these lengths, a message with pictures and addresses stays below the 3 kB that every push service accepts. */
const LONGEST = { title: 100, body: 400 };

/** The words of a model or a customer, shortened for a message. */
export const messageWords = ({ title, body }: MessageWords): MessageWords => ({
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

const NO_BROWSER = 'no phone or browser is set up for push messages';
const NO_CHANNEL = 'its channels were removed';

type Told = Pick<typeof automationRuns.$inferSelect, 'id' | '_owner' | 'action_notify' | 'action_channels'>;

/** Whether a run tells by messages, besides its mails. */
export const tellsByMessage = (run: Pick<Told, 'action_notify' | 'action_channels'>) =>
	tellsByPush(run.action_notify) || run.action_channels.length > 0;

/** The kinds of delivery that are messages to the owner. */
export const isMessage = inArray(deliveries.kind, ['push', 'channel']);

export interface Queued {
	/** How many browsers and channels get the message. */
	messages: number;
	/** Of the ways that were chosen, what is not told, and why. */
	missing: { what: string; why: string }[];
}

export const NOTHING_QUEUED: Queued = { messages: 0, missing: [] };

/** What could not be queued, in whole sentences; empty if everything was. */
export const missingInWords = ({ missing }: Queued, isAnybodyTold: boolean): string =>
	isAnybodyTold
		? missing.map(({ what, why }) => `${what}: ${why}.`).join(' ')
		: missing.length > 0
			? `Nobody was told: ${missing.map(({ why }) => why).join('; ')}.`
			: '';

/** The targets of a run's messages. A question about a mail also goes to every browser of its owner. */
async function targetsOf(db: Db, run: Told, event: string): Promise<{ targets: Target[] } & Queued> {
	const isPushed = tellsByPush(run.action_notify);
	const browsers = isPushed || event === 'ask' ? await listSubscriptions(db, run._owner) : [];
	const chosen =
		run.action_channels.length === 0
			? []
			: await db
					.select()
					.from(channels)
					.where(and(eq(channels._owner, run._owner), inArray(channels.id, run.action_channels)))
					.orderBy(asc(channels.created_at), asc(channels.id));
	return {
		targets: [
			...browsers.map(({ id, name }) => ({ kind: 'push' as const, pushId: id, target: name })),
			...chosen.map(({ id, name }) => ({ kind: 'channel' as const, channelId: id, target: name })),
		],
		messages: browsers.length + chosen.length,
		missing: [
			...(isPushed && browsers.length === 0 ? [{ what: 'No push message was sent', why: NO_BROWSER }] : []),
			...(run.action_channels.length > 0 && chosen.length === 0
				? [{ what: 'No channel was told', why: NO_CHANNEL }]
				: []),
		],
	};
}

type Target = Pick<NewDelivery, 'kind' | 'pushId' | 'channelId' | 'target'>;

/** Whom a message would reach, such as in a trial. */
export const findTargets = async (db: Db, run: Omit<Told, 'id'>): Promise<Queued> => {
	const { messages, missing } = await targetsOf(db, { ...run, id: '' }, 'alert');
	return { messages, missing };
};

/**
 * Queues a message about a run for each browser and channel that it tells, only once even if called again. `event` names what the
 * message is about.
 */
export async function queueMessages(
	tx: Db,
	run: Told,
	event: 'alert' | 'held' | 'ask',
	words: MessageWords,
	/** Further runs that the message is about. */
	runs: string[] = [],
): Promise<Queued> {
	const { targets, ...queued } = await targetsOf(tx, run, event);
	await queueDeliveries(
		tx,
		targets.map((target) => ({
			...target,
			_owner: run._owner,
			key: keyOf(event, run.id, target),
			runId: run.id,
			event,
			payload: { ...messageWords(words), ...(runs.length > 0 && { runs }) },
		})),
	);
	return queued;
}

const keyOf = (event: string, runId: string, { kind, pushId, channelId }: Target) =>
	`${kind}:${event}:${runId}:${pushId ?? channelId}`;

/** A message that is being sent comes first. */
const AFTER_SECONDS = 5;

/**
 * Gives the messages of an alert other words, once: those that wait change, and where one was sent already, another takes its place
 * without a sound.
 */
export async function updateMessages(
	tx: Db,
	run: { id: string; _owner: string },
	words: MessageWords,
): Promise<void> {
	const ofAlert = and(eq(deliveries.runId, run.id), isMessage, eq(deliveries.event, 'alert'));
	const payload = { ...messageWords(words) };
	await tx
		.update(deliveries)
		.set({ payload })
		.where(and(ofAlert, isNull(deliveries.ended_at)));
	const all = await tx.select().from(deliveries).where(ofAlert);
	const begun = all.filter(({ status, lease_until }) => status === 'sent' || lease_until !== null);
	const isUnderWay = begun.some(({ ended_at }) => ended_at === null);
	await queueDeliveries(
		tx,
		begun
			.filter(({ pushId, channelId }) => pushId !== null || channelId !== null)
			.map(({ _owner, kind, pushId, channelId, target }) => ({
				...{ _owner, kind, pushId, channelId, runId: run.id, target, event: 'update' },
				key: keyOf('update', run.id, { kind, pushId, channelId, target }),
				payload,
				...(isUnderWay && { next_try_at: sql`now() + make_interval(secs => ${AFTER_SECONDS})` }),
			})),
	);
}

/**
 * Queues a message that is about no run for each browser of a customer, once for each `key`. A later message with the same tag takes
 * the place of this one.
 */
export async function queueNotice(tx: Db, _owner: string, key: string, message: PushMessage): Promise<void> {
	const browsers = await listSubscriptions(tx, _owner);
	await queueDeliveries(
		tx,
		browsers.map(({ id, name }) => ({
			...{ kind: 'push' as const, pushId: id, target: name, _owner, event: NOTICE },
			...{ key: `push:${key}:${id}`, payload: { ...message } },
		})),
	);
}

/** The event of a message that is about no run. */
export const NOTICE = 'notice';
