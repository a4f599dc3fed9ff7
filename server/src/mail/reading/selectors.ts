/**
 * Selectors of a style sheet: tags, classes, ids, attributes, ancestors and siblings, positions among siblings, and `:not()`,
 * `:is()`, `:where()` and `:has()` of these. Others are ignored.
 */
import type { Element } from './elements.ts';

/** Selectors that depend on what follows an element or is inside it. */
export const LOOKS_AHEAD = /:(?:last-|only-|nth-last-|has\()/i;

/** How many comparisons are left, so that no sender can delay the others. */
export interface Effort {
	left: number;
}

interface Simple {
	tag: string | null;
	ids: string[];
	classes: string[];
	others: ((element: Element, effort: Effort) => boolean)[];
}

export interface Selector {
	/** From the element to its ancestors or siblings, each with the combinator to the next. */
	steps: { simple: Simple; joint: string }[];
	weight: number;
}

const MAX_STEPS = 8;
const MAX_PARTS = 8;
const MAX_AROUND = 100;
/** The deepest nesting of `:not(:is(...))`. */
const MAX_INSIDE = 3;
const OF_CLASS = 100;
const OF_ID = 10_000;

/** The characters of names in style sheets. */
const NAME = String.raw`(?!-?\d)[\w\-\u0080-\uffff]+`;
const JOINT = / ?([>+~]?) ?(?=[^ >+~])/y;
const TAG = /\*|[A-Za-z][\w-]*/y;
const PART = new RegExp(
	String.raw`([.#])(${NAME})|\[ ?([\w-]+) ?(?:([~^$*|]?)= ?(?:"(\d+)"|(${NAME})) ?([iIsS]?) ?)?\]|:([a-zA-Z-]+)(\()?`,
	'y',
);

/** Splits a list at commas outside of brackets. */
export function partsOfList(list: string): string[] {
	const parts: string[] = [];
	let depth = 0;
	let start = 0;
	for (const { 0: sign, index } of list.matchAll(/[([\])\],]/g)) {
		if (sign === '(' || sign === '[') depth++;
		else if (sign !== ',') depth--;
		else if (depth === 0) {
			parts.push(list.slice(start, index));
			start = index + 1;
		}
	}
	return [...parts, list.slice(start)].map((part) => part.trim());
}

/**
 * Null for an unsupported selector. White space is already reduced to single spaces, and each quoted text replaced by its
 * number in `quoted`, in quotes.
 */
export function readSelector(text: string, quoted: readonly string[], inside = 0): Selector | null {
	const steps: Selector['steps'] = [];
	let weight = 0;
	for (let at = 0; at < text.length; ) {
		const joint = matchAt(JOINT, text, at);
		if (!joint || (steps.length === 0 && joint[1] !== '') || steps.length === MAX_STEPS) return null;
		const read = readSimple(text, at + joint[0].length, quoted, inside);
		if (!read || read.end === at + joint[0].length) return null;
		steps.unshift({ simple: read.simple, joint: joint[1] ?? '' });
		weight += read.weight;
		at = read.end;
		if (at < text.length && !/[ >+~]/.test(text.charAt(at))) return null;
	}
	return steps.length === 0 ? null : { steps, weight };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
	pattern.lastIndex = at;
	return pattern.exec(text);
}

function readSimple(text: string, start: number, quoted: readonly string[], inside: number) {
	const tag = matchAt(TAG, text, start)?.[0] ?? '';
	const simple: Simple = {
		tag: tag === '' || tag === '*' ? null : tag.toLowerCase(),
		ids: [],
		classes: [],
		others: [],
	};
	let end = start + tag.length;
	let weight = simple.tag ? 1 : 0;
	for (let parts = 0; ; parts++) {
		const part = matchAt(PART, text, end);
		if (!part) return { simple, weight, end };
		if (parts === MAX_PARTS) return null;
		const [all, mark, name = '', attribute, sign, number, word, flag = '', state, opens] = part;
		end += all.length;
		if (mark) simple[mark === '#' ? 'ids' : 'classes'].push(name);
		else if (attribute !== undefined)
			simple.others.push(
				hasAttribute(
					attribute,
					sign,
					number === undefined ? (word ?? '') : (quoted[Number(number)] ?? ''),
					flag,
				),
			);
		else {
			const close = opens ? closing(text, end) : end;
			const given = opens ? text.slice(end, close).trim() : null;
			const read = close < 0 ? null : readState((state ?? '').toLowerCase(), given, quoted, inside);
			if (!read) return null;
			simple.others.push(read.holds);
			weight += read.weight;
			end = opens ? close + 1 : close;
			continue;
		}
		weight += mark === '#' ? OF_ID : OF_CLASS;
	}
}

