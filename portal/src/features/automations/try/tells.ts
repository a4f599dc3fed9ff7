import type { AlertSettings } from '@watchword/contract/alerts';
import { advance, NOTHING_SEEN, type Tells, type Watching } from '@watchword/contract/watch';
import type { State, Subject } from './use-trials.ts';

/** The notification that a capture would have caused, why there would be none, or null if it did not show what is watched for. */
export type Told = { mail: Tells } | { silent: 'known' | 'waits' | 'soon' } | null;

type Options = Pick<
	AlertSettings,
	'_tell' | '_tellAgainMinutes' | '_tellOver' | '_tellTwice' | '_leastMinutes'
>;

const MINUTE = 60_000;

/**
 * The notifications that captures would have caused, by key, if they had come one after the other in the order they were taken.
 * Snooze and quiet hours are ignored.
 */
export function tellsOf(
	tried: readonly (readonly [Subject, State])[],
	options: Options,
): ReadonlyMap<string, Told> {
	let watching: Watching = NOTHING_SEEN;
	let lastMailAt = Number.NEGATIVE_INFINITY;
	const told = new Map<string, Told>();
	for (const { key, at, verdict } of takenIn(tried)) {
		const step = advance(watching, options, verdict, at);
		watching = step.watching;
		if (step.tells === null) {
			const isMet = verdict === 'met';
			told.set(key, isMet ? { silent: step.change === 'waits' ? 'waits' : 'known' } : null);
		} else if (options._leastMinutes !== null && at - lastMailAt < options._leastMinutes * MINUTE) {
			told.set(key, { silent: 'soon' });
		} else {
			told.set(key, { mail: step.tells });
			lastMailAt = at;
			if (watching.open) watching = { ...watching, open: { ...watching.open, toldAt: at } };
		}
	}
	return told;
}

/** The captures with a verdict, in the order they were taken. */
function takenIn(tried: readonly (readonly [Subject, State])[]) {
	return tried
		.flatMap(([{ key, at }, state]) =>
			state.is === 'done' && at !== null ? [{ key, at: at * 1000, verdict: state.trial.verdict }] : [],
		)
		.sort((a, b) => a.at - b.at);
}

const REASONS: Record<Tells, string> = {
	begin: 'Would tell: it begins',
	again: 'Would tell: it still lasts',
	over: 'Would tell: it is over',
	every: 'Would tell',
};
const SILENT = {
	known: 'Nothing new to tell',
	waits: 'Waits for a second capture that agrees',
	soon: 'Too soon after the one before',
};

export const toldInWords = (told: NonNullable<Told>) =>
	'mail' in told ? REASONS[told.mail] : SILENT[told.silent];

/** "2 of these 20 captures would have told you." */
export function mailsInWords(told: ReadonlyMap<string, Told>): string {
	const mails = [...told.values()].filter((one) => one && 'mail' in one).length;
	if (told.size === 1) return mails === 1 ? 'It would have told you.' : 'It would not have told you.';
	const count = mails === 0 ? 'None' : mails === told.size ? 'Each' : mails;
	return `${count} of these ${told.size} captures would have told you.`;
}
