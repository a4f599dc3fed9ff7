import { normalised } from '@watchword/contract/normalised';

/** Small letters without accents, as many as there were, so that a place in one text is the same place in the other. */
export function fold(text: string): string {
	return normalised(text, 'NFC').replace(/[^\0-\x7f]|[A-Z]/gu, (char) => {
		const plain = SPECIAL[char] ?? normalised(char, 'NFD').charAt(0).toLowerCase();
		return plain.length === char.length ? plain : char;
	});
}

const SPECIAL: Record<string, string> = {
	ß: 's',
	'\u00a0': ' ',
	'\u202f': ' ',
	'’': "'",
	'–': '-',
	'—': '-',
	'−': '-',
};
