import type { RunSummary } from '@watchword/contract/run';
import { remarkOf } from './notification.ts';

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

/** What runs of earlier versions said of notifications that were sent. */
const TOLD: Record<NonNullable<RunSummary['action_tells']>, string> = {
	begin: 'Told: it began',
	again: 'Told again: it still lasts',
	over: 'Told: it is over',
	every: 'Told, as each time',
};

type Told = Pick<
	RunSummary,
	| ('_triggerType' | '_actionType' | '_status' | '_reason')
	| ('action_verdict' | 'action_tells' | 'action_notification')
>;

/** Whether people were told, and if not, why; null if that does not apply, or if a mail simply was sent. */
export function toldInWords(run: Told, now: number): string | null {
	const { _status, _reason, action_notification } = run;
	if (_status === 'failed' || _status === 'skipped') return remarkOf(run, now);
	if (run._actionType !== 'sendEmail' || _status !== 'succeeded') return null;
	if (action_notification)
		return run._triggerType === 'capture' || _reason !== null ? remarkOf(run, now) : null;
	if (run._triggerType !== 'capture') return null;
	if (_reason) return run.action_verdict === 'met' || run.action_tells ? _reason : null;
	return run.action_tells && TOLD[run.action_tells];
}

/** Whether somebody got the alert of a capture. */
export const wasTold = ({ action_notification: told, action_tells, _reason }: Told) =>
	told ? told.by.length > 0 : _reason === null && action_tells !== null;
