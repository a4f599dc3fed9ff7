/**
 * What an HTML mail hides from its reader: elements that are not displayed, letters too small to see, and letters in the colour of
 * what is behind them. What is not known counts as shown.
 */
import type { Attributes, Element } from './selectors.ts';
import { readStyleSheets } from './style-sheets.ts';

interface Look {
	element: Element | null;
	/** The last element that was opened inside it, and how many of each tag there were. */
	last: Element | null;
	tags: Map<string, number>;
	/** The whole element is hidden, with its pictures. */
	isGone: boolean;
	isTiny: boolean;
	/** Letters without a colour. */
	isClear: boolean;
	colour: Colour | null;
	/** Null where it is not known: a style sheet or a picture may give it. */
	behind: Colour | null;
}

type Colour = [red: number, green: number, blue: number];

/** Follows the elements of a mail as they open and close. */
export function watchHidden(html: string) {
	const styleOf = readStyleSheets(html);
	const open: Look[] = [
		{
			element: null,
			last: null,
			tags: new Map(),
			isGone: false,
			isTiny: false,
			isClear: false,
			colour: null,
			behind: null,
		},
	];
	const now = () => open.at(-1) as Look;
	return {
		opens(tag: string, attributes: Attributes): void {
			const { class: classes = '', id = '', style = '' } = attributes;
			const around = now();
			const { element: parent, last: before, tags } = around;
			const placeOfTag = (tags.get(tag) ?? 0) + 1;
			const element = {
				tag,
				id,
				classes: new Set(classes.split(/\s+/).filter(Boolean)),
				attributes,
				parent,
				before,
				place: (before?.place ?? 0) + 1,
				placeOfTag,
			};
			// Programs put these in the head of the page, where no head is written.
			if ((parent !== null && parent.tag !== 'html') || !/^(?:head|style|title|meta|link|base)$/.test(tag)) {
				around.last = element;
				tags.set(tag, placeOfTag);
			}
			open.push(lookOf(element, styleOf(element, style), attributes, around));
		},
		closes(): void {
			if (open.length > 1) open.pop();
		},
		isGone: () => now().isGone,
		/** Whether letters at this place cannot be seen. */
		hidesText() {
			const { isGone, isTiny, isClear, colour, behind } = now();
			return isGone || isTiny || isClear || (colour !== null && behind !== null && isSame(colour, behind));
		},
	};
}

const isGone = (style: Style) =>
	style.get('display') === 'none' ||
	/^(?:hidden|collapse)$/.test(style.get('visibility') ?? '') ||
	/^(?:0|0?\.0\d*|0%)$/.test(style.get('opacity') ?? '') ||
	isFlat(style) ||
	isFarOff(style);
/** Nothing is seen that stands far outside of the page. */
const isFarOff = (style: Style) =>
	FAR.test(style.get('text-indent') ?? '') ||
	(/^(?:absolute|fixed)$/.test(style.get('position') ?? '') &&
		['left', 'top'].some((name) => FAR.test(style.get(name) ?? '')));
const FAR = /^-(?:\d{4,}(?:\.\d+)?px|\d{3,}(?:\.\d+)?(?:em|rem|vw|vh|%))$/;
/** Nothing of a box without height or width is seen if it hides what does not fit. */
const isFlat = (style: Style) =>
	['height', 'max-height', 'width', 'max-width'].some((name) =>
		/^0(?:px|pt|em)?$/.test(style.get(name) ?? ''),
	) && style.get('overflow') === 'hidden';

type Style = ReadonlyMap<string, string>;

function lookOf(element: Element, style: Style, { hidden, ...rest }: Attributes, around: Look): Look {
	const own = colourIn(style.get('background-color') ?? rest.bgcolor);
	const said = style.get('color') ?? rest.color ?? '';
	const hasPicture = /\(/.test(style.get('background-image') ?? '') || rest.background !== undefined;
	const mayBeOther = hasPicture || rest.class !== undefined || rest.id !== undefined;
	return {
		element,
		last: null,
		tags: new Map(),
		isGone: around.isGone || hidden !== undefined || isGone(style),
		isTiny: tiny(style.get('font-size')) ?? around.isTiny,
		isClear:
			(CLEAR.test(said) && !hasPicture) || (around.isClear && /^(?:|inherit|unset|currentcolor)$/.test(said)),
		colour: colourIn(said) ?? around.colour,
		behind: hasPicture ? null : (own ?? (mayBeOther ? null : around.behind)),
	};
}

/** Whether a size is too small to read; undefined if it follows from the size around it. */
function tiny(size: string | undefined): boolean | undefined {
	const [, number, unit = ''] = /^(\d*\.?\d+)\s*([a-z%]*)$/i.exec(size ?? '') ?? [];
	if (number === undefined)
		return size === undefined || /^(?:inherit|smaller|larger)$/i.test(size) ? undefined : false;
	const value = Number(number);
	if (/^(?:em|%)$/i.test(unit)) return value < (unit === '%' ? 10 : 0.1) ? true : undefined;
	return value <= (/^r?em$/i.test(unit) ? 0.1 : 2);
}

/** The fourth part of a colour is how much of it can be seen. */
const CLEAR =
	/^(?:transparent|(?:rgba?|hsla?)\((?:[^,)]*,){3}\s*0?\.?0+%?\s*\)|(?:rgba?|hsla?)\([^)]*\/\s*0?\.?0+%?\s*\)|#[\da-f]{3}0|#[\da-f]{6}00)$/;
const NAMED: Record<string, Colour> = { white: [255, 255, 255], black: [0, 0, 0] };

function colourIn(said: string | undefined): Colour | null {
	const text = said?.trim().toLowerCase() ?? '';
	if (NAMED[text]) return NAMED[text];
	const hex = /^#?([0-9a-f]{6}|[0-9a-f]{3})\b/.exec(text)?.[1];
	const digits = hex?.length === 3 ? hex.replace(/./g, '$&$&') : hex;
	if (digits) return [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16)) as Colour;
	const parts = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*\)/.exec(text);
	return parts ? ([Number(parts[1]), Number(parts[2]), Number(parts[3])] as Colour) : null;
}

/** So near to each other that no reader tells them apart. */
const isSame = (one: Colour, other: Colour) =>
	one.every((part, at) => Math.abs(part - (other[at] ?? 0)) <= 8);
