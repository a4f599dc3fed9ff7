/**
 * The same script with every non-ASCII character written as an escape. V8 keeps the text of a script, and needs two bytes for
 * each character if any is not Latin-1. Escapes are matched in pairs, so that an escaped backslash stays as it is.
 */
export function inAscii(script: string): string {
	return script.replace(/\\?[^\0-\x7f]|\\[\s\S]/g, (found) => {
		const unit = found.at(-1) ?? '';
		return unit > '\x7f' ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}` : found;
	});
}
