import { replyToEmail } from './actions/reply-to-email.ts';
import { saveToStorage } from './actions/save-to-storage.ts';
import { sendEmail } from './actions/send-email.ts';
import { type EngineNeeds, endRun } from './end.ts';
import type { LeasedRun } from './lease.ts';

const ACTIONS = { sendEmail, replyToEmail, save: saveToStorage };

type Decided = Pick<LeasedRun, '_triggerType' | 'trigger_device_type' | 'action_verdict'>;

/** Whether the action follows. A continuous watch acts on every capture, whatever the verdict. */
export const acts = (run: Decided) =>
	run.action_verdict === 'met' ||
	(run._triggerType === 'capture' && run.trigger_device_type === 'continuous');

/** Does what a decided run asks for, and ends it. */
export async function act(needs: EngineNeeds, run: LeasedRun): Promise<void> {
	if (!acts(run)) {
		const why =
			run.action_verdict === 'not met'
				? 'The condition was not met'
				: 'Whether the condition was met could not be told';
		await endRun(needs, run, { _status: 'succeeded', _reason: `${why}, so nothing was done.` });
		return;
	}
	const outcome = await ACTIONS[run._actionType](needs, run);
	await endRun(
		needs,
		run,
		outcome.skipped === undefined
			? { ...outcome.done, _status: 'succeeded' }
			: { _status: 'skipped', _reason: outcome.skipped },
	);
}
