import type { RunSummary } from '@watchword/contract/run';

type Tone = 'good' | 'calm' | 'attention' | 'loss';

/** The outcome of a run in one or two words, with a colour. */
export function outcomeOf(run: Pick<RunSummary, '_status' | 'action_verdict' | '_reason'>): {
	words: string;
	tone: Tone;
} {
	if (run._status === 'failed') return { words: 'Failed', tone: 'loss' };
	if (run._status === 'skipped') return { words: 'Skipped', tone: 'attention' };
	if (run._status === 'queued') return { words: 'Waiting', tone: 'calm' };
	if (run._status === 'waiting') return { words: 'Waiting for you', tone: 'attention' };
	if (run._status === 'decided') return { words: 'Running', tone: 'calm' };
	if (run.action_verdict === 'cannot tell') return { words: 'Cannot tell', tone: 'attention' };
	if (run.action_verdict === 'not met') return { words: 'Not met', tone: 'calm' };
	return { words: 'Done', tone: 'good' };
}

export const TONES: Record<Tone, string> = {
	good: 'bg-accent-soft text-accent',
	calm: 'bg-sunken text-muted',
	attention: 'bg-attention-soft text-attention',
	loss: 'bg-loss-soft text-loss',
};

/** The result of the condition, in the words of the card. */
export function conditionOf(met: boolean | null): string {
	if (met === null) return 'Cannot tell';
	return met ? 'Yes' : 'No';
}

const TOLD: Record<NonNullable<RunSummary['action_tells']>, string> = {
	begin: 'Told: it began',
	again: 'Told again: it still lasts',
	over: 'Told: it is over',
	every: 'Told, as each time',
};

/** Whether people were notified of a capture, and if not, why; null if that does not apply. */
export function toldInWords(
	run: Pick<
		RunSummary,
		'_triggerType' | '_actionType' | '_status' | '_reason' | 'action_verdict' | 'action_tells'
	>,
): string | null {
	if (run._status === 'failed' || run._status === 'skipped') return run._reason;
	if (run._triggerType !== 'capture' || run._actionType !== 'sendEmail' || run._status !== 'succeeded')
		return null;
	if (run._reason) return run.action_verdict === 'met' || run.action_tells ? run._reason : null;
	return run.action_tells && TOLD[run.action_tells];
}
