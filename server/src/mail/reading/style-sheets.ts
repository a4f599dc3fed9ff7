/** The style sheets of an HTML mail that may hide text on a wide screen. Rules with unsupported selectors are ignored. */

import type { Element } from './elements.ts';
import { type Effort, fits, nameOf, namesOf, partsOfList, readSelector, type Selector } from './selectors.ts';

/** The declarations of a rule or of a `style` attribute. The values are in lower case. */
type Style = Map<string, { value: string; isImportant: boolean }>;

interface Rule {
	selector: Selector;
	/** Its position among all rules: of two with the same specificity, the later one wins. */
	place: number;
	style: Style;
}

/** The properties that decide whether text is visible. */
const TOLD =
	/^(?:display|visibility|opacity|height|max-height|width|max-width|overflow|position|left|top|text-indent|text-shadow|-webkit-text-fill-color|padding(?:-(?:top|bottom|left|right))?|min-height|min-width|font|font-size|color|background|background-color|background-image)$/;
/** Values that programs know. With another one, a declaration does not count. */
const KNOWN: Record<string, RegExp> = {
	display:
		/^(?:none|inherit|initial|unset|revert(?:-layer)?|contents|flow-root|list-item|(?:inline|block|table|flex|grid|ruby|-\w+-)[a-z- ]*)$/,
	visibility: /^(?:visible|hidden|collapse|inherit|initial|unset|revert(?:-layer)?)$/,
	opacity: /^(?:[+-]?\d*\.?\d+(?:e[+-]?\d+)?%?|inherit|initial|unset|revert(?:-layer)?|\w+\(.*\))$/,
	overflow: /^(?:visible|hidden|scroll|auto|clip|inherit|initial|unset| )+$/,
	position: /^(?:static|relative|absolute|fixed|sticky|-webkit-sticky|inherit|initial|unset)$/,
};
/** Of a value: longer ones are addresses of pictures. */
const MAX_OF_VALUE = 200;
const MAX_CHARACTERS = 200_000;
const MAX_RULES = 2000;
/** Comparisons of rules with elements in one mail, so that no sender can delay the others. Further rules are ignored. */
const MAX_COMPARISONS = 2_000_000;
/** Applying a rule takes as long as this many comparisons. */
const COMPARISONS_OF_A_FIT = 8;
/** The width of the screen, in pixels, for which a sheet is read. */
const SCREEN = 1000;
const PIXELS_OF_EM = 16;

function styleOf(text: string): Style {
	const style: Style = new Map();
	for (const declaration of text
		.toLowerCase()
		.replace(/\([^()]*\)/g, (one) => one.replaceAll(';', ' '))
		.split(';')) {
		const at = declaration.indexOf(':');
		const name = declaration.slice(0, Math.max(at, 0)).trim();
		if (!TOLD.test(name)) continue;
		const given = declaration.slice(at + 1).trim();
		const mark = given.lastIndexOf('!');
		const isImportant = mark !== -1 && given.slice(mark + 1).trim() === 'important';
		const value = (isImportant ? given.slice(0, mark).trim() : given).slice(0, MAX_OF_VALUE);
		if (KNOWN[name]?.test(value) === false) continue;
		for (const [part, partValue] of partsOf(name, value))
			if (isImportant || !style.get(part)?.isImportant) style.set(part, { value: partValue, isImportant });
	}
	return style;
}

