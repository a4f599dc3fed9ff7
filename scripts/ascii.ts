/**
 * The same script with every other character written as an escape. V8 keeps the text of a script, with two bytes a character if
 * one of them needs two. Escapes are passed over in pairs, so that a backslash that is escaped itself stays what it is.
 */
export function inAscii(script: string): string {
	return script.replace(/\\?[^\0-\x7f]|\\[\s\S]/g, (found) => {
		const unit = found.at(-1) ?? '';
		return unit > '\x7f' ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}` : found;
	});
}
