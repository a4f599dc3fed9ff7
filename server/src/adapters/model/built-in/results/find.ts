/** Looks for the value of a field in texts: beside its label, below it, or in its column. */
import type { ResultField, Value } from '@watchword/contract/field';
import { currencyAt, type Found } from './amounts.ts';
import { fold } from './fold.ts';
import { isLabel, type Label } from './labels.ts';
import { type Reader, readerOf } from './read-kinds.ts';

/** A value, or why it is not certain, with the words that it was taken from. */
export type Candidate = {
	evidence: string;
	/** The value as it is written. */
	said?: string;
	/** What is written behind it on its line. */
	behind?: string;
} & ({ value: NonNullable<Value> } | { unsure: string });

/** No mail has more lines that matter. */
const MAX_LINES = 5000;
const MAX_LINE = 1000;
const MAX_CANDIDATES = 50;
/** A line that says the same label more often says nothing. */
const MAX_IN_LINE = 5;

/** Everything that the texts say about a field by one of these labels. */
export function candidates(
	field: ResultField,
	labels: readonly Label[],
	texts: readonly string[],
): Candidate[] {
	const found: Candidate[] = [];
	const patterns = labels.map(
		({ pattern }) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'gu'),
	);
	for (const text of texts) {
		const read = readerOf(field, text);
		const { lines, foldedLines } = linesOf(text);
		for (const [at, line] of lines.entries()) {
			// What is quoted from an earlier mail is not of this one.
			if (/^\s*(?:>|$)/.test(line) || found.length >= MAX_CANDIDATES) continue;
			const folded = foldedLines[at] ?? '';
			for (const [index, label] of labels.entries())
				found.push(
					...inLine(line, folded.matchAll(patterns[index] ?? /$^/g), folded, lines, at, label, read),
				);
		}
	}
	return found;
}

interface Lines {
	lines: readonly string[];
	foldedLines: readonly string[];
}

/** The lines of the texts that were looked at last: several names are looked for in the same mail. */
const known = new Map<string, Lines>();
const MAX_KNOWN = 4;

function linesOf(text: string): Lines {
	const before = known.get(text);
	if (before) return before;
	const lines = text
		.split('\n')
		.slice(0, MAX_LINES)
		.map((line) => line.slice(0, MAX_LINE).replace(/\r$/, ''));
	const read = { lines, foldedLines: lines.map(fold) };
	if (known.size >= MAX_KNOWN) known.clear();
	known.set(text, read);
	return read;
}

/** Words before a label that do not change what it means. */
const BEFORE =
	/(?:^|[\s([])(?:the|your|our|my|this|its|their|a|an|is|are|was|be|ist|sind|war|with|and|und|et|y|de|del|du|le|la|el|su|votre|notre|nuestr[oa]|der|die|das|den|dem|ihre?n?r?|unsere?n?r?|eine?r?n?|please|bitte|pay|new|neue?r?|current|available|outstanding|remaining|related|for|to|of|on|fur|zur|zum|mit|regarding|re|aw|fwd?|wg|here is|has|will|plus|zuzuglich|zzgl\.?)\s+$/;
const BETWEEN =
	/^(?:\.(?=\s*[:=|\t]|\s{2}|\s*$|\s[a-z/-]{0,6}\d))?(?:\s*\((?![^)]*(?:net|excl|ohne|before|ex\b|zzgl))[^()]{0,40}\))?(?:\s*(?:incl(?:uding|usive)?|inkl(?:usive)?|inc)\.?\s*(?:of\s+)?(?:\d{1,2}\s?%\s*)?(?:vat|tax(?:es)?|gst|mwst|ust|steuern?|shipping|versand)\.?)?(?:\s+(?:for|fur)\s+(?:\d{4}|(?:jan|feb|mar|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])[a-z]{0,6}(?:\s\d{4})?)(?=\s*[:=]|\s+(?:is|ist|betragt)\s))?(?:\s+(?:on|as of|per|am|zum|vom)\s+(?:\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{4}-\d{2}-\d{2}|\d{1,2}\.?\s[a-z]{3,9}(?:\s\d{4})?)(?=\s*[:=]|\s+(?:is|ist|betragt)\s))?(?:\s*(?:in|\/)\s*(?:[€$£]|[a-z]{3})(?=\s*[:=\t|]|\s{2}|\s*$))?/;
const MARK = /^\s*(?:[:=|\t]|\.{3,}|\s-+>?\s|\s{2,})(?:[\s:=|.]|-(?!\d))*/;
const JOINT =
	/^\s+(?:(?:is on|is at|is|was|are|of|on|by|until|at|ist|sind|war|am|bis zum|bis|zum|von|betragt|betragen|belauft sich auf|belaufen sich auf|lautet|kostet|costs?|amounts to|comes to|stays at|rises to|falls to|will be|bleib(?:t|en) bei|liegt bei|uber)\s+)?(?:(?:now|the|only|just|der|den|dem|ca\.?|about|damit|nun|jetzt|dann)\s+)?|^\s*#\s*/;

