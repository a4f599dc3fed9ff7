import type { Episode } from '@watchword/contract/episode';
import type { Run } from '@watchword/contract/run';
import { SHARED_PICTURES } from '@watchword/contract/sharing';
import { conditionOf } from '../../product/outcome.ts';

export type Shareable =
	| {
			kind: 'run';
			of: Pick<
				Run,
				| 'id'
				| '_triggerType'
				| '_status'
				| 'trigger_capture'
				| 'trigger_frames'
				| 'action_boxes'
				| 'action_verdict'
				| 'action_condition_met'
				| 'action_evidence'
			>;
	  }
	| { kind: 'episode'; of: Pick<Episode, 'id' | 'captures' | 'open' | 'evidence'> };

/** Whether there is anything to see. */
export const canBeShared = (shareable: Shareable) =>
	shareable.kind === 'episode' ||
	shareable.of.trigger_capture !== null ||
	shareable.of.action_evidence !== null;

/** What visitors of the link will see, one line each. The evidence follows, word for word. */
export function visibleParts(shareable: Shareable): string[] {
	if (shareable.kind === 'episode') {
		const { captures, open } = shareable.of;
		return [
			captures > SHARED_PICTURES
				? `${SHARED_PICTURES} of its pictures, from the first to the last`
				: 'Its pictures',
			...(open ? ['While it lasts, also the pictures that are still to come'] : []),
			'When it began and ended, with the time zone, and how many captures it has',
			'The verdict: Condition met, Yes',
		];
	}
	const { trigger_capture, trigger_frames, action_boxes, action_verdict, action_condition_met, _status } =
		shareable.of;
	const pictures = trigger_frames.length > 0 ? `Its ${trigger_frames.length + 1} pictures` : 'Its picture';
	return [
		...(trigger_capture
			? [`${pictures}${action_boxes.length > 0 ? ', with boxes around what was found' : ''}`]
			: []),
		'When it was, with the time zone',
		...(action_verdict ? [`The verdict: Condition met, ${conditionOf(action_condition_met)}`] : []),
		...(_status === 'queued' ? ['The verdict and the evidence, as soon as they are there'] : []),
	];
}

/** The heading of the evidence. */
export const evidenceTitle = ({ kind, of }: Shareable) =>
	kind === 'run' && of._triggerType === 'email' ? 'The evidence, which can quote the mail' : 'The evidence';

export const evidenceOf = ({ kind, of }: Shareable) => (kind === 'run' ? of.action_evidence : of.evidence);

export const hiddenParts = ({ kind, of }: Shareable) =>
	kind === 'run' && of._triggerType === 'email'
		? 'Nothing else is shown: not your name or address, the automation and its prompt, who was notified, nor who sent the mail, its subject, the rest of it and what was attached.'
		: 'Nothing else is shown: not your name or address, the camera, the automation and its prompt, who was notified, nor any other run.';
