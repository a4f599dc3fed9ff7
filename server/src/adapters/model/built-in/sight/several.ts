/** Conditions on several pictures at once. */

import type { Clock } from '../picture-prompt/hours.ts';
import { type Condition, evaluate, flat } from './condition.ts';
import type { Scene } from './scene.ts';

const ANY = Number.POSITIVE_INFINITY;

/** Whether it asks for something to be missing, or for no more than so many. */
export function asksForAbsence(condition: Condition): boolean {
	if (condition.op === 'not') return true;
	if (condition.op === 'count') return condition.most !== ANY;
	return 'parts' in condition && condition.parts.some(asksForAbsence);
}

/**
 * What must be there has to be in one of the pictures, what must be missing in none of them. A picture that was not looked
 * at (null) could show anything.
 */
export function evaluateAll(
	condition: Condition,
	pictures: readonly (Scene | null)[],
	clock: Clock | null,
): boolean | null {
	const inAny = (part: Condition) =>
		either(pictures.map((scene) => (scene === null ? null : evaluate(part, scene, clock))));
	const inAll = (part: Condition) => evaluateAll(part, pictures, clock);
	if (!asksForAbsence(condition)) return inAny(condition);
	switch (condition.op) {
		case 'not':
			return opposite(inAll(condition.part));
		case 'count': {
			const tooMany = inAny({ ...condition, least: condition.most + 1, most: ANY });
			return both([opposite(tooMany), condition.least > 0 ? inAny({ ...condition, most: ANY }) : true]);
		}
		case 'or':
			return either(condition.parts.map(inAll));
		case 'and': {
			// "A person and a dog, but no car": the first two are in the same picture.
			const there = condition.parts.filter((part) => !asksForAbsence(part));
			const missing = condition.parts.filter(asksForAbsence);
			return both([...(there.length > 0 ? [inAny(flat('and', there))] : []), ...missing.map(inAll)]);
		}
		default:
			return inAny(condition);
	}
}

type Held = boolean | null;
const opposite = (held: Held): Held => (held === null ? null : !held);
const either = (held: Held[]): Held => (held.includes(true) ? true : held.includes(null) ? null : false);
const both = (held: Held[]): Held => (held.includes(false) ? false : held.includes(null) ? null : true);
