import type { Capture } from '@watchword/contract/device';
import type { RunSummary } from '@watchword/contract/run';
import { exactTime } from '../../../lib/time.ts';
import type { Subject } from './use-trials.ts';

export function ofCapture({ id, captured_at, image_path, thumb_path }: Capture): Subject {
	const at = Date.parse(captured_at) / 1000;
	return {
		key: id,
		on: { kind: 'capture', captureId: id },
		title: `Captured ${exactTime(at)}`,
		at,
		picture: { small: thumb_path ?? image_path, large: image_path },
		run: null,
	};
}

export const ofRun = (run: RunSummary): Subject => ({
	key: run.id,
	on: { kind: 'run', runId: run.id },
	title: titleOf(run),
	at: run._timestamp,
	picture: run._triggerType === 'capture' ? { small: run.trigger_capture, large: run.trigger_capture } : null,
	run,
});

function titleOf({ _triggerType, _timestamp, trigger_subject, trigger_from }: RunSummary): string {
	if (_triggerType === 'email') return mailTitle({ trigger_subject, trigger_from });
	const when = _timestamp === null ? 'at a time that is not known' : exactTime(_timestamp);
	return `${_triggerType === 'capture' ? 'Captured' : 'Ran'} ${when}`;
}

export const mailTitle = ({
	trigger_subject,
	trigger_from,
}: Pick<RunSummary, 'trigger_subject' | 'trigger_from'>) =>
	`${trigger_subject || 'No subject'}, from ${trigger_from || 'an unknown sender'}`;
