/** The header of a mail or of one of its parts. Values stay bytes, held as latin1, until their character set is known. */
import { decodeText, guess } from './charset.ts';

export type Field = readonly [name: string, value: string];

/** Fields after these are ignored. */
export const MAX_FIELDS = 2000;
const MAX_STRUCTURED = 10_000;

const FIELD = /^([!-9;-~]+)[ \t]*:/;
const FIELD_OF_MAIL =
	/^(?:from|to|cc|subject|date|message-id|in-reply-to|references|reply-to|return-path|received|mime-version|(?:content|dkim|arc|list|x)-[a-z-]+)[ \t]*:/i;
/** The longest beginning of a line that shows what kind of line it is. */
const LINE_BEGINNING = 200;
/** After this many bytes, only an empty line ends the header. */
const MAX_LOOKED_AT = 256 * 1024;

/**
 * Splits header and body, with any kind of line end. Many programs write no proper empty line between them: a line of spaces
 * also ends the header, and a line that is not a field begins the body, unless a common mail field follows before the empty
 * line. `skipped` says that the header contains such a line.
 */
export function splitHead(given: Buffer): { head: Buffer; body: Buffer; skipped: boolean } {
	const raw = withLineFeeds(given);
	const split = (headEnd: number, bodyBegin: number) => ({
		head: raw.subarray(0, headEnd),
		body: raw.subarray(bodyBegin),
	});
	let early: ReturnType<typeof split> | null = null;
	let skipped = false;
	let at = 0;
	for (let next = 0; at < raw.length; at = next) {
		const end = raw.indexOf(0x0a, at);
		next = end === -1 ? raw.length : end + 1;
		if (isEmpty(raw, at, end)) return { ...(early ?? split(at, next)), skipped };
		if (at > MAX_LOOKED_AT) {
			if (early) break;
			continue;
		}
		const line = raw.toString('latin1', at, Math.min(next, at + LINE_BEGINNING));
		if (early) {
			if (!FIELD_OF_MAIL.test(line)) continue;
			early = null;
			skipped = true;
		}
		if (/^[ \t]+\r*\n$/.test(line)) early = split(at, next);
		else if (!/^[ \t]/.test(line) && !FIELD.test(line)) early = split(at, at);
	}
	return { ...(early ?? split(at, at)), skipped };
}

function isEmpty(raw: Buffer, from: number, end: number): boolean {
	let at = from;
	while (at < end && raw[at] === 0x0d) at++;
	return at === end;
}

/** Some programs end lines with a carriage return alone. */
function withLineFeeds(raw: Buffer): Buffer {
	const end = raw.indexOf(0x0a);
	const line = raw.toString('latin1', 0, Math.min(end === -1 ? raw.length : end, MAX_STRUCTURED));
	if (!FIELD.test(line) || !/\r[^\r]/.test(line)) return raw;
	const out = Buffer.alloc(raw.length);
	let length = 0;
	for (let at = 0; at < raw.length; at++) {
		if (raw[at] === 0x0d && raw[at + 1] === 0x0a) continue;
		out[length++] = raw[at] === 0x0d ? 0x0a : (raw[at] ?? 0);
	}
	return out.subarray(0, length);
}

/** The fields of a header in order, unfolded, with names in lower case. Lines that are not fields are left out. */
export function parseFields(head: Buffer): Field[] {
	const fields: [string, string[]][] = [];
	for (const line of head.toString('latin1').split('\n')) {
		if (line.startsWith(' ') || line.startsWith('\t')) {
			fields.at(-1)?.[1].push(trimmedEnd(line, '\r'));
			continue;
		}
		const [before, name] = FIELD.exec(line) ?? [];
		if (!before || !name) continue;
		if (fields.length >= MAX_FIELDS) break;
		fields.push([name.toLowerCase(), [trimmedEnd(line.slice(before.length), '\r')]]);
	}
	return fields.map(([name, lines]) => [name, trimmed(lines.join('').replaceAll('\0', ''))]);
}

const SPACE = ' \t\r\n';

/** Unlike `trim`, this leaves a byte A0 alone, which can be the end of a character. */
const trimmed = (text: string) => {
	let begin = 0;
	while (begin < text.length && SPACE.includes(text.charAt(begin))) begin++;
	return trimmedEnd(text.slice(begin));
};
export const trimmedEnd = (text: string, what = SPACE) => {
	let end = text.length;
	while (end > 0 && what.includes(text.charAt(end - 1))) end--;
	return text.slice(0, end);
};

export const firstOf = (fields: readonly Field[], name: string): string | undefined =>
	fields.find(([key]) => key === name)?.[1];

