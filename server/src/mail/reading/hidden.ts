/**
 * What an HTML mail hides from its reader: elements that are not displayed, letters too small to see, and letters in the colour
 * of their background. What is unknown counts as visible.
 */
import type { Attributes, Element, Elements } from './elements.ts';
import { readStyleSheets } from './style-sheets.ts';

interface Look {
	/** The whole element is hidden, with its pictures. */
	isGone: boolean;
	/** Hidden, except for what is inside it and says that it is visible. */
	isInvisible: boolean;
	/** The first line begins far outside of the page. */
	isIndented: boolean;
	isTiny: boolean;
	/** Letters with a transparent colour. */
	isClear: boolean;
	colour: Colour | null;
	/** The background; null if unknown, because a style sheet or a picture may set it. */
	behind: Colour | null;
}

type Colour = [red: number, green: number, blue: number];

/** Follows the elements of a mail as they open and close. */
export function watchHidden(html: string, elements: Elements) {
	const styleOf = readStyleSheets(html);
	const open: Look[] = [
		{
			isGone: false,
			isInvisible: false,
			isIndented: false,
			isTiny: false,
			isClear: false,
			colour: null,
			behind: null,
		},
	];
	const now = () => open.at(-1) as Look;
	const endFirstLine = () => {
		for (let at = open.length - 1; open[at]?.isIndented; at--) (open[at] as Look).isIndented = false;
	};
	return {
		opens(tag: string, attributes: Attributes): void {
			const element = elements.opens(tag, attributes);
			open.push(lookOf(element, styleOf(element, attributes.style ?? ''), attributes, now()));
			if (tag === 'br') endFirstLine();
		},
		closes(): void {
			elements.closes();
			if (open.length > 1) open.pop();
		},
		isGone: () => now().isGone || now().isInvisible,
		/** Whether letters at this place cannot be seen. */
		hidesText() {
			const { isGone, isInvisible, isIndented, isTiny, isClear, colour, behind } = now();
			if (isGone || isInvisible || isIndented || isTiny || isClear) return true;
			return colour !== null && behind !== null && isSame(colour, behind);
		},
	};
}

const isGone = (tag: string, style: Style) =>
	style.get('display') === 'none' ||
	/^(?:0|0?\.0\d*|0%)$/.test(style.get('opacity') ?? '') ||
	(isBox(tag, style) && isFlat(style)) ||
	isFarOff(style);
/** Elements far outside the page are not visible. */
const isFarOff = (style: Style) =>
	/^(?:absolute|fixed)$/.test(style.get('position') ?? '') &&
	['left', 'top'].some((name) => FAR.test(style.get(name) ?? ''));
const FAR = /^-(?:\d{4,}(?:\.\d+)?px|\d{3,}(?:\.\d+)?(?:em|rem|vw|vh|%))$/;
/** Nothing of a box without height or width is seen if it hides what does not fit, and has no edge in which it is seen. */
const isFlat = (style: Style) =>
	['height', 'max-height', 'width', 'max-width'].some((name) => NOTHING.test(style.get(name) ?? '')) &&
	style.get('overflow') === 'hidden' &&
	[
		'padding',
		'padding-top',
		'padding-bottom',
		'padding-left',
		'padding-right',
		'min-height',
		'min-width',
	].every((name) => NOTHING.test(style.get(name) ?? '0'));
const NOTHING = /^0(?:px|pt|em)?(?: 0(?:px|pt|em)?)*$/;
/** Lines have no size of their own, and tables and their cells grow with what is in them. */
const isBox = (tag: string, style: Style) =>
	!/^(?:table|caption|t[rdh]|tbody|thead|tfoot)$/.test(tag) &&
	!/^(?:inline|table)/.test(
		(style.get('display') ?? (LINES.test(tag) ? 'inline' : 'block')).replace(
			/^inline-(?:block|flex)$/,
			'block',
		),
	);
const LINES =
	/^(?:a|abbr|b|big|cite|code|del|em|font|i|ins|label|mark|q|s|small|span|strike|strong|sub|sup|tt|u)$/;

