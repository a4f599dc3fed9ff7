/** Decodes the bytes of a mail, in any character set that mail programs have used. */

const GUESSED = new Set(['', 'us-ascii', 'ascii', 'unknown', 'unknown-8bit', 'x-unknown', 'default', '8bit']);
const WIDE = /^(?:utf-?16|unicode|ucs-2|iso-10646-ucs-2)(?:[lb]e)?$/;
const CODE_PAGES: Record<string, string> = {
	'932': 'shift_jis',
	'936': 'gbk',
	'949': 'euc-kr',
	'950': 'big5',
	'50220': 'iso-2022-jp',
	'50221': 'iso-2022-jp',
	'50222': 'iso-2022-jp',
	'65000': 'utf-7',
	'65001': 'utf-8',
};

interface Decoded {
	text: string;
	/** The character set is not known, so the text may be wrong. */
	unknown: boolean;
}

export function decodeText(bytes: Buffer, charset: string): Decoded {
	const name = nameOf(charset);
	const usual = !WIDE.test(name) ? null : name.endsWith('le') ? 'utf-16le' : 'utf-16be';
	const wide = usual || GUESSED.has(name) ? (wideName(bytes) ?? usual) : null;
	if (wide) return { text: new TextDecoder(wide).decode(bytes), unknown: false };
	if (GUESSED.has(name)) return { text: guess(bytes), unknown: false };
	if (name === 'utf-7') return { text: decodeUtf7(bytes.toString('latin1')), unknown: false };
	try {
		const decoder = new TextDecoder(name);
		// Many senders declare UTF-8 and write something else, or the other way round.
		if (decoder.encoding === 'utf-8') return { text: guess(bytes), unknown: false };
		if (decoder.encoding === 'windows-1252') return { text: western(bytes), unknown: false };
		const text = decoder.decode(bytes);
		return { text, unknown: name === 'iso-2022-jp' && text.includes('\ufffd') };
	} catch {
		return { text: guess(bytes), unknown: !isUtf8(bytes) || SHIFTS.some((shift) => bytes.includes(shift)) };
	}
}

/** The character set that HTML names itself; empty if it names none. */
export function charsetOfHtml(bytes: Buffer): string {
	const head = bytes.toString('latin1', 0, META_BYTES);
	const named = /<meta[^>]*[\s"';]charset\s*=\s*["']?([\w.:-]+)/i.exec(head)?.[1]?.toLowerCase() ?? '';
	// If the text was readable so far, it is not UTF-16.
	return WIDE.test(named) ? '' : named;
}

const META_BYTES = 2048;

function nameOf(charset: string): string {
	const [label = ''] = charset.trim().toLowerCase().split(/[\s(]/, 1);
	const page = /^(?:cp|ibm|windows)[-_]?(\d+)$/.exec(label)?.[1] ?? '';
	if (label.startsWith('iso-2022-jp')) return 'iso-2022-jp';
	return CODE_PAGES[page] ?? (label === 'unicode-1-1-utf-7' ? 'utf-7' : label);
}

/** How 7-bit character sets switch to another alphabet, and the zeros of wide ones. */
const SHIFTS = [0, 0x0e, 0x1b, '~{'];

/** UTF-16 by its first two bytes, or because every second byte is zero. */
function wideName(bytes: Buffer): 'utf-16le' | 'utf-16be' | null {
	const [first, second] = bytes;
	if (first === 0xff && second === 0xfe) return 'utf-16le';
	if (first === 0xfe && second === 0xff) return 'utf-16be';
	const zeros = [0, 0];
	const seen = bytes.subarray(0, 1000);
	for (const [index, byte] of seen.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
	const [even = 0, odd = 0] = zeros;
	if (Math.max(even, odd) < seen.length / 6 || Math.min(even, odd) > seen.length / 50) return null;
	return odd > even ? 'utf-16le' : 'utf-16be';
}

const MAX_LOOKED_AT = 50_000;

/** Other files are labelled as text, too. They are full of control characters. */
export function isText(text: string): boolean {
	const beginning = text.slice(0, MAX_LOOKED_AT);
	const controls = beginning.match(/[^\P{Cc}\t\n\v\f\r]|\ufffd/gu) ?? [];
	return controls.length <= beginning.length / 20;
}

function isUtf8(bytes: Buffer): boolean {
	try {
		new TextDecoder('utf-8', { fatal: true }).decode(bytes);
		return true;
	} catch {
		return false;
	}
}

const western = (bytes: Buffer) => new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes);

/** UTF-8 if most of the bytes are valid UTF-8, otherwise what western mail programs write. */
export function guess(bytes: Buffer): string {
	const text = new TextDecoder('utf-8').decode(bytes);
	let [valid, broken] = [0, 0];
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code === 0xfffd) broken++;
		else if (code > 0x7f) valid++;
	}
	return broken > valid ? western(bytes) : text;
}

/**
 * The first characters of a text. If the cut splits a character, a replacement character is used: neither PostgreSQL nor models
 * accept half a character.
 */
export const firstPart = (text: string, most: number) => text.slice(0, most).toWellFormed();

/** UTF-7 (RFC 2152): UTF-16 in Base64, from "+" to the first character that is not Base64. */
function decodeUtf7(text: string): string {
	return text.replace(/\+([A-Za-z0-9+/]*)-?/g, (_whole, run: string) => {
		if (run === '') return '+';
		const bytes = Buffer.from(run, 'base64');
		return bytes
			.subarray(0, bytes.length - (bytes.length % 2))
			.swap16()
			.toString('utf16le')
			.toWellFormed();
	});
}
