import type { Dashboard } from '@watchword/contract/dashboard';
import type { Outcome } from '@watchword/contract/run';

/** The name and the colour of each outcome, from the bottom of a bar to its top. */
export const LOOKS: Record<Outcome, { words: string; fill: string; dot: string }> = {
	done: { words: 'Done', fill: 'fill-accent', dot: 'bg-accent' },
	'not-met': { words: 'Not met', fill: 'fill-line-strong', dot: 'bg-line-strong' },
	open: { words: 'Waiting', fill: 'fill-line', dot: 'bg-line' },
	'cannot-tell': { words: 'Cannot tell', fill: 'fill-attention', dot: 'bg-attention' },
	skipped: { words: 'Skipped', fill: 'fill-attention/45', dot: 'bg-attention/45' },
	failed: { words: 'Failed', fill: 'fill-loss', dot: 'bg-loss' },
};
const STACK = Object.keys(LOOKS) as Outcome[];

type Hours = Dashboard['hours'];

/** One bar: the runs of one hour, and where each part begins and ends. */
export interface Bar {
	hour: number;
	total: number;
	parts: { outcome: Outcome; runs: number; from: number; to: number }[];
}

export function barsOf(hours: Hours): Bar[] {
	return Array.from({ length: 24 }, (_, hour) => {
		let total = 0;
		const parts = STACK.flatMap((outcome) => {
			const runs = hours.find((part) => part.hour === hour && part.outcome === outcome)?.runs ?? 0;
			const from = total;
			total += runs;
			return runs > 0 ? [{ outcome, runs, from, to: total }] : [];
		});
		return { hour, total, parts };
	});
}

/** How many runs of the day had each outcome. Outcomes without runs are left out. */
export const totalsOf = (hours: Hours) =>
	STACK.map((outcome) => ({
		outcome,
		runs: hours.filter((part) => part.outcome === outcome).reduce((sum, part) => sum + part.runs, 0),
	})).filter(({ runs }) => runs > 0);

export const partsInWords = (parts: { outcome: Outcome; runs: number }[]) =>
	parts
		.map(({ outcome, runs }) => `${runs.toLocaleString()} ${LOOKS[outcome].words.toLowerCase()}`)
		.join(', ');
