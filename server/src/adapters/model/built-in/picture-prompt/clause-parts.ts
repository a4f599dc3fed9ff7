/** The parts of a condition between its joints, with the hours that are said in each. */
import { type Condition, flat, negate } from '../sight/condition.ts';
import type { Item, Joint } from './items.ts';
import { unknown } from './phrase.ts';

export interface Part {
	joint: Joint | null;
	/** Only a comma stands before it. */
	isComma: boolean;
	/** A comma stands before the joint. */
	isApart: boolean;
	items: Item[];
	hours: Condition[];
	/** The hours in the customer's words. */
	said: string[];
}

export const GLUE: readonly Item['is'][] = ['link', 'article', 'definite', 'who', 'weak'];

/** Whether items are more than a link between others. */
export const spoken = (items: Item[]) =>
	items.some(({ is }) => !GLUE.includes(is) && is !== 'relation' && is !== 'on');

/** The parts between joints; a comma is what the next joint is. */
export function partsOf(items: Item[], asked: boolean): Part[] {
	const newPart = (joint: Joint | null): Part => ({
		joint,
		isComma: joint === 'comma',
		isApart: false,
		items: [],
		hours: [],
		said: [],
	});
	let parts: Part[] = [newPart(null)];
	let isDenied = false;
	for (const [at, item] of items.entries()) {
		const part = parts.at(-1) as Part;
		const isEmpty = part.items.length === 0 && part.hours.length === 0;
		if (item.is === 'joint') {
			if (isEmpty && parts.length > 1)
				Object.assign(
					part,
					item.joint === 'comma'
						? {}
						: { joint: item.joint, isComma: false, isApart: part.joint === 'comma' },
				);
			else parts.push(newPart(item.joint));
		} else if (item.is === 'hours') {
			part.said.push(item.words);
			part.hours.push(
				isDenied ? negate({ op: 'time', hours: item.hours }) : { op: 'time', hours: item.hours },
			);
		} else if (
			items[at + 1]?.is === 'hours' &&
			(item.is === 'not' ||
				item.is === 'except' ||
				(/^outside(?: of)?$/.test(item.words) && /^\d/.test(items[at + 1]?.words ?? '')))
		) {
			isDenied = true;
			continue;
		} else part.items.push(item);
		isDenied = false;
	}
	parts = withHoursJoined(parts);
	for (const [at, { items: own }] of parts.entries()) {
		const next = parts[at + 1];
		const not = own.at(-1);
		if (next?.joint !== 'with' || not?.is !== 'not') continue;
		// "A dog that is not with a person" must be there; "the dog is not with a person" may be away.
		const isSome = own.some((item) => item.is === 'article' || (item.is === 'thing' && item.meaning.plural));
		if (isSome) next.items.unshift(...own.splice(-1));
		else {
			own.push({ ...not, is: 'change', words: 'not with' }, ...next.items.splice(0));
			next.joint = 'and';
		}
	}
	const isBare =
		parts.length > 2 && parts.every(({ items: own }) => own.length === 1 && own[0]?.is === 'thing');
	let later: Joint =
		(asked || isBare) && !parts.some(({ items: own }) => isDeniedPart(own)) ? 'comma' : 'and';
	for (const part of parts.toReversed()) {
		if (part.joint === 'comma') part.joint = isDeniedPart(part.items) ? 'and' : later;
		else if (part.joint === 'or' || part.joint === 'and') later = part.joint;
	}
	return parts;
}

/** "At night or on weekends" is either of them; "after 9pm, but not on Fridays" both. */
function withHoursJoined(parts: Part[]): Part[] {
	const joined: Part[] = [];
	for (const part of parts) {
		const before = joined.at(-1);
		if (!before?.hours.length || part.hours.length === 0 || spoken(part.items)) {
			joined.push(part);
			continue;
		}
		const [first, second] = [flat('and', before.hours), flat('and', part.hours)];
		const isBoth = part.joint === 'but' || part.hours.some(({ op }) => op === 'not');
		// Whether "at night and on weekends" is both or either, nobody can say.
		const either = flat('or', [first, second]);
		before.hours = isBoth
			? [first, second]
			: part.joint === 'or'
				? [either]
				: [
						flat('or', [
							flat('and', [first, second]),
							flat('and', [either, unknown(`${before.said.join(' ')} and ${part.said.join(' ')}`)]),
						]),
					];
		before.said.push(...part.said);
	}
	return joined;
}

/** "Any animal that is not a dog or a cat", "anything except cats and dogs": the other kinds. The things behind stay together. */
export function asExceptions(items: Item[]): Item[] {
	if (!items.some(({ is }) => is === 'not' || is === 'except' || is === 'joint')) return items;
	const found: Item[] = [];
	let isExcept = false;
	const spokenAfter = items.map((): Item | undefined => undefined);
	for (let at = items.length - 2; at >= 0; at--) {
		const next = items[at + 1] as Item;
		spokenAfter[at] = GLUE.includes(next.is) ? spokenAfter[at + 1] : next;
	}
	let before: Item | undefined;
	for (const [at, item] of items.entries()) {
		const last = items[at - 1];
		if (last && !GLUE.includes(last.is)) before = last;
		const next = spokenAfter[at];
		const [own, other] = [
			before?.is === 'thing' ? before.meaning.kinds : [],
			next?.is === 'thing' ? next.meaning.kinds : [],
		];
		const isPart = other.length > 0 && own.length > other.length && other.every((kind) => own.includes(kind));
		if (item.is === 'not' && isPart && items[at - 1]?.is !== 'joint') {
			found.push({ ...item, is: 'except' });
			isExcept = true;
		} else if (
			item.is === 'joint' &&
			item.joint === 'but' &&
			before?.is === 'thing' &&
			before.meaning.label === 'person' &&
			next &&
			items[at + 1]?.is === 'definite'
		) {
			// "Anyone but my wife".
			found.push({ ...item, is: 'except' });
			isExcept = true;
		} else if (item.is === 'except' && items[at + 1]?.is !== 'hours') {
			// "Any animal, except for birds".
			if (found.at(-1)?.is === 'joint') found.pop();
			found.push(item);
			isExcept = true;
		} else if (
			isExcept &&
			item.is === 'joint' &&
			/^(?:and|or|comma)$/.test(item.joint) &&
			next &&
			/^(?:thing|unknown)$/.test(next.is) &&
			!items.slice(at + 1).some(({ is, words }) => is === 'link' || words === 'about')
		) {
			found.push({ ...item, is: 'article' });
		} else {
			isExcept &&= GLUE.includes(item.is) || item.is === 'thing' || item.is === 'unknown';
			found.push(item);
		}
	}
	return found;
}

export const isDeniedPart = (items: Item[]) => items.find(({ is }) => !GLUE.includes(is))?.is === 'not';
