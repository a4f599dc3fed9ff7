/** Decodes the bytes of a mail, in any character set that mail programs have used. */

const GUESSED = new Set(['', 'us-ascii', 'ascii', 'unknown', 'unknown-8bit', 'x-unknown', 'default', '8bit']);
const CODE_PAGES: Record<string, string> = {
	'932': 'shift_jis',
	'936': 'gbk',
	'949': 'euc-kr',
	'950': 'big5',
	'65000': 'utf-7',
	'65001': 'utf-8',
};

/** The text, and whether its character set is unknown. */
export function decodeText(bytes: Buffer, charset: string): { text: string; unknown: boolean } {
	const label = charset.trim().toLowerCase();
	if (GUESSED.has(label)) return { text: guess(bytes), unknown: false };
	const page = /^(?:cp|ibm|windows)[-_]?(\d+)$/.exec(label)?.[1] ?? '';
	const name = CODE_PAGES[page] ?? (label === 'unicode-1-1-utf-7' ? 'utf-7' : label);
	if (name === 'utf-7') return { text: decodeUtf7(bytes.toString('latin1')), unknown: false };
	try {
		const text = new TextDecoder(name).decode(bytes);
		// Many senders declare UTF-8 and write something else.
		return { text: name === 'utf-8' || name === 'utf8' ? guess(bytes) : text, unknown: false };
	} catch {
		return { text: guess(bytes), unknown: bytes.some((byte) => byte > 0x7f) };
	}
}

/** UTF-8 if the bytes are valid UTF-8, otherwise what western mail programs write. */
export function guess(bytes: Buffer): string {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		return new TextDecoder('windows-1252').decode(bytes);
	}
}

/** UTF-7 (RFC 2152): UTF-16 in Base64, from "+" to the first character that is not Base64. */
function decodeUtf7(text: string): string {
	return text.replace(/\+([A-Za-z0-9+/]*)-?/g, (_whole, run: string) => {
		if (run === '') return '+';
		const bytes = Buffer.from(run, 'base64');
		return bytes
			.subarray(0, bytes.length - (bytes.length % 2))
			.swap16()
			.toString('utf16le');
	});
}