/** Where the bracket at `start` closes; -1 if it does not. */
function closing(text: string, start: number): number {
	let depth = 1;
	for (const { 0: sign, index } of text.slice(start).matchAll(/[()]/g)) {
		depth += sign === '(' ? 1 : -1;
		if (depth === 0) return start + index;
	}
	return -1;
}

function readState(name: string, given: string | null, quoted: readonly string[], inside: number) {
	if (given !== null && /^(?:not|is|where|matches|-webkit-any)$/.test(name)) {
		if (inside === MAX_INSIDE) return null;
		const some = partsOfList(given).map((one) => readSelector(one, quoted, inside + 1));
		const known = some.filter((one) => one !== null);
		if (known.length < some.length) return null;
		const isNot = name === 'not';
		return {
			holds: (element: Element, effort: Effort) =>
				known.some((one) => fits(one.steps, element, effort)) !== isNot,
			weight: name === 'where' ? 0 : Math.max(...known.map(({ weight }) => weight)),
		};
	}
	if (given !== null && name === 'has') {
		const some =
			inside === MAX_INSIDE ? [null] : partsOfList(given).map((one) => readInside(one, quoted, inside));
		const known = some.filter((one) => one !== null);
		if (known.length < some.length) return null;
		return {
			holds: (element: Element, effort: Effort) => known.some(({ holds }) => holds(element, effort)),
			weight: Math.max(...known.map(({ weight }) => weight)),
		};
	}
	const [, which, ofTag] = /^(first-|last-|only-|nth-|nth-last-)(?:child|(of-type))$/.exec(name) ?? [];
	const isAt = which?.startsWith('nth') ? given !== null && placesOf(given) : given === null && (() => true);
	if (!which || !isAt) return null;
	const fromStart = ({ place, placeOfTag }: Element) => (ofTag ? placeOfTag : place);
	const fromEnd = (element: Element) => {
		const { elements, tags } = element.siblings;
		return (ofTag ? (tags.get(element.tag) ?? 0) : elements.length) + 1 - fromStart(element);
	};
	return {
		holds: (element: Element) => {
			if (which.startsWith('nth')) return isAt(which === 'nth-' ? fromStart(element) : fromEnd(element));
			const isFirst = which === 'last-' || fromStart(element) === 1;
			return isFirst && (which === 'first-' || fromEnd(element) === 1);
		},
		weight: OF_CLASS,
	};
}

/** What `:has()` looks for: inside the element, or behind it if it begins with “+” or “~”. */
function readInside(text: string, quoted: readonly string[], inside: number) {
	const [, joint = '', rest = ''] = /^([>+~]?) ?(.*)$/.exec(text) ?? [];
	const selector = readSelector(rest, quoted, inside + 1);
	if (!selector || selector.steps.length === MAX_STEPS) return null;
	return {
		weight: selector.weight,
		holds: (element: Element, effort: Effort): boolean => {
			const scope = { tag: null, ids: [], classes: [], others: [(one: Element) => one === element] };
			const steps = selector.steps.map((step, at, all) =>
				at === all.length - 1 ? { ...step, joint } : step,
			);
			const around = [...steps, { simple: scope, joint: '' }];
			// A list and no calls inside calls, because elements may be nested by the thousand.
			const next = /[+~]/.test(joint)
				? element.siblings.elements.slice(element.place)
				: [...element.children.elements];
			for (const one of next) {
				if (effort.left < 0) return false;
				if (fits(around, one, effort)) return true;
				for (const child of one.children.elements) next.push(child);
			}
			return false;
		},
	};
}

