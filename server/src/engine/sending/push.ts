import type { PushMessage } from '@watchword/contract/push';
import { NOTICE } from '../../deliveries/messages.ts';
import { postPush } from '../../deliveries/send-push.ts';
import { findSubscription } from '../../deliveries/subscriptions.ts';
import { noteAnswers } from '../alerts/answers.ts';
import { findPushed, messageOf } from './push-message.ts';
import type { Sender } from './sender.ts';

/** Sends a message to one browser of its owner, nearly always about a run. */
export const pushSender: Sender = {
	async send(needs, delivery) {
		const { db } = needs;
		const subscription = await findSubscription(db, delivery._owner, delivery.pushId ?? '');
		if (!subscription) return { outcome: 'dropped', problem: 'This browser was removed.' };
		if (delivery.event === NOTICE) {
			const message = delivery.payload as unknown as PushMessage;
			return postPush(needs, subscription, message, message.tag);
		}
		const run = await findPushed(db, delivery.runId);
		if (!run) return { outcome: 'dropped', problem: 'The run is not kept any more.' };
		return postPush(needs, subscription, await messageOf(needs, run, delivery), run._automationId);
	},
	async afterEnd({ db }, { _owner, runId, event }, _sent, ended) {
		if (ended && runId && (event === 'alert' || event === 'held')) await noteAnswers(db, _owner, runId);
	},
};
