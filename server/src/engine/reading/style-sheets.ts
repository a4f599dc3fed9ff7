/**
 * The style sheets of an HTML mail, as far as they may hide text: rules with tags, classes, ids, attributes and what is around or
 * before them, on a wide screen. What has other selectors does not count.
 */

/** The attributes of an element. */
export type Attributes = Readonly<Record<string, string | undefined>>;

/** An element, and those around and before it. */
export interface Element {
	tag: string;
	id: string;
	classes: ReadonlySet<string>;
	attributes: Attributes;
	parent: Element | null;
	/** The element before it in the same parent. */
	before: Element | null;
}

/** The declarations of a rule or of a `style` attribute. The values are in small letters. */
type Style = Map<string, { value: string; isImportant: boolean }>;

interface Simple {
	tag: string | null;
	ids: string[];
	classes: string[];
	attributes: ((given: Attributes) => boolean)[];
}

interface Rule {
	/** From the element to what is around or before it, each with the sign that joins it to the next. */
	steps: { simple: Simple; joint: string }[];
	weight: number;
	/** Its place among all rules: of two with the same weight, the later one counts. */
	place: number;
	style: Style;
}

/** What decides whether text can be seen. */
const TOLD =
	/^(?:display|visibility|opacity|height|max-height|overflow|font|font-size|color|background|background-color|background-image)$/;
/** Of a value: longer ones are addresses of pictures. */
const MOST_OF_VALUE = 200;
const MOST_CHARACTERS = 200_000;
const MOST_RULES = 2000;
const MOST_STEPS = 4;
const MOST_AROUND = 100;
/** Comparisons of rules with elements in one mail, so that no sender can hold up the others. Then no more rules count. */
const MOST_COMPARISONS = 2_000_000;
/** To apply a rule takes as long as some comparisons. */
const COMPARISONS_OF_A_FIT = 8;
/** The width of the screen, in pixels, for which a sheet is read. */
const SCREEN = 1000;

function styleOf(text: string): Style {
	const style: Style = new Map();
	for (const declaration of text.toLowerCase().split(';')) {
		const at = declaration.indexOf(':');
		const name = declaration.slice(0, Math.max(at, 0)).trim();
		if (!TOLD.test(name)) continue;
		const given = declaration.slice(at + 1).trim();
		const mark = given.lastIndexOf('!');
		const isImportant = mark !== -1 && given.slice(mark + 1).trim() === 'important';
		const value = (isImportant ? given.slice(0, mark).trim() : given).slice(0, MOST_OF_VALUE);
		for (const [part, partValue] of partsOf(name, value))
			if (isImportant || !style.get(part)?.isImportant) style.set(part, { value: partValue, isImportant });
	}
	return style;
}

/** A short form gives all that it stands for. */
function partsOf(name: string, value: string): [name: string, value: string][] {
	if (name === 'font') return [['font-size', /(?<![\w.])\d*\.?\d+(?:[a-z]+|%)/.exec(value)?.[0] ?? 'medium']];
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
		.slice(0, MOST_RULES)
		.map((rule, place) => ({ ...rule, place }));
	const byName = Map.groupBy(rules, ({ steps: [first] }) => nameOf(first?.simple));
	const effort = { left: MOST_COMPARISONS };
	return (element, own) => {
		const names = ['*', element.tag, `#${element.id}`, ...[...element.classes].map((one) => `.${one}`)];
		const found = names
			.flatMap((name) => (effort.left > 0 ? (byName.get(name) ?? []) : []))
			.filter((rule) => fits(rule.steps, element, effort))
			.toSorted((a, b) => a.weight - b.weight || a.place - b.place)
			.map(({ style }) => style);
		effort.left -= found.length * COMPARISONS_OF_A_FIT;
		const look = new Map<string, string>();
		const all = [...found, styleOf(own)];
		for (const important of [false, true])
			for (const style of all)
				for (const [name, { value, isImportant }] of style)
					if (isImportant === important) look.set(name, value);
		return look;
	};
}

/** The texts of the style sheets. Those in comments are for other programs. */
function sheetsIn(html: string): string[] {
	const small = html.toLowerCase();
	const sheets: string[] = [];
	let left = MOST_CHARACTERS;
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
		if (isShown(media)) sheets.push(small.slice(text + 1, Math.min(end, text + left)));
		left -= end - text;
		at = end;
	}
	return sheets;
}

/** Whether a sheet with these conditions counts on a wide screen. */
function isShown(media: string): boolean {
	return media.split(',').some((query) => {
		const bare = query
			.replace(
				/\(\s*(min|max)-width\s*:\s*(\d+)(?:\.\d+)?px\s*\)/g,
				(_whole, bound: string, pixels: string) =>
					(bound === 'min' ? Number(pixels) <= SCREEN : Number(pixels) >= SCREEN) ? 'all' : 'print',
			)
			.trim();
		return /^(?:(?:only\s+)?(?:all|screen)(?:\s+and\s+(?:all|screen))*)?$/.test(bare);
	});
}