/** The positions that “2n + 1”, “odd” or “3” selects. */
function placesOf(said: string): ((place: number) => boolean) | null {
	const named = said
		.toLowerCase()
		.replace(/^odd$/, '2n+1')
		.replace(/^even$/, '2n');
	const [, step, sign, more, only] =
		/^(?:([+-]?\d{0,6})n(?: ?([+-]) ?(\d{1,6}))?|(\+?\d{1,6}))$/.exec(named) ?? [];
	if (only !== undefined) return (place) => place === Number(only);
	if (step === undefined) return null;
	const every = /^[+-]?$/.test(step) ? Number(`${step}1`) : Number(step);
	const from = Number(`${sign ?? ''}${more ?? 0}`);
	return (place) =>
		every === 0 ? place === from : (place - from) % every === 0 && (place - from) / every >= 0;
}

/** Longer values are addresses of pictures, which are not used to hide anything. */
const MAX_OF_ATTRIBUTE = 1000;
/** Attributes whose values ignore case. */
const ANY_CASE =
	/^(?:align|bgcolor|checked|color|dir|disabled|face|lang|media|rel|rules|scope|target|type|valign)$/;

function hasAttribute(given: string, sign: string | undefined, value: string, flag: string) {
	const name = given.toLowerCase();
	const isAnyCase = /i/i.test(flag) || (flag === '' && ANY_CASE.test(name));
	const inCase = (text: string) => (isAnyCase ? text.toLowerCase() : text);
	const wanted = inCase(value);
	const compare: Record<string, (found: string) => boolean> = {
		'': (found) => found === wanted,
		'~': (found) => found.split(/\s+/).includes(wanted),
		'^': (found) => found.startsWith(wanted),
		$: (found) => found.endsWith(wanted),
		'*': (found) => found.includes(wanted),
		'|': (found) => found === wanted || found.startsWith(`${wanted}-`),
	};
	// An empty text matches nothing with these operators.
	const isNever = sign !== undefined && /[~^$*]/.test(sign) && wanted === '';
	return ({ attributes }: Element) => {
		const found = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
		if (isNever || found === undefined || found.length > MAX_OF_ATTRIBUTE) return false;
		return sign === undefined || compare[sign]?.(inCase(found)) === true;
	};
}

/** The name by which the rules for an element are found, and all such names of an element. */
export function nameOf({ steps: [first] }: Selector): string {
	const [id] = first?.simple.ids ?? [];
	const [name] = first?.simple.classes ?? [];
	return id ? `#${id}` : name ? `.${name}` : (first?.simple.tag ?? '*');
}
export const namesOf = ({ tag, id, classes }: Element) => [
	'*',
	tag,
	`#${id}`,
	...[...classes].map((one) => `.${one}`),
];

const isSuch = ({ tag, ids, classes, others }: Simple, element: Element, effort: Effort) =>
	(tag === null || tag === element.tag) &&
	ids.every((id) => id === element.id) &&
	classes.every((one) => element.classes.has(one)) &&
	others.every((holds) => holds(element, effort));

export function fits(steps: Selector['steps'], element: Element, effort: Effort, at = 0): boolean {
	const step = steps[at];
	effort.left -= 1 + (step?.simple.others.length ?? 0);
	if (!step || effort.left < 0 || !isSuch(step.simple, element, effort)) return false;
	// After the last allowed comparison nothing matches, not even inside `:not()`.
	if (effort.left < 0) return false;
	if (at === steps.length - 1) return true;
	const next = /[+~]/.test(step.joint) ? 'before' : 'parent';
	const most = /[>+]/.test(step.joint) ? 1 : MAX_AROUND;
	let one = element[next];
	for (let away = 0; one && away < most; away++, one = one[next])
		if (fits(steps, one, effort, at + 1)) return true;
	return false;
}
