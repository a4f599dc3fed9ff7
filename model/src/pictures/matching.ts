/** Whether text that was read in a picture is the text that a customer named. */
import { normalised } from '@watchword/contract/normalised';
import type { Letter, Line } from './line.ts';

/** From this confidence on, a letter is what it was read as. */
export const SURE_LETTER = 0.85;
/** Below this, a line as a whole was not read. */
export const SURE_LINE = 0.8;

/** A run of letters and digits without a space. */
export interface Token {
	letters: Letter[];
	line: Line;
}

/** The words and numbers of all lines, in reading order, without punctuation. */
export function tokensOf(lines: readonly Line[]): Token[] {
	return lines.flatMap((line) => {
		const tokens: Token[] = [{ letters: [], line }];
		for (const letter of line.letters) {
			if (/[\p{L}\p{N}]/u.test(letter.char)) tokens.at(-1)?.letters.push(letter);
			else tokens.push({ letters: [], line });
		}
		return tokens.filter(({ letters }) => letters.length > 0);
	});
}

/** How sure it is that a text is in the picture: yes, perhaps, or no. The lines that say so come with it. */
export interface Match {
	held: 'same' | 'near' | 'other';
	lines: Line[];
}

/**
 * Looks for a text among the words that were read. Spaces, hyphens and case make no difference, because a sign is read as
 * "SORRYWE ARE CLOSED" as often as it is read right. Words are compared as a whole: "OPEN" is not in "REOPENED".
 */
export function findText(wanted: string, tokens: readonly Token[], isPlate: boolean): Match {
	const target = [...compact(wanted)];
	let near: Match = { held: 'other', lines: [] };
	for (let from = 0; from < tokens.length; from++) {
		const span: Letter[] = [];
		for (let to = from; to < tokens.length && span.length <= target.length + 1; to++) {
			span.push(...(tokens[to]?.letters ?? []));
			const held = compare(span, target, isPlate);
			if (held === 'other') continue;
			const lines = [...new Set(tokens.slice(from, to + 1).map(({ line }) => line))];
			if (held === 'same') return { held, lines };
			if (near.held === 'other') near = { held, lines };
		}
	}
	return near;
}

const compact = (text: string) => folded(text).replace(/[^\p{L}\p{N}]/gu, '');
/** In capitals and without accents, which are the first thing a bad picture loses. */
const folded = (text: string) => normalised(text, 'NFD').replace(/\p{M}/gu, '').toUpperCase();

/** On plates these are often the same shape, and no plate differs from another in them alone. */
const SAME_ON_PLATES: Record<string, string> = { O: '0', Q: '0', I: '1' };
/** Letters that are taken for each other in a bad picture. */
const ALIKE = ['0ODQ', '1IL7T', '2Z7', '5S', '8B3', '6GC', 'UV', 'MNH', 'EF', 'PR', '4A', 'CG', 'VY', 'KX'];

function compare(span: readonly Letter[], target: readonly string[], isPlate: boolean): Match['held'] {
	const fold = (char: string) => (isPlate ? (SAME_ON_PLATES[char] ?? char) : char);
	const read = span.map(({ char }) => folded(char));
	const isSure = span.every(({ confidence }) => confidence >= SURE_LETTER);
	if (Math.abs(read.length - target.length) > 1 || read.length < 2) {
		const isSame = read.length === target.length && read[0] === target[0];
		return isSame ? (isSure ? 'same' : 'near') : 'other';
	}
	if (read.length !== target.length) {
		// A letter too few or too many: in a plate it may have been overlooked, in a word only where the picture is bad.
		const isOneOff = target.length >= 4 && differsByOne(read.map(fold), target.map(fold));
		return isOneOff && (isPlate || !isSure) ? 'near' : 'other';
	}
	const wrong = target.flatMap((char, at) => (fold(char) === fold(read[at] ?? '') ? [] : [at]));
	if (wrong.length === 0) return isSure ? 'same' : 'near';
	const isDoubtful = (at: number) => {
		const { confidence = 0, second = null } = span[at] ?? {};
		const [a = '', b = ''] = [read[at], target[at]];
		return (
			confidence < SURE_LETTER ||
			second?.toUpperCase() === b ||
			(isPlate && ALIKE.some((letters) => letters.includes(a) && letters.includes(b)))
		);
	};
	return wrong.length <= Math.max(1, Math.floor(target.length / 4)) && wrong.every(isDoubtful)
		? 'near'
		: 'other';
}

/** Whether leaving out one letter of the longer makes them equal. */
function differsByOne(a: readonly string[], b: readonly string[]): boolean {
	const [long, short] = a.length > b.length ? [a, b] : [b, a];
	const at = long.findIndex((char, index) => char !== short[index]);
	return [...long.slice(0, at), ...long.slice(at + 1)].join('') === short.join('');
}
