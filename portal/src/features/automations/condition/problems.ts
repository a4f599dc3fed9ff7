/** What is wrong with a condition, in sentences that say what to change. */
import {
	type Condition,
	holds,
	isGroup,
	negated,
	type Part,
	partsOf,
	type Seen,
} from '@watchword/contract/condition';
import { conditionInWords } from '@watchword/contract/condition-words';
import { isDue } from '@watchword/contract/day-rule';
import { zoneKey } from '@watchword/contract/zone';
import { same } from '../form/same.ts';

/** `zones` are the camera's, if they are known. */
export function problemsIn(condition: Condition, zones: readonly string[] | undefined): string[] {
	const gone = zones ? partsOf(condition).flatMap((part) => goneZone(part, zones)) : [];
	return [...new Set([...gone, ...contradictions(condition)])];
}

function goneZone(part: Part, zones: readonly string[]): string[] {
	if (!('where' in part) || !part.where || !('zone' in part.where)) return [];
	const { zone } = part.where;
	return zones.some((name) => zoneKey(name) === zoneKey(zone))
		? []
		: [`The camera has no zone “${zone}” any more. Choose another place.`];
}

/** Two parts that must hold together and cannot. */
function contradictions(condition: Condition): string[] {
	if (!isGroup(condition)) return [];
	const inside = condition.of.flatMap(contradictions);
	if (condition.is !== 'all') return inside;
	const pairs = condition.of.flatMap((one, at) => condition.of.slice(at + 1).map((other) => [one, other]));
	return [
		...pairs.flatMap(([one, other]) =>
			one && other && excludes(one, other)
				? [
						`“${conditionInWords(one)}” and “${conditionInWords(other)}” are never true together. Change one of them.`,
					]
				: [],
		),
		...inside,
	];
}

function excludes(one: Condition, other: Condition): boolean {
	if (same(negated(one), other)) return true;
	if (one.is !== 'seen' || other.is !== 'seen' || one.not || other.not) return false;
	return same(besides(one), besides(other)) && (isLess(one, other) || isLess(other, one));
}

const isLess = (one: Seen, other: Seen) => one.most !== null && one.most < other.least;
const besides = ({ kinds, where, beside }: Seen) => ({ kinds: kinds.toSorted(), where, beside });

const DAY_MS = 24 * 60 * 60 * 1000;
/** A leap day may be eight years away. */
const MAX_DAYS = 9 * 366;

/** The next three days on which a schedule is due, from a day on. */
export function nextDaysOf(condition: Condition, from: Date): Date[] {
	const found: Date[] = [];
	for (let ahead = 0; ahead < MAX_DAYS && found.length < 3; ahead++) {
		const day = new Date(from.getTime() + ahead * DAY_MS);
		const judge = (part: Part) =>
			part.is === 'days' ? isDue(part.rule, day) : part.is === 'every' ? true : null;
		if (holds(condition, judge)) found.push(day);
	}
	return found;
}
