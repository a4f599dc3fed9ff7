/** The number that a meter, a display or a sign shows. */

import type { Letter, Line } from './line.ts';
import { SURE_LETTER } from './matching.ts';

export interface Numeral {
	value: number;
	/** As it stands in the picture. */
	said: string;
	sure: boolean;
	line: Line;
}

/** The one number that is meant; or all that it could be, none of which stands out. */
export type NumberRead = { one: Numeral } | { several: Numeral[] };

/** A date or a time, such as cameras burn into their pictures, is no reading. */
const CLOCK = /\d{1,2}:\d{2}|\d{4}-\d{2}-\d{2}|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b/;
const NUMERAL =
	/[-−–]?(?<![\p{L}\d])\d(?:[\d.,']*\d)?(?:\s?(?:°\s?[CF]?|[CF]|%|kwh|wh|kw|w|v|a|m3|m³|l|kg|g|lb|bar|psi|hpa|km\/h|mph|km|mi|cm|mm|m|ppm|[€$£]))?(?![\p{L}\d])/giu;
/** Digits that stand in windows of their own: "0 1 2 3 4". */
const SPACED = /^\d(?: \d)+$/;
/** A number in letters this much higher than all others is the one that is meant. */
const STANDS_OUT = 1.3;

/** What a unit says of a number: "the temperature" is the one with a degree sign. */
const UNITS: [noun: RegExp, unit: RegExp][] = [
	[/temperature|thermometer|thermostat|degrees/, /°|[cf]$/i],
	[/humidity|percent|battery|charge/, /%/],
	[/pressure/, /bar|psi|hpa/i],
	[/speed/, /km\/h|mph/i],
	[/weight|scale/, /kg|g$|lb/i],
	[/price|amount|total/, /[€$£]/],
];

/** The number for a noun ("meter", "temperature"); null if no number was read. */
export function readNumber(lines: readonly Line[], noun: string): NumberRead | null {
	const all = lines.flatMap(numeralsIn);
	const unit = UNITS.find(([named]) => named.test(noun))?.[1];
	const fitting = unit ? all.filter(({ said }) => unit.test(said)) : [];
	const candidates = fitting.length > 0 ? fitting : all;
	const height = ({ line: { box } }: Numeral) => box.bottom - box.top;
	const [first, second] = candidates.toSorted((a, b) => height(b) - height(a));
	if (!first) return null;
	if (!second || height(first) > STANDS_OUT * height(second)) return { one: first };
	// The same number twice is still one number.
	const isSame = candidates.every(({ value, sure }) => sure && value === first.value);
	return isSame ? { one: first } : { several: candidates };
}

function numeralsIn(line: Line): Numeral[] {
	const text = line.letters.map(({ char }) => char).join('');
	if (CLOCK.test(text)) return [];
	if (SPACED.test(text.trim())) {
		const digits = line.letters.filter(({ char }) => char !== ' ');
		return numeral(digits.map(({ char }) => char).join(''), digits, line);
	}
	return [...text.matchAll(NUMERAL)].flatMap(({ 0: said, index }) =>
		numeral(said, line.letters.slice(index, index + said.length), line),
	);
}

function numeral(said: string, letters: readonly Letter[], line: Line): Numeral[] {
	const value = numberSaid(said);
	if (value === null) return [];
	const digits = letters.filter(({ char }) => /[\d.,]/.test(char));
	return [
		{ value, said: said.trim(), sure: digits.every(({ confidence }) => confidence >= SURE_LETTER), line },
	];
}

/** "1,249.50", "1.249,50", "12,5" and "0.345": of two different marks the last is the decimal mark. */
export function numberSaid(said: string): number | null {
	const digits = /\d[\d.,']*/.exec(said)?.[0].replace(/[.,']+$/, '') ?? '';
	const sign = /^\s*[-−–]/.test(said) ? -1 : 1;
	const marks = [...digits.matchAll(/[.,]/g)];
	const last = marks.at(-1);
	// "1,234" and "1.234.567" are grouped; "0,345" and "21.375" are not.
	const isGroup =
		last &&
		digits.length - last.index === 4 &&
		(marks.length > 1
			? marks.every(([mark]) => mark === last[0])
			: last[0] === ',' && !digits.startsWith('0'));
	const at = last && !isGroup ? last.index : digits.length;
	const value = Number(
		`${digits.slice(0, at).replace(/\D/g, '')}.${digits.slice(at).replace(/\D/g, '') || '0'}`,
	);
	return digits !== '' && Number.isFinite(value) ? sign * value : null;
}
