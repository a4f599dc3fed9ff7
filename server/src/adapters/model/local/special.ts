/**
 * Words such as `<|im_end|>` end an answer or begin a picture for a model. In what a customer or a stranger wrote they are only
 * words, so they are broken up.
 */
export function harmless(text: string, names: readonly string[]): string {
	let safe = text;
	for (const name of names) safe = safe.replaceAll(name, `${name.slice(0, 1)} ${name.slice(1)}`);
	return safe;
}
