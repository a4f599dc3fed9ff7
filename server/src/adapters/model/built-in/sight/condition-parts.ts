/** What a condition names: kinds, zones, and words that the detector cannot judge. */
import type { KnownObject } from '@watchword/contract/known-objects';
import type { Meaning } from '../picture-prompt/lexicon.ts';
import { type Condition, flat, negate } from './condition.ts';
import type { Where } from './zones.ts';

/** Every place in a zone that a condition names, with the kinds that must or must not be there. */
export function zonesOf(condition: Condition): { where: Where | undefined; what: Meaning }[] {
	switch (condition.op) {
		case 'count':
		case 'touch':
			return [{ where: condition.in, what: condition.what }];
		case 'not':
			return zonesOf(condition.part);
		case 'and':
		case 'or':
			return condition.parts.flatMap(zonesOf);
		default:
			return [];
	}
}

/** The condition without the words that the detector cannot judge; null if nothing is left. */
export function knownPart(condition: Condition): Condition | null {
	switch (condition.op) {
		case 'unknown':
			return null;
		case 'count':
		case 'touch': {
			const { only: _, ...known } = condition;
			return known;
		}
		case 'not': {
			const part = knownPart(condition.part);
			return part && negate(part);
		}
		case 'and':
		case 'or': {
			const parts = condition.parts.flatMap((part) => knownPart(part) ?? []);
			return parts.length > 0 ? flat(condition.op, parts) : null;
		}
		default:
			return condition;
	}
}

/** The words that the detector cannot judge, each once. */
export function unknownWords(condition: Condition): string[] {
	switch (condition.op) {
		case 'unknown':
			return [...new Set(condition.words)];
		case 'count':
		case 'touch':
			return condition.only ?? [];
		case 'not':
			return unknownWords(condition.part);
		case 'and':
		case 'or':
			return [...new Set(condition.parts.flatMap(unknownWords))];
		default:
			return [];
	}
}

/** The kinds that a condition requires. */
export function wanted(condition: Condition): KnownObject[] {
	switch (condition.op) {
		case 'count':
			return condition.most === 0 ? [] : [...condition.what.kinds];
		case 'touch':
			return [...condition.what.kinds];
		case 'taught':
			return condition.needs ? wanted(condition.needs) : [];
		case 'agree':
			return wanted(condition.part);
		case 'and':
		case 'or':
			return [...new Set(condition.parts.flatMap(wanted))];
		default:
			return [];
	}
}

/** Every kind that a condition names, wanted or not. */
export function kindsOf(condition: Condition): readonly KnownObject[] {
	switch (condition.op) {
		case 'count':
			return condition.what.kinds;
		case 'touch':
			return [...condition.what.kinds, ...condition.where.kinds];
		case 'taught':
			return condition.needs ? kindsOf(condition.needs) : [];
		case 'agree':
		case 'not':
			return kindsOf(condition.part);
		case 'and':
		case 'or':
			return condition.parts.flatMap(kindsOf);
		default:
			return [];
	}
}
