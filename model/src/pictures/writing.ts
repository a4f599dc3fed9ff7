/** What is written in a picture: signs, plates, meters and displays. */
import type { ShownNumber, ShownText } from '@watchword/contract/condition';
import { fitsShape, shareInside, type Zone } from '@watchword/contract/zone';
import { compares } from '../compares.ts';
import { type Line, rowsOf } from './line.ts';
import { findText, SURE_LINE, tokensOf } from './matching.ts';
import { type NumberRead, type Numeral, readNumber } from './numerals.ts';
import type { Scene, Written } from './scene.ts';

/** Whether something holds, and why that cannot be told. */
export interface Held {
	held: boolean | null;
	why?: string;
}
const unsure = (why: string): Held => ({ held: null, why });

/** The lines that lie mostly where the device is to look. */
export function linesLookedAt(
	lines: readonly Line[],
	zones: readonly Zone[],
	ratio: number | undefined,
): readonly Line[] {
	const of = (use: Zone['use']) => zones.filter((zone) => zone.use === use);
	const [only, never] = [of('only'), of('never')];
	const isIn = (line: Line) => (zone: Zone) => isLineIn(line, zone, ratio);
	return lines.filter((line) => (only.length === 0 || only.some(isIn(line))) && !never.some(isIn(line)));
}

export const isLineIn = ({ box }: Line, zone: Zone, ratio: number | undefined) =>
	fitsShape(zone, ratio) && shareInside(zone.points, box) > 0.5;

const isPlate = (on: string | null) => /plate|kennzeichen|nummernschild/i.test(on ?? '');

export function judgeText({ words, on }: ShownText, { lines, partly }: Written): Held {
	const tokens = tokensOf(lines);
	const matches = words.map((wanted) => ({ wanted, ...findText(wanted, tokens, isPlate(on)) }));
	if (matches.some(({ held }) => held === 'same')) return { held: true };
	const near = matches.find(({ held }) => held === 'near');
	if (near) {
		const read = quoted(near.lines);
		const isSame = read.toLowerCase() === `“${near.wanted}”`.toLowerCase();
		const found = isSame ? `${read} was read` : `${read} may be “${near.wanted}”`;
		return unsure(`${found}, but not every letter is certain`);
	}
	const doubtful = lines.filter(({ confidence, text }) => confidence < SURE_LINE && text.length > 1);
	if (doubtful.length > 0) return unsure(`${quoted(doubtful)} was not read with certainty`);
	if (partly) return unsure('there is more text than was read');
	// A plate comes and goes with its car. A sign is always there, so if nothing was read, it could not be read.
	if (lines.length === 0 && !isPlate(on))
		return unsure(on ? `no text was found on the ${on}` : 'no text was found');
	return { held: false };
}

export function judgeNumber(test: ShownNumber & { of: string }, written: Written, scene: Scene): Held {
	const read = readNumber(written.lines, test.of);
	if (!read) return unsure(`no number was found on the ${test.of}`);
	if ('several' in read) {
		const held = test.since ? [] : read.several.map(({ value }) => compares(test, value));
		const [first] = held;
		if (first !== undefined && held.every((one) => one === first) && read.several.every(({ sure }) => sure))
			return { held: first };
		return unsure(severalNumbers(read.several));
	}
	if (!read.one.sure) return unsure(`the number “${read.one.said}” was not read with certainty`);
	return judgeValue(test, read.one.value, scene);
}

/** Compares a number, or its difference from what it was. */
export function judgeValue(test: ShownNumber, value: number, { earlier }: Scene): Held {
	const { since } = test;
	if (!since) return { held: compares(test, value) };
	const before = earlier?.get(since.minutes);
	if (!before) return unsure('no earlier value from then or before is known');
	const change = value - before.value;
	if (!since.percent) return { held: compares(test, change) };
	if (before.value === 0) return unsure('the earlier value is 0, of which no percentage can be taken');
	return { held: compares(test, (100 * change) / Math.abs(before.value)) };
}

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
	asked: { on: string; number: boolean | null },
	{ lines, partly }: Written,
): { sure: boolean; told: string } {
	const sure = lines.filter(({ confidence }) => confidence >= SURE_LINE);
	const read: NumberRead | null = asked.number === false ? null : readNumber(lines, asked.on);
	const not = (told: string) => ({ sure: false, told });
	if (asked.number || (read && 'one' in read)) {
		if (!read) return not(`No number was found on the ${asked.on}.`);
		if ('several' in read) return not(`S${severalNumbers(read.several).slice(1)}.`);
		const { said } = read.one;
		return read.one.sure
			? { sure: true, told: `The ${asked.on} shows ${said}.` }
			: not(`The ${asked.on} may show ${said}, but not every digit is certain.`);
	}
	if (lines.length === 0) return not('No text was found in the picture.');
	if (sure.length === 0) return not(`${quoted(lines)} was not read with certainty.`);
	const rows = rowsOf(sure).map((row) => `“${row.map(({ text }) => text).join(' ')}”`);
	const rest =
		sure.length < lines.length || partly ? ' There is more text that was not read with certainty.' : '';
	return { sure: true, told: `The ${asked.on} says ${rows.join(', ')}.${rest}` };
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