function inLine(
	line: string,
	matches: Iterable<RegExpExecArray>,
	folded: string,
	lines: readonly string[],
	at: number,
	label: Label,
	read: Reader,
): Candidate[] {
	return [...matches].slice(0, MAX_IN_LINE).flatMap(({ 0: said, index }) => {
		const before = folded.slice(0, index);
		const isStart =
			/^[\s\p{P}\p{S}]*$/u.test(before) || /(?:[|:;,.!?()[\]*•>]\s*|\s{2,}|\t\s*)$/.test(before);
		if (!isStart && (!BEFORE.test(before) || label.setApart)) return [];
		const start = index + said.length;
		const between = BETWEEN.exec(folded.slice(start))?.[0].length ?? 0;
		const rest = folded.slice(start + between);
		if (/^[\s:.=|-]*$/.test(rest)) return isStart ? below(line, lines, at, before, label, read) : [];
		const mark = MARK.exec(rest)?.[0];
		const joint = mark === undefined ? JOINT.exec(rest)?.[0] : mark;
		if (joint === undefined) return [];
		const value = line.slice(start + between + joint.length);
		const found = read(value, label, mark !== undefined);
		const isLine = before.trim() === '' && isWholeAmount(found, value);
		if (label.setApart && mark === undefined && !/^\s*#/.test(joint) && !isLine) return [];
		const unit = currencyIn(line.slice(start, start + between));
		if (found && mark === undefined && SEVERAL.test(value.slice(found.length)))
			return [candidate({ unsure: 'it names several amounts', length: found.length }, line, value)];
		if (found) return [candidate(withUnit(found, unit), line, value)];
		const later = isStart ? atRowEnd(value, label, read) : null;
		if (later) return [candidate(later.found, line, later.text)];
		return column(line, lines, at, index, read, label);
	});
}

/** “Gesamt 83,30 EUR”: a line that is nothing else sets its label apart. */
const isWholeAmount = (found: Found<NonNullable<Value>> | null, text: string) =>
	found !== null &&
	'value' in found &&
	typeof found.value === 'object' &&
	found.value.currency !== null &&
	text.slice(found.length).trim() === '';

/** "35 EUR for students and 70 EUR for others". */
const SEVERAL =
	/^[^.;\n]{0,40}?(?<!\p{L})(?:and|or|to|und|oder|bis)\s+(?:(?:[€$£]|[A-Z]{3}\s)\s?\d|\d[\d.,]{0,12}\s?(?:[€$£]|EUR|USD|GBP|CHF|euros?|dollars?|pounds?)(?!\p{L}))/u;

/** "Labour 3.5 h   EUR 245.00", "VAT 20 %   EUR 49.00": a rate or a number of hours may stand before the amount. */
const RATE = /^\s*(?:\d[\d.,]{0,10}\s?(?:%|x|×|[\p{L}]{1,6}\.?)?[\s@x×*:]+)/u;
function atRowEnd(text: string, label: Label, read: Reader) {
	const rate = RATE.exec(text)?.[0];
	const rest = rate ? text.slice(rate.length) : '';
	const found = rest === '' ? null : read(rest, label, true);
	if (!found || !('value' in found) || typeof found.value !== 'object' || found.value.currency === null)
		return null;
	return { found, text: rest };
}

/** "Total (EUR)" names the currency of what follows. */
function currencyIn(between: string): string | null {
	const said = /(?:\(|\bin\s|\/\s?)\s*(\S{1,3})/i.exec(between)?.[1];
	return said ? (currencyAt(said)?.code ?? null) : null;
}

function withUnit<V>(found: Found<V>, unit: string | null): Found<V> {
	if (!unit || !('value' in found)) return found;
	const { value } = found as { value: unknown };
	const isBare =
		typeof value === 'object' && value !== null && 'currency' in value && value.currency === null;
	return isBare ? ({ ...found, value: { ...value, currency: unit } } as Found<V>) : found;
}

/** The label ends its line: the value is in the next line, or in the same column of the next row. */
function below(
	line: string,
	lines: readonly string[],
	at: number,
	before: string,
	label: Label,
	read: Reader,
): Candidate[] {
	if (before.trim() !== '' && /\t|\||\s{2,}/.test(before))
		return column(line, lines, at, before.length, read, label);
	const next = lines.slice(at + 1, at + 3).find((one) => one.trim() !== '');
	if (next === undefined || isLabel(next) || /^[^:]{1,40}:/.test(next)) return [];
	const value = next.trim();
	const found = read(value, label, true);
	if (!found || value.slice(found.length).trim().length > 20) return [];
	return [candidate(found, `${line.trim()} ${value}`, value)];
}

const cellsOf = (line: string) =>
	line
		.trim()
		.replace(/^\||\|$/g, '')
		.split(/\t|\||\s{2,}/)
		.map((cell) => cell.trim());

/** The label heads a column: the value is below it, if there is one row. Several rows list parts of something. */
function column(
	line: string,
	lines: readonly string[],
	at: number,
	index: number,
	read: Reader,
	label: Label,
): Candidate[] {
	const heads = cellsOf(line);
	const place = cellsOf(`${line.slice(0, index).replace(/\S+$/, '')}\u0001`).length - 1;
	if (heads.length < 2) return [];
	const found: Candidate[] = [];
	for (const row of lines.slice(at + 1, at + 50)) {
		if (/^[\s|+=-]*$/.test(row) && row.trim() !== '') continue;
		const cells = cellsOf(row);
		if (cells.length !== heads.length) break;
		const cell = cells[place] ?? '';
		const value = read(cell, label, true);
		if (found.length > 0 || !value || cell.slice(value.length).trim() !== '') return [];
		found.push(candidate(value, `${heads[place]}: ${cell}`, cell));
	}
	return found;
}

const MAX_EVIDENCE = 300;
const candidate = (found: Found<NonNullable<Value>>, line: string, text: string): Candidate => {
	const evidence = line.trim().replace(/\s+/g, ' ').slice(0, MAX_EVIDENCE).toWellFormed();
	const said = text.slice(0, found.length).trim().replace(/\s+/g, ' ');
	const told = { evidence, said, behind: text.slice(found.length) };
	return 'unsure' in found ? { unsure: found.unsure, ...told } : { value: found.value, ...told };
};