function rulesIn(sheet: string): Omit<Rule, 'place'>[] {
	const pieces = withoutComments(sheet).split(/([{}])/);
	const rules: Omit<Rule, 'place'>[] = [];
	/** Whether what is inside each open block counts, with all that is around it. */
	const open: boolean[] = [];
	for (const [index, piece] of pieces.entries()) {
		if (piece === '}') open.pop();
		if (piece !== '{') continue;
		const before = (pieces[index - 1] ?? '').slice((pieces[index - 1] ?? '').lastIndexOf(';') + 1).trim();
		const isRead = open.at(-1) ?? true;
		if (before.startsWith('@')) {
			open.push(isRead && before.startsWith('@media') && isShown(before.slice(6).trim()));
			continue;
		}
		open.push(false);
		if (!isRead || rules.length >= MOST_RULES) continue;
		const style = styleOf(pieces[index + 1] ?? '');
		if (style.size === 0) continue;
		const selectors = before.split(',');
		if (!selectors.every(isWhole)) continue;
		for (const selector of selectors) {
			const rule = ruleOf(selector.trim(), style);
			if (rule) rules.push(rule);
		}
	}
	return rules;
}

/** False for a part of a selector: its list has a comma in brackets or quotes. */
function isWhole(selector: string): boolean {
	const count = (sign: string) => selector.split(sign).length - 1;
	const isClosed = count('[') === count(']') && count('(') === count(')');
	return isClosed && count('"') % 2 === 0 && count("'") % 2 === 0;
}

function withoutComments(sheet: string): string {
	const [first = '', ...rest] = sheet.replace(/<!--|-->|\s+/g, ' ').split('/*');
	return (
		first + rest.map((piece) => (piece.includes('*/') ? piece.slice(piece.indexOf('*/') + 2) : '')).join(' ')
	);
}

const ATTRIBUTE = String.raw`\[ ?([\w-]+) ?(?:([~^$*|]?)= ?(?:"([^"\]]*)"|'([^'\]]*)'|([\w-]+)) ?)?\]`;
const PART = new RegExp(String.raw`([.#])([\w-]+)|${ATTRIBUTE}`, 'g');
const STEP = new RegExp(
	String.raw` ?([>+~]?) ?(?=[^ >+~])(\*|[a-z][a-z\d-]*)?((?:${PART.source}){0,8})(?=[ >+~]|$)`,
	'y',
);

/** Null for a selector that is not read. White space in it is single spaces. */
function ruleOf(selector: string, style: Style): Omit<Rule, 'place'> | null {
	const steps: Rule['steps'] = [];
	for (STEP.lastIndex = 0; STEP.lastIndex < selector.length; ) {
		const [, joint = '', tag = '*', parts = ''] = STEP.exec(selector) ?? [];
		const isLoose = steps.length === 0 && joint !== '';
		if (STEP.lastIndex === 0 || isLoose || steps.length === MOST_STEPS) return null;
		steps.unshift({ simple: simpleOf(tag, parts), joint });
	}
	if (steps.length === 0) return null;
	const weight = steps.reduce(
		(sum, { simple: { tag, ids, classes, attributes } }) =>
			sum + ids.length * 10_000 + (classes.length + attributes.length) * 100 + (tag ? 1 : 0),
		0,
	);
	return { steps, weight, style };
}

function simpleOf(tag: string, parts: string): Simple {
	const simple: Simple = { tag: tag === '*' ? null : tag, ids: [], classes: [], attributes: [] };
	for (const [, mark, name = '', attribute = '', sign, ...values] of parts.matchAll(PART)) {
		if (mark) simple[mark === '#' ? 'ids' : 'classes'].push(name);
		else simple.attributes.push(hasAttribute(attribute, sign, values.slice(0, 3).join('')));
	}
	return simple;
}

/** Longer values are addresses of pictures. By a part of one nothing is hidden. */
const MOST_OF_ATTRIBUTE = 1000;

/** Whether an element has it. Values are compared in small letters, as the sheets are read. */
function hasAttribute(name: string, sign: string | undefined, wanted: string) {
	const fits: Record<string, (value: string) => boolean> = {
		'': (value) => value === wanted,
		'~': (value) => value.split(/\s+/).includes(wanted),
		'^': (value) => value.startsWith(wanted),
		$: (value) => value.endsWith(wanted),
		'*': (value) => value.includes(wanted),
		'|': (value) => value === wanted || value.startsWith(`${wanted}-`),
	};
	// An empty part of a value is in none.
	const isNever = sign !== undefined && /[~^$*]/.test(sign) && wanted === '';
	return (given: Attributes) => {
		const value = Object.hasOwn(given, name) ? given[name] : undefined;
		if (isNever || value === undefined || value.length > MOST_OF_ATTRIBUTE) return false;
		return sign === undefined || fits[sign]?.(value.toLowerCase()) === true;
	};
}

/** The name by which the rules for an element are found. */
function nameOf(simple: Simple | undefined): string {
	const [id] = simple?.ids ?? [];
	const [first] = simple?.classes ?? [];
	return id ? `#${id}` : first ? `.${first}` : (simple?.tag ?? '*');
}

const isSuch = ({ tag, ids, classes, attributes }: Simple, element: Element) =>
	(tag === null || tag === element.tag) &&
	ids.every((id) => id === element.id) &&
	classes.every((one) => element.classes.has(one)) &&
	attributes.every((has) => has(element.attributes));

function fits(steps: Rule['steps'], element: Element, effort: { left: number }): boolean {
	const [first, ...others] = steps;
	effort.left--;
	if (!first || effort.left < 0 || !isSuch(first.simple, element)) return false;
	if (others.length === 0) return true;
	const next = /[+~]/.test(first.joint) ? 'before' : 'parent';
	const most = /[>+]/.test(first.joint) ? 1 : MOST_AROUND;
	let one = element[next];
	for (let away = 0; one && away < most; away++, one = one[next]) if (fits(others, one, effort)) return true;
	return false;
}
