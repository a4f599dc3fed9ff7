import type { Answer } from './verdict.ts';

/** What a customer may say about a run's verdict. Marked runs are the test set of their automation. */
export const MARKS = ['right', 'wrong'] as const;
export type Mark = (typeof MARKS)[number];

export type Verdict = Answer['verdict'];

/** The verdicts that agree with a mark. If "cannot tell" was wrong, either of the others may be right. */
export function expectedVerdicts(verdict: Verdict, mark: Mark): readonly Verdict[] {
	if (mark === 'right') return [verdict];
	if (verdict === 'cannot tell') return ['met', 'not met'];
	return [verdict === 'met' ? 'not met' : 'met'];
}