interface Word {
	charset: string;
	base64: boolean;
	text: string;
}

/** The text of a value: encoded words (RFC 2047) are decoded, and the character set of raw bytes is guessed. */
export function decodeWords(value: string): string {
	let out = '';
	let words: Word[] = [];
	let end = 0;
	for (const match of value.matchAll(/=\?([^?\s]{1,60})\?([QqBb])\?([^?]*)\?=/g)) {
		const [whole, charset = '', encoding = '', text = ''] = match;
		const between = value.slice(end, match.index);
		const word = {
			charset: charset.split('*', 1)[0]?.toLowerCase() ?? '',
			base64: encoding.toUpperCase() === 'B',
			text,
		};
		end = match.index + whole.length;
		// White space between two encoded words only folds the line. One character may be split between the two words.
		const joins = words.length > 0 && between.trim() === '';
		if (!joins || words[0]?.charset !== word.charset || word.charset.endsWith('utf-7')) {
			out += decodeRun(words) + (joins ? '' : rawText(between));
			words = [];
		}
		words.push(word);
	}
	return out + decodeRun(words) + rawText(value.slice(end));
}

function decodeRun(words: Word[]): string {
	const bytes: Buffer[] = [];
	// The end of a word whose Base64 stops inside a group of four; the next word has the rest of the group.
	let rest = '';
	for (const { base64, text } of words) {
		if (!base64) {
			bytes.push(Buffer.from(rest, 'base64'), quoted(text));
			rest = '';
			continue;
		}
		const all = rest + text.replace(/[^A-Za-z0-9+/=]/g, '');
		const whole = all.endsWith('=') ? all.length : all.length - (all.length % 4);
		bytes.push(Buffer.from(all.slice(0, whole), 'base64'));
		rest = all.slice(whole);
	}
	bytes.push(Buffer.from(rest, 'base64'));
	return decodeText(Buffer.concat(bytes), words[0]?.charset ?? '').text;
}

const quoted = (text: string) =>
	Buffer.from(
		text
			.replaceAll('_', ' ')
			.replace(/=([0-9A-Fa-f]{2})/g, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
		'latin1',
	);

const rawText = (value: string) => guess(Buffer.from(value, 'latin1'));

/** Parses a value such as `text/plain; charset=utf-8`. Parameters may be continued and encoded (RFC 2231 and older ways). */
export function parseStructured(given: string): { value: string; params: Map<string, string> } {
	const text = given.slice(0, MAX_STRUCTURED);
	const cut = text.search(/[;(\s]/);
	const value = (cut === -1 ? text : text.slice(0, cut)).toLowerCase();
	const pieces = new Map<string, { order: number; encoded: boolean; text: string }[]>();
	for (const match of text.matchAll(/;\s*([^\s=;]+)\s*=\s*("(?:[^"\\]|\\.)*"?|[^;]*)/gs)) {
		const [, key = '', raw = ''] = match;
		const [, name = key, order = '0', star] = /^([^*]+)(?:\*(\d{1,4}))?(\*)?$/.exec(key.toLowerCase()) ?? [];
		const plain = raw.startsWith('"')
			? raw.slice(1).replace(/"$/, '').replace(/\\(.)/gs, '$1')
			: trimmed(raw);
		const known = pieces.get(name) ?? [];
		// If a piece of a parameter is repeated, the encoded one counts, otherwise the first.
		const same = known.find((piece) => piece.order === Number(order));
		if (same && (same.encoded || star === undefined)) continue;
		const others = known.filter((piece) => piece !== same);
		pieces.set(name, [...others, { order: Number(order), encoded: star !== undefined, text: plain }]);
	}
	const params = new Map([...pieces].map(([name, parts]) => [name, joined(parts)]));
	return { value, params };
}

function joined(parts: { order: number; encoded: boolean; text: string }[]): string {
	const sorted = parts.toSorted((a, b) => a.order - b.order);
	if (!sorted.some(({ encoded }) => encoded)) return decodeWords(sorted.map(({ text }) => text).join(''));
	const [, charset = 'utf-8'] = /^([^']*)'[^']*'/.exec(sorted[0]?.text ?? '') ?? [];
	const bytes = sorted.map(({ encoded, text }, index) => {
		const bare = index === 0 && encoded ? text.replace(/^[^']*'[^']*'/, '') : text;
		if (!encoded) return bare;
		return bare.replace(/%([0-9A-Fa-f]{2})/g, (_whole, hex: string) =>
			String.fromCharCode(Number.parseInt(hex, 16)),
		);
	});
	return decodeText(Buffer.from(bytes.join(''), 'latin1'), charset || 'utf-8').text;
}
