/** Hours in a condition: which part of it they hold for. */
import { all, type Condition, flat, negate } from '../sight/condition.ts';
import type { Hours } from './hours.ts';
import type { Item } from './items.ts';
import type { Joint } from './joints.ts';

/** A part of a condition between two joints. */
interface Part {
	joint: Joint | null;
	/** A comma stands before the joint. */
	isApart: boolean;
	/** Without its hours. */
	items: Item[];
	hours: Condition[];
	/** The hours come before what they are said of. */
	isLeading: boolean;
}

/**
 * Reads a condition with its hours. Hours hold for all of it, if only one part names any: "a person or a car at night". If
 * several parts do, each has its own.
 */
export function readTimed(items: Item[], read: (items: Item[]) => Condition | null): Condition | null {
	if (!items.some(({ is }) => is === 'time')) return read(items);
	const parts = partsOf(items);
	const timed = parts.filter(({ hours }) => hours.length > 0);
	const [one] = timed;
	const plain = (some: Part[]) => read(withoutHours(some));
	if (!one) return plain(parts);
	const spoken = parts.filter(({ items }) => items.some(isSpoken));
	const isEither = parts.slice(1).every(({ joint }) => joint === 'or' || joint === 'comma');
	const isDenied = items.some(({ is }) => is === 'not');
	if (timed.length > 1) {
		// "Nobody by day and no car at night": whether both must hold, nobody can say.
		if (!isEither) return isDenied ? unknownOf(timed) : all([...told(plain(parts)), unknownOf(timed)]);
		return either(alternatives(parts), plain);
	}
	// "Outside of office hours, which are 9am-5pm": whether it means these hours or all others.
	if (items.some(({ is, words }) => is !== 'time' && /\bhours$/.test(words)))
		return all([...told(plain(parts)), unknownOf(timed)]);
	const within = flat('and', one.hours);
	if (spoken.length < 2 || !isEither || isDenied || one.isLeading || !one.items.some(isSpoken))
		return all([...told(plain(parts)), within]);
	// "A person at night or a car", "a car at the gate, or a person after 10pm".
	const last = parts.at(-1);
	if (one !== last || one.isApart) return either(alternatives(parts), plain);
	// "A person or a car after 10pm"; but behind a place, the hours may be those of the last one alone.
	const earlier = parts.slice(0, -1);
	if (earlier.every(({ items }) => items.at(-1)?.is === 'thing' || items.length === 0))
		return all([...told(plain(parts)), within]);
	const before = plain(earlier);
	const after = plain([one]);
	const mayBe: Condition = {
		op: 'or',
		parts: [within, unknown([`even if not ${wordsOf([one]).join(' ')}`])],
	};
	return flat('or', [
		...(before ? [flat('and', [before, mayBe])] : []),
		...(after ? [flat('and', [after, within])] : []),
	]);
}

const told = (condition: Condition | null) => (condition ? [condition] : []);

/** What is more than a link between other words. */
const isSpoken = ({ is }: Item) => !['link', 'clause', 'article', 'definite', 'relation', 'on'].includes(is);

function partsOf(items: Item[]): Part[] {
	const parts: Part[] = [{ joint: null, isApart: false, items: [], hours: [], isLeading: false }];
	let isDenied = false;
	for (const [at, item] of items.entries()) {
		const part = parts.at(-1) as Part;
		if (item.is === 'joint') {
			const isEmpty = part.items.length === 0 && part.hours.length === 0 && parts.length > 1;
			// "..., or": one joint.
			if (isEmpty && part.joint === 'comma') Object.assign(part, { joint: item.joint, isApart: true });
			else parts.push({ joint: item.joint, isApart: false, items: [], hours: [], isLeading: false });
		} else if (item.is === 'time') {
			if (part.hours.length === 0) part.isLeading = !part.items.some(isSpoken);
			const within: Condition = { op: 'time', hours: item.hours };
			part.hours.push(isDenied ? negate(within) : within);
		} else if (isExcept(item, items[at + 1])) {
			isDenied = true;
			continue;
		} else part.items.push(item);
		isDenied = false;
	}
	return joinHours(parts);
}

/** "Not at night", "except on Sundays", "outside 6am-6pm"; but "a bike outside at night". */
export function isExcept({ is, words }: Item, next: Item | undefined): boolean {
	if (next?.is !== 'time') return false;
	if (/^outside(?: of)?$/.test(words)) return /^\d/.test(next.words);
	return is === 'not' || /^(?:except|besides|apart from|other than)$/.test(words);
}

/** "Before 7am or after 8pm" is either of them. Days and hours joined by "and" may both be needed, or one. */
function joinHours(parts: Part[]): Part[] {
	const joined: Part[] = [];
	for (const part of parts) {
		const before = joined.at(-1);
		const isMore = before && before.hours.length > 0 && part.hours.length > 0 && !part.items.some(isSpoken);
		if (!isMore || part.joint === 'with') {
			joined.push(part);
			continue;
		}
		// "After 9pm, but not on Fridays".
		if (part.joint === 'but' || (part.joint !== 'or' && part.hours.some(({ op }) => op === 'not'))) {
			before.hours.push(...part.hours);
			continue;
		}
		const [first, second] = [flat('and', before.hours), flat('and', part.hours)];
		const either = flat('or', [first, second]);
		const isSure = part.joint === 'or' || hasDays(first) === hasDays(second);
		before.hours = [
			isSure
				? either
				: {
						op: 'or',
						parts: [
							flat('and', [first, second]),
							flat('and', [
								either,
								unknown([
									hoursOf(either)
										.map(({ words }) => words)
										.join(' and '),
								]),
							]),
						],
					},
		];
	}
	return joined;
}

const hasDays = (condition: Condition) => hoursOf(condition).some(({ days }) => days !== undefined);

function hoursOf(condition: Condition): Hours[] {
	if (condition.op === 'time') return [condition.hours];
	if (condition.op === 'not') return hoursOf(condition.part);
	return condition.op === 'and' || condition.op === 'or' ? condition.parts.flatMap(hoursOf) : [];
}

/** The parts by the "or" between them. A comma in a list goes with what follows. */
function alternatives(parts: Part[]): Part[][] {
	const found: Part[][] = [];
	for (const part of parts) {
		if (part.joint === null || part.joint === 'or' || found.length === 0) found.push([part]);
		else found.at(-1)?.push(part);
	}
	return found;
}

function either(some: Part[][], read: (parts: Part[]) => Condition | null): Condition | null {
	const found = some.flatMap((parts) => {
		const condition = all([...told(read(parts)), ...parts.flatMap(({ hours }) => hours)]);
		return condition ?? [];
	});
	return found.length > 0 ? flat('or', found) : null;
}

/** The items as they were, with their joints and without their hours. */
function withoutHours(parts: Part[]): Item[] {
	return parts.flatMap(({ joint, items }, index) => {
		const at = items[0]?.from ?? 0;
		const item: Item[] =
			joint && index > 0 && items.length > 0 ? [{ is: 'joint', joint, words: joint, from: at, to: at }] : [];
		return [...item, ...items];
	});
}

const unknown = (words: string[]): Condition => ({ op: 'unknown', words });
const wordsOf = (parts: Part[]) =>
	parts.flatMap(({ hours }) => hours.flatMap(hoursOf)).map(({ words }) => words);
const unknownOf = (parts: Part[]) => unknown(wordsOf(parts));
