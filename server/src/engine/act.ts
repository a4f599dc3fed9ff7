import { storedNotification } from '../runs/notifications.ts';
import { replyToEmail } from './actions/reply-to-email.ts';
import { saveToStorage } from './actions/save-to-storage.ts';
import { sendEmail, updateAlert } from './actions/send-email.ts';
import { isToldAtOnce } from './alerts/told.ts';
import { forgetNotification, recountMail, uncountMail } from './alerts/unsent.ts';
import { askOwner, needsApproval, wasRefused } from './approval/ask.ts';
import { endRun } from './end.ts';
import type { EngineNeeds } from './engine-needs.ts';
import type { LeasedRun } from './lease.ts';

const ACTIONS = { sendEmail, replyToEmail, save: saveToStorage };

type Decided = Pick<LeasedRun, '_triggerType' | 'trigger_device_type' | 'action_verdict'> &
	Partial<Pick<LeasedRun, 'action_tells'>>;

/** Whether the action is carried out. An automation that watches continuously acts on every capture, whatever the verdict. */
export const shouldAct = (run: Decided) =>
	run.action_verdict === 'met' ||
	run.action_tells != null ||
	(run._triggerType === 'capture' && run.trigger_device_type === 'continuous');

/** Carries out the action of a decided run, if it is due, and ends the run. */
export async function act(needs: EngineNeeds, run: LeasedRun): Promise<void> {
	if (wasRefused(run)) {
		// An owner who discarded the mail has seen it, and is not asked about the same episode again.
		await (run.action_approval === 'discarded' ? uncountMail : forgetNotification)(needs.db, run);
		await endRun(needs, run, { _status: 'skipped', _reason: run._reason });
		return;
	}
	// The alert was already sent, is held for later, or must not be sent.
	if (run._reason !== null) {
		await endRun(needs, run, { _status: 'succeeded', _reason: run._reason });
		return;
	}
	if (!shouldAct(run)) {
		const why =
			run.action_verdict === 'not met'
				? 'The condition was not met'
				: 'Whether the condition was met could not be told';
		const isTold = isToldAtOnce(run);
		if (isTold) await updateAlert(needs, run, 'The language model does not agree.');
		const _reason = isTold
			? 'The built-in model was sure, but the language model does not agree.'
			: `${why}, so nothing was done.`;
		await endRun(needs, run, { _status: 'succeeded', _reason });
		return;
	}
	if (needsApproval(run)) {
		await askOwner(needs, run);
		return;
	}
	const outcome = await ACTIONS[run._actionType](needs, run);
	if (run.action_tells !== null && outcome.skipped !== undefined) await forgetNotification(needs.db, run);
	else if (run.action_tells !== null && run.action_approval !== null) await recountMail(needs.db, run);
	await endRun(needs, run, {
		...(outcome.skipped === undefined
			? { ...outcome.done, _status: 'succeeded' }
			: { _status: 'skipped', _reason: outcome.skipped }),
		...(outcome.notification && storedNotification(outcome.notification)),
	});
}
