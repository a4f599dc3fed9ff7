/** Changes of one place in a condition. The rest stays as it is. */
import {
	type Condition,
	type Group,
	isGroup,
	joined,
	negated,
	type Part,
	partsOf,
} from '@watchword/contract/condition';

/** The index in each group on the way to a part. */
export type Path = readonly number[];

/** What is left when the last part was removed. It cannot be saved. */
export const NOTHING: Condition = { is: 'all', of: [] };
export const isNothing = (condition: Condition) => partsOf(condition).length === 0;

export function conditionAt(whole: Condition, path: Path): Condition | undefined {
	const [first, ...rest] = path;
	if (first === undefined) return whole;
	const inner = isGroup(whole) ? whole.of[first] : undefined;
	return inner && conditionAt(inner, rest);
}

/** The condition with another one at a place; null removes it, and with it the groups that it leaves empty. */
export function changedAt(
	whole: Condition,
	path: Path,
	change: (one: Condition) => Condition | null,
): Condition {
	return changed(whole, path, change) ?? NOTHING;
}

function changed(
	whole: Condition,
	path: Path,
	change: (one: Condition) => Condition | null,
): Condition | null {
	const [first, ...rest] = path;
	if (first === undefined) return change(whole);
	if (!isGroup(whole)) return whole;
	const of = whole.of.flatMap((one, at) => (at === first ? (changed(one, rest, change) ?? []) : [one]));
	if (of.length === 0) return null;
	const group = joined(whole.is, of);
	return whole.not ? negated(group) : group;
}

/** "Every mail" says nothing more once there is a part. */
export const withPart = (whole: Condition | null, part: Part): Condition =>
	whole === null || isNothing(whole) || whole.is === 'every' ? part : joined('all', [whole, part]);

/** Turns the "and" or "or" before a part into the other one. Only its two neighbours change. */
export const rejoined = (whole: Condition, path: Path, before: number): Condition =>
	changedAt(whole, path, (group) => {
		if (!isGroup(group)) return group;
		const other: Group['is'] = group.is === 'all' ? 'any' : 'all';
		const pair = joined(other, group.of.slice(before - 1, before + 1));
		const next = joined(group.is, group.of.toSpliced(before - 1, 2, pair));
		return group.not ? negated(next) : next;
	});
