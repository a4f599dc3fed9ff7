import type { Answer } from '@watchword/contract/verdict';

export type Verdict = Answer['verdict'];
export type Grade = 'right' | 'wrong' | 'cannot tell';

/**
 * A verdict is right if it is accepted. "Cannot tell" is right only if nothing else is accepted; otherwise it is a missed
 * chance, which misled nobody.
 */
export function grade(given: Verdict, accept: Verdict[]): Grade {
	if (given !== 'cannot tell') return accept.includes(given) ? 'right' : 'wrong';
	return accept.every((verdict) => verdict === 'cannot tell') ? 'right' : 'cannot tell';
}

export interface Tally {
	all: number;
	right: number;
	wrong: number;
	cannotTell: number;
	/** A wrong verdict weighs twice, so that a guess pays only if it is right two times in three. */
	score: number;
}

export function tally(grades: Grade[]): Tally {
	const count = (wanted: Grade) => grades.filter((one) => one === wanted).length;
	const [all, right, wrong] = [grades.length, count('right'), count('wrong')];
	return {
		all,
		right,
		wrong,
		cannotTell: count('cannot tell'),
		score: all === 0 ? 0 : Math.round((100 * (right - 2 * wrong)) / all),
	};
}

/** A table for people: one line a group, the largest group first. */
export function table(groups: [name: string, grades: Grade[]][]): string {
	const lines = groups
		.filter(([, grades]) => grades.length > 0)
		.map(([name, grades]) => {
			const { all, right, wrong, cannotTell, score } = tally(grades);
			const part = (count: number) => `${count} (${Math.round((100 * count) / all)} %)`;
			return [name, String(all), part(right), part(wrong), part(cannotTell), String(score)];
		});
	const rows = [['', 'questions', 'right', 'confidently wrong', 'cannot tell', 'score'], ...lines];
	const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
	const line = (row: string[]) => `| ${row.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(' | ')} |`;
	const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
	return [line(rows[0] ?? []), rule, ...rows.slice(1).map(line)].join('\n');
}

/** Grades by the names of each entry, the most frequent name first. */
export function groupBy<T extends { grade: Grade }>(
	entries: T[],
	names: (entry: T) => string[],
): [string, Grade[]][] {
	const groups = new Map<string, Grade[]>();
	for (const entry of entries) {
		for (const name of names(entry)) groups.set(name, [...(groups.get(name) ?? []), entry.grade]);
	}
	return [...groups].sort(([, a], [, b]) => b.length - a.length);
}
