import { and, eq, isNotNull } from 'drizzle-orm';
import { snoozeLinkOf, snoozeUrls } from '../../automations/snooze-links.ts';
import type { ChannelMessage } from '../../deliveries/channels/channel.ts';
import { noteAnswer } from '../../deliveries/channels/channels.ts';
import { sendToChannel } from '../../deliveries/channels/send.ts';
import { type MessageWords, messageWords } from '../../deliveries/messages.ts';
import { channels, deliveries } from '../../deliveries/tables.ts';
import type { Db } from '../../ports/database.ts';
import { automationRuns } from '../../runs/tables.ts';
import { pictureOf } from '../actions/mail-pictures.ts';
import { noteAnswers } from '../alerts/answers.ts';
import type { LeasedDelivery } from './lease.ts';
import type { DeliveryNeeds, Sender } from './sender.ts';

/** Sends a message about a run to one channel of its owner. */
export const channelSender: Sender = {
	async send(needs, delivery) {
		const { db } = needs;
		const [channel] = await db
			.select()
			.from(channels)
			.where(and(eq(channels.id, delivery.channelId ?? ''), eq(channels._owner, delivery._owner)));
		if (!channel) return { outcome: 'dropped', problem: 'This channel was removed.' };
		const message = await messageOf(needs, delivery);
		if (!message) return { outcome: 'dropped', problem: 'The run is not kept any more.' };
		return sendToChannel(needs, channel.target, message);
	},
	async afterEnd({ db }, { _owner, runId, channelId, event }, sent, ended) {
		if (channelId && sent.outcome !== 'dropped') {
			await noteAnswer(db, channelId, sent.outcome === 'failed' ? sent.problem : null);
		}
		if (ended && runId && (event === 'alert' || event === 'held')) await noteAnswers(db, _owner, runId);
	},
};

/** The words were stored with the delivery. The rest is found now, so that it works when the message arrives. */
async function messageOf(needs: DeliveryNeeds, delivery: LeasedDelivery): Promise<ChannelMessage | null> {
	const { db, objects, publicUrl } = needs;
	const { event, payload, runId } = delivery;
	const [run] = await db
		.select()
		.from(automationRuns)
		.where(eq(automationRuns.id, runId ?? ''));
	if (!run) return null;
	const { title, body } = messageWords(payload as unknown as MessageWords);
	const isQuestion = event === 'ask';
	const snooze = isQuestion ? null : await snoozeLinkOf(db, run._automationId, run.id);
	return {
		id: isQuestion ? `ask-${run.id}` : run.id,
		title,
		text: body,
		open: `${publicUrl}/app/runs?run=${run.id}`,
		snooze: snooze && snoozeUrls(publicUrl, snooze).hour,
		picture: await pictureOf(objects, run),
		quiet: event === 'update',
		replaces: event === 'update' ? await firstOf(db, delivery) : null,
	};
}

/** How the channel knows the alert that this updates. */
async function firstOf(db: Db, { runId, channelId }: LeasedDelivery): Promise<string | null> {
	const [first] = await db
		.select({ reference: deliveries.reference })
		.from(deliveries)
		.where(
			and(
				...[eq(deliveries.runId, runId ?? ''), eq(deliveries.channelId, channelId ?? '')],
				...[eq(deliveries.event, 'alert'), isNotNull(deliveries.reference)],
			),
		);
	return first?.reference ?? null;
}