type Style = ReadonlyMap<string, string>;

function lookOf(element: Element, style: Style, { hidden, ...rest }: Attributes, around: Look): Look {
	const { tag } = element;
	const ground = style.get('background-color') ?? rest.bgcolor ?? 'transparent';
	const own = colourIn(ground);
	const isOpen = /^(?:transparent|inherit|initial|unset|none|)$/i.test(ground.trim());
	// A link has a colour of its own.
	const said =
		style.get('color') ?? rest.color ?? (tag === 'a' && rest.href !== undefined ? 'blue' : 'inherit');
	const isInherited = INHERITED.test(said);
	const hasPicture = /\(/.test(style.get('background-image') ?? '') || rest.background !== undefined;
	const mayBeOther = hasPicture || !isOpen || rest.class !== undefined || rest.id !== undefined;
	const isPainted = ['text-shadow', '-webkit-text-fill-color'].some((name) => style.has(name));
	const visibility = style.get('visibility') ?? 'inherit';
	const indent = style.get('text-indent') ?? 'inherit';
	return {
		isGone: around.isGone || (hidden !== undefined && !style.has('display')) || isGone(tag, style),
		isInvisible: INHERITED.test(visibility) ? around.isInvisible : /^(?:hidden|collapse)$/.test(visibility),
		isIndented: INHERITED.test(indent) || !isBox(tag, style) ? around.isIndented : FAR.test(indent),
		isTiny: tiny(style.get('font-size')) ?? around.isTiny,
		isClear: isInherited ? around.isClear && !isPainted : CLEAR.test(said) && !hasPicture && !isPainted,
		colour: isInherited ? around.colour : colourIn(said),
		behind: hasPicture ? null : (own ?? (mayBeOther ? null : around.behind)),
	};
}
const INHERITED = /^(?:inherit|unset|currentcolor|)$/;

/** Whether a size is too small to read; undefined if it depends on the surrounding size. */
function tiny(size: string | undefined): boolean | undefined {
	const [, number, unit = ''] = /^(\d*\.?\d+)\s*([a-z%]*)$/i.exec(size ?? '') ?? [];
	if (number === undefined)
		return size === undefined || /^(?:inherit|smaller|larger)$/i.test(size) ? undefined : false;
	const value = Number(number);
	// How large a multiple of an unknown size is, is not known.
	if (/^(?:em|%)$/i.test(unit)) {
		const times = unit === '%' ? value / 100 : value;
		return times < 0.1 ? true : times > 4 ? false : undefined;
	}
	return value <= (/^r?em$/i.test(unit) ? 0.1 : 2);
}

/** Colours whose fourth part (opacity) is almost zero. */
const CLEAR =
	/^(?:transparent|(?:rgba?|hsla?)\((?:[^,)]*,){3}\s*0?\.?0+%?\s*\)|(?:rgba?|hsla?)\([^)]*\/\s*0?\.?0+%?\s*\)|#[\da-f]{3}0|#[\da-f]{6}00)$/;
const NAMED = new Map<string, Colour>([
	['white', [255, 255, 255]],
	['black', [0, 0, 0]],
]);

function colourIn(said: string | undefined): Colour | null {
	const text = said?.trim().toLowerCase() ?? '';
	const named = NAMED.get(text);
	if (named) return named;
	const hex = /^#?([0-9a-f]{6}|[0-9a-f]{3})\b/.exec(text)?.[1];
	const digits = hex?.length === 3 ? hex.replace(/./g, '$&$&') : hex;
	if (digits) return [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16)) as Colour;
	const parts = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*\)/.exec(text);
	return parts ? ([Number(parts[1]), Number(parts[2]), Number(parts[3])] as Colour) : null;
}

/** Too similar for a reader to see the difference. */
const isSame = (one: Colour, other: Colour) =>
	one.every((part, at) => Math.abs(part - (other[at] ?? 0)) <= 8);
