import { createHash } from 'node:crypto';
import { tellsByMail } from '@watchword/contract/alerts';
import { clockTime } from '@watchword/contract/clock-time';
import type { Notification } from '@watchword/contract/notification';
import { and, asc, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import { users } from '../../accounts/tables.ts';
import { accountZone } from '../../automations/account-zone.ts';
import { automations } from '../../automations/tables.ts';
import { publish } from '../../base/events.ts';
import { isLater, Undeliverable } from '../../base/failures.ts';
import {
	missingInWords,
	NOTHING_QUEUED,
	type Queued,
	queueMessages,
	tellsByMessage,
} from '../../deliveries/messages.ts';
import type { Db } from '../../ports/database.ts';
import type { Job, Nothing } from '../../ports/queue.ts';
import { storedNotification } from '../../runs/notifications.ts';
import { automationRuns, heldAlerts, isForWorkers } from '../../runs/tables.ts';
import { writeMessage } from '../actions/message-words.ts';
import { sendWithin } from '../actions/outgoing.ts';
import { recipientsOf, SEPARATOR } from '../actions/send-email.ts';
import { noteAnswers } from '../alerts/answers.ts';
import { alertStates } from '../alerts/tables.ts';
import { forgetNotification } from '../alerts/unsent.ts';
import { wordsOfAlert } from '../alerts/words.ts';
import type { EngineNeeds } from '../engine-needs.ts';
import { alertsInWords, endOf, type HeldAlert, picturesFor, writeHeld } from './held-mail.ts';

declare module '../../ports/queue.ts' {
	interface Jobs {
		'held-alerts': Nothing;
	}
}

/** A worker that died while sending leaves its alerts to others after this long. */
const CLAIM_SECONDS = 300;
/** How long to wait for the rest of a backlog, and how often to look for it. */
const BACKLOG_MOST_MS = 30 * 60_000;
const BACKLOG_AGAIN_SECONDS = 15;
/** How long after its run an alert is retried. It is held for less than a day. */
const RETRY_MS = 25 * 3600_000;
const MAX = 200;

/** Sends the due alerts of all customers. A failure for one customer does not stop the others. */
async function sendDueAlerts(needs: EngineNeeds): Promise<void> {
	const due = await needs.db
		.selectDistinct({ uid: heldAlerts._owner })
		.from(heldAlerts)
		.where(lt(heldAlerts.due_at, sql`now()`));
	for (const { uid } of due) {
		await sendHeldAlerts(needs, uid).catch((error: unknown) =>
			needs.log.warn({ err: error, owner: uid }, 'held alerts could not be sent; they will be tried again'),
		);
	}
}

export const sendAlerts: Job<'held-alerts', EngineNeeds> = {
	handle: sendDueAlerts,
	cron: '* * * * *',
	// If a worker dies, the next must not wait until the job has expired.
	alone: 'one',
	heartbeatSeconds: 30,
};

/** Sends the due alerts of a customer: one mail to each recipient, for all automations together. */
async function sendHeldAlerts(needs: EngineNeeds, uid: string): Promise<void> {
	const { db } = needs;
	const claimed = await claim(db, uid);
	const waiting = await withBacklog(db, claimed);
	if (waiting.length > 0) await wait(db, waiting);
	const due = claimed.filter((one) => !waiting.includes(one));
	const now = new Date();
	const byReason = Map.groupBy(due, ({ automation }) => whyDropped(automation, now));
	for (const [reason, dropped] of byReason) if (reason !== null) await settle(db, uid, dropped, { reason });
	const told = byReason.get(null) ?? [];
	// Messages do not wait for a mail server.
	const queued = await queueHeld(db, told, now);
	const byMail = told.filter(({ run }) => tellsByMail(run.action_notify));
	const byMessage = told.filter((one) => !byMail.includes(one));
	await settle(db, uid, byMessage, { queued });
	const unfinished = new Set<HeldAlert>();
	const hindrances = new Map<HeldAlert, string[]>();
	const noteHindrance = (alerts: HeldAlert[], why: string) => {
		for (const one of alerts) hindrances.set(one, [...(hindrances.get(one) ?? []), why]);
	};
	let later: unknown = null;
	for (const [to, alerts] of byRecipient(byMail)) {
		try {
			const hindrance = await mailOne(needs, to, alerts, now);
			if (hindrance) noteHindrance(alerts, hindrance);
		} catch (error) {
			if (!isLater(error)) throw error;
			later = error;
			for (const one of alerts) {
				if (isWorthRetrying(one, now)) unfinished.add(one);
				else noteHindrance([one], `the mail server of ${to} did not take it for a day`);
			}
		}
	}
	const finished = byMail.filter((one) => !unfinished.has(one));
	await settle(db, uid, finished, { queued, hindrances });
	if (unfinished.size > 0) throw later;
}

const isWorthRetrying = ({ run }: HeldAlert, now: Date) =>
	now.getTime() - (run.ended_at ?? run._timestamp).getTime() < RETRY_MS;

/** Why nobody is notified of a due alert; null if somebody is. */
function whyDropped({ _deleted, _paused, _snoozedUntil }: HeldAlert['automation'], now: Date): string | null {
	if (_deleted) return 'Nobody was told: it was deleted before it was due.';
	if (_paused) return 'Nobody was told: it was paused when it was due.';
	return _snoozedUntil && _snoozedUntil > now ? 'Nobody was told: it was snoozed when it was due.' : null;
}

/** Claims the due alerts. No other process takes them before the claim expires. */
async function claim(db: Db, uid: string): Promise<HeldAlert[]> {
	const due = db
		.select({ id: heldAlerts.id })
		.from(heldAlerts)
		.where(and(eq(heldAlerts._owner, uid), lt(heldAlerts.due_at, sql`now()`)))
		.orderBy(asc(heldAlerts.due_at))
		.limit(MAX)
		.for('update', { skipLocked: true });
	const claimed = await db
		.update(heldAlerts)
		.set({ due_at: sql`now() + make_interval(secs => ${CLAIM_SECONDS})` })
		.where(inArray(heldAlerts.id, due))
		.returning({ id: heldAlerts.id });
	if (claimed.length === 0) return [];
	const { _name: name, _snoozedUntil, _paused, _deleted } = automations;
	const zone = accountZone(sql`${heldAlerts._owner}`, sql`${heldAlerts._automationId}`);
	const automation = { _snoozedUntil, _paused, _deleted };
	const alerts = await db
		.select({ held: heldAlerts, run: automationRuns, name, zone, automation })
		.from(heldAlerts)
		.innerJoin(automationRuns, eq(automationRuns.id, heldAlerts.id))
		.innerJoin(automations, eq(automations.id, heldAlerts._automationId))
		.innerJoin(users, and(eq(users.id, heldAlerts._owner), isNull(users.disabled_at)))
		.where(
			inArray(
				heldAlerts.id,
				claimed.map(({ id }) => id),
			),
		)
		.orderBy(asc(automationRuns._timestamp));
	return Promise.all(
		alerts.map(async ({ run, ...alert }) => ({
			...alert,
			run: await wordsOfAlert(db, { ...run, name: alert.name, accountZone: alert.zone }),
		})),
	);
}

/** Alerts of a backlog that is still being judged: the rest belongs in the same mail. */
async function withBacklog(db: Db, alerts: HeldAlert[]): Promise<HeldAlert[]> {
	const late = alerts.filter(
		({ held, run }) =>
			held.why === 'late' &&
			held.sentTo.length === 0 &&
			Date.now() - (run.ended_at ?? run._timestamp).getTime() < BACKLOG_MOST_MS,
	);
	if (late.length === 0) return [];
	const ids = [...new Set(late.map(({ run }) => run._automationId))];
	const open = await db
		.selectDistinct({ id: automationRuns._automationId })
		.from(automationRuns)
		.where(and(inArray(automationRuns._automationId, ids), isForWorkers));
	const busy = new Set(open.map(({ id }) => id));
	return late.filter(({ run }) => busy.has(run._automationId));
}

const isOneOf = (alerts: HeldAlert[]) =>
	inArray(
		heldAlerts.id,
		alerts.map(({ held }) => held.id),
	);

async function wait(db: Db, alerts: HeldAlert[]): Promise<void> {
	await db
		.update(heldAlerts)
		.set({ due_at: sql`now() + make_interval(secs => ${BACKLOG_AGAIN_SECONDS})` })
		.where(isOneOf(alerts));
}

function byRecipient(alerts: HeldAlert[]): Map<string, HeldAlert[]> {
	const all = new Map<string, HeldAlert[]>();
	for (const alert of alerts) {
		for (const to of recipientsOf(alert.run)) {
			if (!alert.held.sentTo.includes(to)) all.set(to, [...(all.get(to) ?? []), alert]);
		}
	}
	return all;
}

/** Returns why it was not sent; null if it was. */
async function mailOne(
	needs: EngineNeeds,
	to: string,
	alerts: HeldAlert[],
	now: Date,
): Promise<string | null> {
	const [first] = alerts;
	if (!first) return null;
	const pictures = await picturesFor(needs, alerts);
	try {
		const hindrance = await sendWithin(needs, first.run, to, {}, async ({ unsubscribe }) => ({
			...writeHeld(needs.publicUrl, alerts, pictures, await endOf(needs, alerts, unsubscribe), now),
			messageId: messageIdOf(needs.mailDomain, to, alerts),
			pictures: [...pictures.values()].flat(),
		}));
		if (hindrance) return hindrance;
	} catch (error) {
		if (!(error instanceof Undeliverable)) throw error;
		needs.log.warn({ err: error, owner: first.run._owner }, 'held alerts could not be delivered');
		return `the mail server refused ${to}: ${error.message}`;
	}
	for (const { held } of alerts) held.sentTo.push(to);
	await needs.db
		.update(heldAlerts)
		.set({ sentTo: sql`array_append(${heldAlerts.sentTo}, ${to})` })
		.where(isOneOf(alerts));
	return null;
}

/** The same alerts to the same address are the same mail, even if it is sent again after a crash. */
function messageIdOf(mailDomain: string, to: string, alerts: HeldAlert[]): string {
	const hash = createHash('sha256').update([to, ...alerts.map(({ held }) => held.id)].join(' '));
	return `<held-${hash.digest('hex').slice(0, 32)}@${mailDomain}>`;
}

/** Queues one message for each automation, about its last alert, to everybody whom that tells. Returns what was queued, by alert. */
async function queueHeld(db: Db, alerts: HeldAlert[], now: Date): Promise<QueuedAlerts> {
	const queued: QueuedAlerts = new Map();
	const byMessage = alerts.filter(({ run }) => tellsByMessage(run));
	for (const [, all] of Map.groupBy(byMessage, ({ run }) => run._automationId)) {
		const [first, last] = [all[0], all.at(-1)];
		if (!first || !last) continue;
		const time = ({ run, zone }: HeldAlert) => clockTime(run._timestamp, zone, now);
		const when =
			all.length === 1 ? time(last) : `${alertsInWords(all.length, time(first), time(last))}. The last:`;
		const { title, body } = writeMessage(last.run, last.name);
		const others = all.filter((one) => one !== last).map(({ run }) => run.id);
		const words = { title, body: `${when} ${body}` };
		const of = await queueMessages(db, last.run, 'held', words, others);
		for (const one of all) queued.set(one, of);
	}
	return queued;
}

type QueuedAlerts = Map<HeldAlert, Queued>;

/** Stores on the runs what happened to their alerts, and ends the waiting. Alerts that nobody got count as not sent. */
async function settle(
	db: Db,
	uid: string,
	alerts: HeldAlert[],
	{ queued = new Map(), reason, hindrances = new Map() }: Settled,
): Promise<void> {
	if (alerts.length === 0) return;
	const now = new Date();
	await db.transaction(async (tx) => {
		const unsent: HeldAlert['run'][] = [];
		// In the order in which the answers of push services and channels lock them.
		for (const alert of alerts.toSorted((a, b) => (a.run.id < b.run.id ? -1 : 1))) {
			const { held, run } = alert;
			const messages = queued.get(alert) ?? NOTHING_QUEUED;
			const isPushed = messages.messages > 0;
			const isMailed = held.sentTo.length > 0;
			const problem = reason ?? problemOf(alert, hindrances.get(alert) ?? [], messages);
			const notification: Notification =
				isMailed || isPushed
					? { state: isMailed ? 'sent' : 'sending', at: now.toISOString(), together: true }
					: { state: reason ? 'not-sent' : 'failed' };
			await tx
				.update(automationRuns)
				.set({
					...storedNotification({ ...notification, ...(problem && { problem }) }),
					...(isMailed && { action_sentTo: held.sentTo.join(SEPARATOR) }),
				})
				.where(eq(automationRuns.id, run.id));
			await publish(tx, uid, { topic: 'runs', id: run.id });
			if (isMailed || isPushed)
				await tx
					.update(alertStates)
					.set({ sent_at: now, sent_runId: null, sent_before: null })
					.where(eq(alertStates._automationId, run._automationId));
			else unsent.push(run);
		}
		for (const run of unsent) await forgetNotification(tx, run);
		await tx.delete(heldAlerts).where(isOneOf(alerts));
		for (const alert of alerts) if (queued.has(alert)) await noteAnswers(tx, uid, alert.run.id);
	});
}

interface Settled {
	/** The messages about them. */
	queued?: QueuedAlerts;
	/** Why nobody was to be told after all. */
	reason?: string;
	/** Who did not get the mail, and why. */
	hindrances?: Map<HeldAlert, string[]>;
}

/** What did not work, in whole sentences; empty if all did. */
function problemOf({ held, run }: HeldAlert, hindrances: string[], queued: Queued): string {
	const why = hindrances.join('; ') || 'there is no address';
	const mailing = tellsByMail(run.action_notify);
	const isMailed = held.sentTo.length > 0;
	return [
		...(isMailed || !mailing ? [] : [`No mail was sent: ${why}.`]),
		...(isMailed && hindrances.length > 0 ? [`Not everybody got the mail: ${why}.`] : []),
		missingInWords(queued, mailing || queued.messages > 0),
	]
		.filter(Boolean)
		.join(' ');
}
