import { createHash } from 'node:crypto';
import { tellsByMail } from '@watchword/contract/alerts';
import { clockTime } from '@watchword/contract/clock-time';
import { lt, sql } from 'drizzle-orm';
import { isLater, Undeliverable } from '../../base/failures.ts';
import { queueMessages, tellsByMessage } from '../../deliveries/messages.ts';
import type { Db } from '../../ports/database.ts';
import type { Job, Nothing } from '../../ports/queue.ts';
import { heldAlerts } from '../../runs/tables.ts';
import { writeMessage } from '../actions/message-words.ts';
import { sendWithin } from '../actions/outgoing.ts';
import { recipientsOf } from '../actions/send-email.ts';
import type { EngineNeeds } from '../engine-needs.ts';
import { claim, isOneOf, wait, withBacklog } from './claim.ts';
import { alertsInWords, endOf, type HeldAlert, picturesFor, writeHeld } from './held-mail.ts';
import { type QueuedAlerts, settle } from './settle.ts';

declare module '../../ports/queue.ts' {
	interface Jobs {
		'held-alerts': Nothing;
	}
}

/** How long after its run an alert is retried. It is held for less than a day. */
const RETRY_MS = 25 * 3600_000;
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
