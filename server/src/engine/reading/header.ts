/** The header of a mail or of one of its parts. Values stay bytes, held as latin1, until their character set is known. */
import { decodeText, guess } from './charset.ts';

export type Field = readonly [name: string, value: string];

const MOST_FIELDS = 2000;
const MOST_STRUCTURED = 10_000;

/** Splits header and body, with either kind of line end. */
export function splitHead(raw: Buffer): { head: Buffer; body: Buffer } {
	for (let at = 0; at < raw.length; ) {
		const end = raw.indexOf(0x0a, at);
		if (end === -1) break;
		if (end === at || (end === at + 1 && raw[at] === 0x0d))
			return { head: raw.subarray(0, at), body: raw.subarray(end + 1) };
		at = end + 1;
	}
	return { head: raw, body: raw.subarray(raw.length) };
}

/** The fields of a header in order, unfolded, with names in lower case. Lines that are not fields are left out. */
export function parseFields(head: Buffer): Field[] {
	const fields: [string, string[]][] = [];
	for (const line of head.toString('latin1').split('\n')) {
		const text = line.endsWith('\r') ? line.slice(0, -1) : line;
		if (text.startsWith(' ') || text.startsWith('\t')) {
			fields.at(-1)?.[1].push(text);
			continue;
		}
		const colon = text.indexOf(':');
		const name = text.slice(0, Math.max(colon, 0)).trimEnd();
		if (!/^[!-~]+$/.test(name)) continue;
		if (fields.length >= MOST_FIELDS) break;
		fields.push([name.toLowerCase(), [text.slice(colon + 1)]]);
	}
	return fields.map(([name, lines]) => [name, lines.join('').trim()]);
}

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
	const text = given.slice(0, MOST_STRUCTURED);
	const cut = text.search(/[;(\s]/);
	const value = (cut === -1 ? text : text.slice(0, cut)).toLowerCase();
	const pieces = new Map<string, { order: number; encoded: boolean; text: string }[]>();
	for (const match of text.matchAll(/;\s*([^\s=;]+)\s*=\s*("(?:[^"\\]|\\.)*"?|[^;]*)/gs)) {
		const [, key = '', raw = ''] = match;
		const [, name = key, order = '0', star] = /^([^*]+)(?:\*(\d{1,4}))?(\*)?$/.exec(key.toLowerCase()) ?? [];
		const plain = raw.startsWith('"') ? raw.slice(1).replace(/"$/, '').replace(/\\(.)/gs, '$1') : raw.trim();
		const known = pieces.get(name) ?? [];
		// If a piece of a parameter is repeated, the first one counts.
		if (known.some((piece) => piece.order === Number(order))) continue;
		pieces.set(name, [...known, { order: Number(order), encoded: star !== undefined, text: plain }]);
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