/** Expands a shorthand property. */
function partsOf(name: string, value: string): [name: string, value: string][] {
	if (name === 'font')
		return [
			[
				'font-size',
				value === 'inherit'
					? value
					: (/(?<![\w.])(?:\d*\.?\d+(?:[a-z]+|%)|0(?=\s*\/|\s))/.exec(value)?.[0] ?? 'medium'),
			],
		];
	if (name !== 'background') return [[name, value]];
	const picture = /(?:url|gradient)\(/.exec(value);
	return [
		['background-color', value],
		['background-image', picture ? value.slice(picture.index) : 'none'],
	];
}

/** Reads the style sheets of a mail. The answer says how an element looks by them and by its own style. */
export function readStyleSheets(html: string): (element: Element, own: string) => Map<string, string> {
	const rules = sheetsIn(html)
		.flatMap(rulesIn)
		.slice(0, MAX_RULES)
		.map((rule, place) => ({ ...rule, place }));
	const byName = Map.groupBy(rules, ({ selector }) => nameOf(selector));
	const effort: Effort = { left: MAX_COMPARISONS };
	return (element, own) => {
		const found = namesOf(element)
			.flatMap((name) => (effort.left > 0 ? (byName.get(name) ?? []) : []))
			.filter(({ selector }) => fits(selector.steps, element, effort))
			.toSorted((a, b) => a.selector.weight - b.selector.weight || a.place - b.place)
			.map(({ style }) => style);
		effort.left -= found.length * COMPARISONS_OF_A_FIT;
		const look = new Map<string, string>();
		const all = own === '' ? found : [...found, styleOf(withoutTexts(own).text)];
		for (const important of [false, true])
			for (const style of all)
				for (const [name, { value, isImportant }] of style)
					if (isImportant === important) look.set(name, value);
		return look;
	};
}

/** The texts of the style sheets. Those in comments are for other programs. */
function sheetsIn(html: string): string[] {
	// Only ASCII, because lower case changes the length of some other letters.
	const small = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
	const sheets: string[] = [];
	let left = MAX_CHARACTERS;
	let comment = small.indexOf('<!--');
	for (let at = 0; left > 0; ) {
		const begin = small.indexOf('<style', at);
		if (begin === -1) break;
		if (comment !== -1 && comment < at) comment = small.indexOf('<!--', at);
		if (comment !== -1 && comment < begin) {
			at = small.indexOf('-->', comment) + 3;
			if (at < 3) break;
			continue;
		}
		const text = small.indexOf('>', begin);
		const end = text === -1 ? -1 : small.indexOf('</style', text);
		if (end === -1) break;
		const media = /\smedia\s*=\s*["']?([^"'>]*)/.exec(small.slice(begin, text))?.[1] ?? '';
		if (isShown(media)) sheets.push(html.slice(text + 1, Math.min(end, text + left)));
		left -= end - text;
		at = end;
	}
	return sheets;
}

/** Whether a sheet with these conditions counts on a wide screen. */
function isShown(media: string): boolean {
	return media
		.toLowerCase()
		.split(',')
		.some((query) => {
			const bare = query
				.replace(RANGE, (_whole, low, lowSign, highSign, high) => {
					const isAbove = !low || compares(pixelsOf(low), lowSign);
					// “Width > 600px” has its only bound behind it.
					const isBelow = !high || compares(pixelsOf(high), TURNED[highSign] ?? highSign);
					return isAbove && isBelow ? 'all' : 'print';
				})
				.replace(
					/\(\s*(min|max)-(?:device-)?width\s*:\s*(\d+(?:\.\d+)?)(px|em|rem)?\s*\)/g,
					(_whole, bound: string, length: string, unit = 'px') => {
						const pixels = pixelsOf(`${length}${unit}`);
						return (bound === 'min' ? pixels <= SCREEN : pixels >= SCREEN) ? 'all' : 'print';
					},
				)
				.trim()
				.replace(/^not\s+print$/, 'all');
			return /^(?:(?:only\s+)?(?:all|screen)(?:\s+and\s+(?:all|screen))*)?$/.test(bare);
		});
}

const LENGTH = String.raw`\d+(?:\.\d+)?(?:px|em|rem)?`;
/** “(width >= 600px)”, “(400px <= width < 800px)”. */
const RANGE = new RegExp(
	String.raw`\(\s*(?:(${LENGTH})\s*(<=?|>=?)\s*)?width\s*(?:(<=?|>=?)\s*(${LENGTH})\s*)?\)`,
	'g',
);
const TURNED: Record<string, string> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };
const pixelsOf = (length: string) => Number.parseFloat(length) * (/em$/.test(length) ? PIXELS_OF_EM : 1);
/** Whether a bound stands in this order before the width of the screen. */
const compares = (bound: number, sign: string) =>
	(sign.includes('=') && bound === SCREEN) || (sign.startsWith('<') ? bound < SCREEN : bound > SCREEN);

/** Whether a block counts: one for a wide screen, or for what programs on it support. */
function isForScreen(block: string): boolean {
	const [, name = '', condition = ''] = /^@([\w-]+)\s*(.*)$/s.exec(block) ?? [];
	if (/^media$/i.test(name)) return isShown(condition.trim());
	return /^supports$/i.test(name) && isSupported(condition.toLowerCase().trim());
}

/** What only some makers' programs know, and none that is common on a wide screen. */
const OF_ONE_MAKER = /^(?:-ms-|-moz-|-webkit-(?:overflow-scrolling|touch-callout))/;
/** Other properties that programs know, and that mails ask about. */
const SUPPORTED =
	/^(?:gap|(?:flex|grid|align|justify|margin|border|object|animation|transition|transform|filter|mix-blend|mask|clip)(?:-[a-z]+)*|aspect-ratio|box-shadow|-webkit-[a-z-]+|z-index|float|line-height|letter-spacing)$/;

/** Whether a condition of `@supports` holds; what is unknown does not, nor its opposite. Brackets around several conditions are not read. */
function isSupported(condition: string): boolean {
	const parts = condition.split(/\s+(and|or)\s+(?=\(|not\s|selector\()/);
	const held = parts
		.filter((_, at) => at % 2 === 0)
		.map((part) => {
			const bare = part.replace(/^not\s+/, '');
			const isKnown = knows(bare);
			return isKnown !== null && isKnown === (bare === part);
		});
	return parts.includes('or') ? held.includes(true) : !held.includes(false);
}

/** Whether programs know a declaration or a selector; null if that is unknown. */
function knows(condition: string): boolean | null {
	const [, selector] = /^selector\((.+)\)$/.exec(condition) ?? [];
	if (selector !== undefined) return readSelector(selector, []) ? true : null;
	const [, name = '', value = ''] = /^\(\s*([a-z-]+)\s*:\s*(.*?)\s*\)$/.exec(condition) ?? [];
	if (OF_ONE_MAKER.test(name)) return false;
	return TOLD.test(name) || SUPPORTED.test(name) ? KNOWN[name]?.test(value) !== false : null;
}

function rulesIn(sheet: string): Omit<Rule, 'place'>[] {
	const { text, quoted } = withoutTexts(sheet);
	const pieces = text.split(/([{}])/);
	const rules: Omit<Rule, 'place'>[] = [];
	/** Whether the content of each open block applies, including the blocks around it. */
	const open: boolean[] = [];
	for (const [index, piece] of pieces.entries()) {
		if (piece === '}') open.pop();
		if (piece !== '{') continue;
		const before = (pieces[index - 1] ?? '').slice((pieces[index - 1] ?? '').lastIndexOf(';') + 1).trim();
		const isRead = open.at(-1) ?? true;
		if (before.startsWith('@')) {
			open.push(isRead && isForScreen(before));
			continue;
		}
		open.push(false);
		if (!isRead || rules.length >= MAX_RULES) continue;
		const style = styleOf(pieces[index + 1] ?? '');
		if (style.size === 0) continue;
		for (const one of partsOfList(before)) {
			const selector = readSelector(one, quoted);
			if (selector) rules.push({ selector, style });
		}
	}
	return rules;
}

/** A comment, a quoted text, an escaped character, or white space. */
const TEXT =
	/\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$)|"((?:[^"\\\n]|\\[\s\S])*)"?|'((?:[^'\\\n]|\\[\s\S])*)'?|\\([\da-fA-F]{1,6}) ?|<!--|-->|\s+/g;

/** A sheet without comments, with each quoted text replaced by its number, so that brackets in it do not count. */
function withoutTexts(sheet: string): { text: string; quoted: string[] } {
	const quoted: string[] = [];
	const text = sheet.replace(TEXT, (all, double?: string, single?: string, code?: string) => {
		if (code !== undefined) {
			const letter = letterOf(code);
			return /^[\w-]$/.test(letter) ? letter : all;
		}
		const said = double ?? single;
		if (said === undefined) return ' ';
		quoted.push(said.replace(/\\([\da-fA-F]{1,6}) ?/g, (_all, number: string) => letterOf(number)));
		return `"${quoted.length - 1}"`;
	});
	return { text: text.replace(/ {2,}/g, ' '), quoted };
}

/** The character of an escape; empty if there is no such character. */
function letterOf(code: string): string {
	const number = Number.parseInt(code, 16);
	return number <= 0x10ffff ? String.fromCodePoint(number).toWellFormed() : '';
}
