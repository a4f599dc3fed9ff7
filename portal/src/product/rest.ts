import type { AutomationSummary } from '@watchword/contract/automation';
import { momentInWords } from '../lib/time.ts';

/** Why an automation notifies nobody at the moment: it is paused, or snoozed for a while. */
export type Rest = { state: 'paused' | 'snoozed'; words: string };

type State = Pick<AutomationSummary, '_paused' | '_snoozedUntil'>;

/** Null if it works normally. `now` is in milliseconds. */
export function restOf({ _paused, _snoozedUntil }: State, now: number): Rest | null {
	if (_paused) return { state: 'paused', words: 'Paused' };
	const until = _snoozedUntil === null ? Number.NaN : Date.parse(_snoozedUntil);
	if (!(until > now)) return null;
	return { state: 'snoozed', words: `Snoozed until ${momentInWords(until, now)}` };
}
