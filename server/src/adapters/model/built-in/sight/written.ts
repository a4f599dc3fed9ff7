/** Conditions on what is written in a picture: signs, plates, meters and displays. */
import { fitsShape, shareInside, type Zone } from '@watchword/contract/zone';
import type { Line } from '../ocr/line.ts';
import { rowsOf } from '../ocr/rows.ts';
import type { Meaning } from '../picture-prompt/lexicon.ts';
import { findText, SURE_LINE, tokensOf } from './matching.ts';
import { type NumberRead, type Numeral, readNumber } from './numerals.ts';

/** The text must contain one of these. */
export interface TextTest {
	op: 'text';
	/** What it is written on, in the customer's word: "sign". */
	noun: string;
	any: string[];
	plate: boolean;
	/** Only what is written inside the outline of one of these counts. */
	on?: Meaning;
}

/** The number must be within these bounds; with `since`, the difference from what it was then. */
export interface NumberTest {
	op: 'number';
	noun: string;
	least: number;
	most: number;
	/** What it is counted of, if it is a number of objects. */
	of?: Meaning;
	/** The comparison in words: "above 40". */
	said: string;
	since?: Since;
}

/** An earlier moment to compare with. */
export interface Since {
	/** In the customer's words: "yesterday". */
	words: string;
	minutes: number;
	/** The bounds are percents of what it was. */
	percent: boolean;
}

/** Everything that was read in a picture. */
export interface Written {
	lines: readonly Line[];
	/** Some of the text was not read. */
	partly: boolean;
}

/** What an automation read earlier: the last value at or before the moment that was asked for. */
export interface Earlier {
	value: number;
	at: Date;
}
export type EarlierValues = ReadonlyMap<string, Earlier | null>;

/** The lines that lie mostly where the device is to look and where the prompt says the text is. */
export function linesLookedAt(
	lines: readonly Line[],
	zones: readonly Zone[],
	textIn: { zone: Zone } | undefined,
	ratio: number | undefined,
): readonly Line[] {
	const only = textIn ? [textIn.zone] : zones.filter(({ use }) => use === 'only');
	const never = zones.filter(({ use }) => use === 'never');
	return lines.filter(({ box }) => {
		const isIn = (zone: Zone) => fitsShape(zone, ratio) && shareInside(zone.points, box) > 0.5;
		return (only.length === 0 || only.some(isIn)) && !never.some(isIn);
	});
}

/** What a text test found, with the reason if it cannot be told. */
interface Judged {
	held: boolean | null;
	why: string;
}

/** What a picture can show of it. `count` gives the number of some objects if it is certain. */
interface Shown {
	written?: Written | undefined;
	earlier?: EarlierValues | undefined;
	count(what: Meaning): number | null;
	linesOn(what: Meaning): readonly Line[];
}

export function judgeWritten(
	test: TextTest | NumberTest,
	{ written, earlier, count, linesOn }: Shown,
): Judged {
	if (test.op === 'number' && test.of) {
		const value = count(test.of);
		if (value === null) return { held: null, why: `how many there are (${test.of.label}) is not certain` };
		return test.since
			? judgeChange({ ...test, since: test.since }, value, earlier)
			: within(value, test.least, test.most);
	}
	if (!written) return { held: null, why: 'the text was not read' };
	// A logo is often not read as text: that a van says something else is never certain.
	if (test.op === 'text' && test.on) return judgeText(test, { lines: linesOn(test.on), partly: true });
	return test.op === 'text' ? judgeText(test, written) : judgeNumber(test, written, earlier);
}

function judgeText({ any, plate, noun }: TextTest, { lines, partly }: Written): Judged {
	const tokens = tokensOf(lines);
	const matches = any.map((wanted) => ({ wanted, ...findText(wanted, tokens, plate) }));
	if (matches.some(({ held }) => held === 'same')) return { held: true, why: '' };
	const near = matches.find(({ held }) => held === 'near');
	if (near) {
		const read = quoted(near.lines);
		const isSame = read.toLowerCase() === `“${near.wanted}”`.toLowerCase();
		const found = isSame ? `${read} was read` : `${read} may be “${near.wanted}”`;
		return { held: null, why: `${found}, but not every letter is certain` };
	}
	const unsure = lines.filter(({ confidence, text }) => confidence < SURE_LINE && text.length > 1);
	if (unsure.length > 0) return { held: null, why: `${quoted(unsure)} was not read with certainty` };
	if (partly) return { held: null, why: 'there is more text than was read' };
	// A plate comes and goes with its car. A sign is always there, so if nothing was read, it could not be read.
	if (lines.length === 0 && !plate) return { held: null, why: `no text was found on the ${noun}` };
	return { held: false, why: '' };
}

function judgeNumber(test: NumberTest, written: Written, earlier: EarlierValues | undefined): Judged {
	const { least, most, since, noun } = test;
	const read = readNumber(written.lines, noun);
	if (!read) return { held: null, why: `no number was found on the ${noun}` };
	if ('several' in read) {
		const held = since ? [] : read.several.map(({ value }) => value >= least && value <= most);
		const [first] = held;
		if (first !== undefined && held.every((one) => one === first) && read.several.every(({ sure }) => sure))
			return { held: first, why: '' };
		return { held: null, why: severalNumbers(read.several) };
	}
	if (!read.one.sure) return { held: null, why: `the number “${read.one.said}” was not read with certainty` };
	return since
		? judgeChange({ ...test, since }, read.one.value, earlier)
		: within(read.one.value, least, most);
}

