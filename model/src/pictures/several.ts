/** Conditions on several pictures at once. */
import { type Condition, joined, negated } from '@watchword/contract/condition';
import { type Around, judge } from './judge.ts';
import type { Scene } from './scene.ts';

/** Whether it asks for something to be missing, or for no more than so many. */
export function asksForAbsence(condition: Condition): boolean {
	if (condition.not) return true;
	if (condition.is === 'seen') return condition.most !== null;
	return 'of' in condition && Array.isArray(condition.of) && condition.of.some(asksForAbsence);
}

/**
 * What must be there has to be in one of the pictures, what must be missing in none of them. A picture that was not looked
 * at (null) could show anything.
 */
export function holdsInAll(condition: Condition, pictures: readonly (Scene | null)[], around: Around): Held {
	const inAny = (part: Condition) =>
		either(pictures.map((scene) => (scene === null ? null : judge(part, scene, around).held)));
	const inAll = (part: Condition) => holdsInAll(part, pictures, around);
	if (!asksForAbsence(condition)) return inAny(condition);
	if (condition.not) return opposite(inAll(negated(condition)));
	switch (condition.is) {
		case 'seen': {
			const tooMany =
				condition.most === null ? false : inAny({ ...condition, least: condition.most + 1, most: null });
			return both([opposite(tooMany), condition.least > 0 ? inAny({ ...condition, most: null }) : true]);
		}
		case 'any':
			return either(condition.of.map(inAll));
		case 'all': {
			// "A person and a dog, but no car": the first two are in the same picture.
			const there = condition.of.filter((part) => !asksForAbsence(part));
			const missing = condition.of.filter(asksForAbsence);
			return both([...(there.length > 0 ? [inAny(joined('all', there))] : []), ...missing.map(inAll)]);
		}
		default:
			return inAny(condition);
	}
}

type Held = boolean | null;
const opposite = (held: Held): Held => (held === null ? null : !held);
const either = (held: Held[]): Held => (held.includes(true) ? true : held.includes(null) ? null : false);
const both = (held: Held[]): Held => (held.includes(false) ? false : held.includes(null) ? null : true);
