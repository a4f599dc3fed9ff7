import type { RunSummary } from '@watchword/contract/run';

type Tone = 'good' | 'calm' | 'attention' | 'loss';

/** The outcome of a run at a glance: one or two words and how loud they are. */
export function outcomeOf(run: Pick<RunSummary, '_status' | 'action_verdict' | '_reason'>): {
	words: string;
	tone: Tone;
} {
	if (run._status === 'failed') return { words: 'Failed', tone: 'loss' };
	if (run._status === 'skipped') return { words: 'Skipped', tone: 'attention' };
	if (run._status === 'queued') return { words: 'Waiting', tone: 'calm' };
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

/** What the condition came to, in the words of the card. */
export function conditionOf(met: boolean | null): string {
	if (met === null) return 'Cannot tell';
	return met ? 'Yes' : 'No';
}