/** Compares a number with what it was. */
function judgeChange(
	{ least, most, since }: { least: number; most: number; since: Since },
	value: number,
	earlier: EarlierValues | undefined,
): Judged {
	const before = earlier?.get(since.words);
	if (!before) return { held: null, why: `no value from ${since.words} or before is known` };
	const change = value - before.value;
	if (!since.percent) return within(change, least, most);
	if (before.value === 0)
		return { held: null, why: 'the earlier value is 0, of which no percentage can be taken' };
	return within((100 * change) / Math.abs(before.value), least, most);
}

const within = (value: number, least: number, most: number): Judged => ({
	held: value >= least && value <= most,
	why: '',
});

const severalNumbers = (several: Numeral[]) =>
	`several numbers were read (${several
		.slice(0, 5)
		.map(({ said }) => said)
		.join(', ')}), and none of them stands out`;

/** The number that a run keeps: one, and read with certainty. */
export function valueIn({ lines }: Written, noun: string): number | null {
	const read = readNumber(lines, noun);
	return read && 'one' in read && read.one.sure ? read.one.value : null;
}

/** What was asked to be read, for "read the meter" and "what does the sign say". */
export function tellText(
	asked: { noun: string; number: boolean | null },
	{ lines, partly }: Written,
): { sure: boolean; told: string; value: number | null } {
	const sure = lines.filter(({ confidence }) => confidence >= SURE_LINE);
	const read: NumberRead | null = asked.number === false ? null : readNumber(lines, asked.noun);
	if (asked.number || (read && 'one' in read)) {
		if (!read) return { sure: false, told: `No number was found on the ${asked.noun}.`, value: null };
		if ('several' in read)
			return { sure: false, told: capital(`${severalNumbers(read.several)}.`), value: null };
		const { said, value } = read.one;
		if (!read.one.sure)
			return {
				sure: false,
				told: `The ${asked.noun} may show ${said}, but not every digit is certain.`,
				value: null,
			};
		return { sure: true, told: `The ${asked.noun} shows ${said}.`, value };
	}
	if (lines.length === 0) return { sure: false, told: 'No text was found in the picture.', value: null };
	if (sure.length === 0)
		return { sure: false, told: `${quoted(lines)} was not read with certainty.`, value: null };
	const rows = rowsOf(sure).map((row) => `“${row.map(({ text }) => text).join(' ')}”`);
	const rest =
		sure.length < lines.length || partly ? ' There is more text that was not read with certainty.' : '';
	return { sure: true, told: `The ${asked.noun} says ${rows.join(', ')}.${rest}`, value: null };
}

/**
 * The text of pages, row by row, as far as it was read with certainty. `partly` says that some was not: a page that cannot
 * be opened, a line that is doubtful, or more than there was time for.
 */
export function pageText(
	pages: readonly (Written | null)[],
	more: boolean,
): { text: string; partly: boolean } {
	const isSure = ({ confidence }: Line) => confidence >= SURE_LINE;
	const rows = pages.flatMap((page) => rowsOf((page?.lines ?? []).filter(isSure)));
	return {
		text: rows.map((row) => row.map(({ text }) => text).join(' ')).join('\n'),
		partly: more || pages.some((page) => page === null || page.partly || !page.lines.every(isSure)),
	};
}

/** Nouns for something that shows a number; other nouns, such as "temperature", are the number themselves. */
const SHOWS_NUMBER = /meter|gauge|thermo|scale|counter|display|screen|panel|readout/;
export const numberOn = (noun: string) =>
	SHOWS_NUMBER.test(noun) ? `the number on the ${noun}` : `the ${noun}`;

/** The condition as it was understood. */
export function writtenInWords(test: TextTest | NumberTest, denied = false): string {
	if (test.op === 'number')
		return `${test.of ? `the number of ${test.of.said}` : numberOn(test.noun)} is ${test.said}`;
	const wanted = test.any.map((one) => `“${one}”`).join(' or ');
	if (test.plate) return `the plate is ${denied ? 'not ' : ''}${wanted}`;
	const on = /^(?:text|writing|lettering|inscription)$/.test(test.noun) ? '' : ` on the ${test.noun}`;
	return `the text${on} ${denied ? 'does not say' : 'says'} ${wanted}`;
}

/** “CLOSED” (0.98), “Open 9 to 5” (0.93): the first few lines, each with its confidence. */
export function listText({ lines }: Written): string {
	if (lines.length === 0) return 'No text was found.';
	const some = lines.slice(0, 8).map(({ text, confidence }) => `“${cut(text)}” (${confidence.toFixed(2)})`);
	return `Read ${some.join(', ')}${lines.length > some.length ? ` and ${lines.length - some.length} more lines` : ''}.`;
}

const quoted = (lines: readonly Line[]) =>
	lines
		.slice(0, 3)
		.map(({ text }) => `“${cut(text)}”`)
		.join(' ');
const cut = (text: string) => (text.length > 60 ? `${text.slice(0, 59)}…` : text);
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
