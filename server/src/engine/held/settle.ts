import { tellsByMail } from '@watchword/contract/alerts';
import type { Notification } from '@watchword/contract/notification';
import { eq } from 'drizzle-orm';
import { publish } from '../../base/events.ts';
import { missingInWords, NOTHING_QUEUED, type Queued } from '../../deliveries/messages.ts';
import type { Db } from '../../ports/database.ts';
import { storedNotification } from '../../runs/notifications.ts';
import { automationRuns, heldAlerts } from '../../runs/tables.ts';
import { SEPARATOR } from '../actions/send-email.ts';
import { noteAnswers } from '../alerts/answers.ts';
import { alertStates } from '../alerts/tables.ts';
import { forgetNotification } from '../alerts/unsent.ts';
import { isOneOf } from './claim.ts';
import type { HeldAlert } from './held-mail.ts';

export type QueuedAlerts = Map<HeldAlert, Queued>;

/** Stores on the runs what happened to their alerts, and ends the waiting. Alerts that nobody got count as not sent. */
export async function settle(
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
