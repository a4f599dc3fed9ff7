import { CHANNEL_KINDS, type ChannelKind } from '@watchword/contract/channels';
import type { Notification } from '@watchword/contract/notification';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { publish } from '../../base/events.ts';
import { isMessage } from '../../deliveries/messages.ts';
import { channels, deliveries } from '../../deliveries/tables.ts';
import type { Db } from '../../ports/database.ts';
import { storedNotification } from '../../runs/notifications.ts';
import { automationRuns } from '../../runs/tables.ts';
import { forgetNotification } from './unsent.ts';

/** A message to a browser, or to a channel of this kind. */
type Message = Pick<typeof deliveries.$inferSelect, 'kind' | 'target' | 'status' | 'ended_at'> & {
	channel: ChannelKind | null;
};

/**
 * Stores on runs what push services and channels answered: who took the message, and once all have answered, whether anybody did.
 * A message about several alerts that were held belongs to the last of their runs, and names the others.
 */
export async function noteAnswers(tx: Db, uid: string, runId: string): Promise<void> {
	const ofRun = and(eq(deliveries.runId, runId), isMessage, inArray(deliveries.event, ['alert', 'held']));
	const [queued] = await tx.select({ payload: deliveries.payload }).from(deliveries).where(ofRun).limit(1);
	if (!queued) return;
	const others = (queued.payload?.runs ?? []) as string[];
	// The answers are read under the lock: two of them may come at the same moment.
	const runs = await tx
		.select()
		.from(automationRuns)
		.where(inArray(automationRuns.id, [runId, ...others]))
		.orderBy(asc(automationRuns.id))
		.for('no key update');
	const { kind, target, status, ended_at } = deliveries;
	const messages = await tx
		.select({ kind, target, status, ended_at, channel: channels.kind })
		.from(deliveries)
		.leftJoin(channels, eq(channels.id, deliveries.channelId))
		.where(ofRun)
		.orderBy(asc(deliveries.created_at), asc(deliveries.id));
	const taken = messages.filter((one) => one.status === 'sent');
	const pushes = taken.filter((one) => one.kind === 'push').length;
	for (const run of runs) {
		// A channel may have been removed since.
		const known = (kind: ChannelKind) =>
			run.action_toldBy.includes(kind) || taken.some(({ channel }) => channel === kind);
		const told = CHANNEL_KINDS.filter(known);
		const answered = run.action_notification && afterAnswers(run.action_notification, messages);
		const isSame = pushes === run.action_pushes && told.length === run.action_toldBy.length;
		if (isSame && !answered) continue;
		await tx
			.update(automationRuns)
			.set({
				action_pushes: pushes,
				action_toldBy: told,
				...(answered && storedNotification(answered)),
			})
			.where(eq(automationRuns.id, run.id));
		if (answered?.state === 'failed') await forgetNotification(tx, run);
		await publish(tx, uid, { topic: 'runs', id: run.id });
	}
}

/** What went wrong so far, one sentence for all browsers and one for each channel. */
function whyNotTaken(messages: Message[]): string[] {
	const pushes = messages.filter(({ kind }) => kind === 'push');
	const isOver = ({ status }: Message) => status !== 'waiting' && status !== 'sent';
	return [
		...(pushes.length > 0 && pushes.every(isOver) ? ['No phone or browser took the push message.'] : []),
		...messages
			.filter((one) => one.kind === 'channel' && isOver(one))
			.map(({ target }) => `${target} did not take the message.`),
	];
}

/** The state after the answers so far; null if they change nothing. */
function afterAnswers(known: Notification, messages: Message[]): Notification | null {
	const { state, problem } = known;
	if (state !== 'sending' && state !== 'sent') return null;
	const taken = messages.find((one) => one.status === 'sent');
	const news = whyNotTaken(messages).filter((why) => !problem?.includes(why));
	const isOver = messages.every((one) => one.status !== 'waiting');
	const next = state === 'sent' || taken ? 'sent' : isOver ? 'failed' : state;
	if (next === state && news.length === 0) return null;
	const all = [problem, ...news].filter(Boolean).join(' ');
	return {
		...known,
		state: next,
		...(state !== 'sent' && taken && { at: (taken.ended_at ?? new Date()).toISOString() }),
		...(all && { problem: all }),
	};
}
