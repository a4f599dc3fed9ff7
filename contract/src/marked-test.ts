import type { Verdict } from './mark.ts';

/** How a model judged what customers have marked, in counts. Without packages, for the portal. */
export interface MarkedTest {
	/** How many marked runs it was asked about and answered. */
	of: number;
	/** How many of their verdicts were right before. */
	right_before: number;
	/** How many of its verdicts agree with the marks. */
	right: number;
	/** The verdicts that changed, and how often the new one agrees with the mark. */
	changes: { before: Verdict; now: Verdict; times: number; right: number }[];
	/** How many it did not answer. */
	unanswered: number;
}

/** In sentences; empty if there was nothing to ask about. */
export function markedInWords({ of, right_before, right, changes, unanswered }: MarkedTest): string {
	if (of + unanswered === 0) return '';
	const marked = `${of} ${of === 1 ? 'verdict' : 'verdicts'} that customers marked`;
	const changed = changes.map(
		({ before, now, times, right }) =>
			`${times} from \u201c${before}\u201d to \u201c${now}\u201d, of which ${right} ${right === 1 ? 'is' : 'are'} right`,
	);
	return [
		`Of the last ${marked}, ${right_before} ${right_before === 1 ? 'was' : 'were'} right; with this model it is ${right}.`,
		...(changed.length > 0 ? [`Changed: ${changed.join('; ')}.`] : []),
		...(unanswered > 0 ? [`${unanswered} ${unanswered === 1 ? 'was' : 'were'} not answered.`] : []),
	].join(' ');
}
