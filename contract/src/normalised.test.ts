import { expect, test } from 'vitest';
import { normalised } from './normalised.ts';

test('texts are normalised', () => {
	expect(normalised('e\u0301', 'NFC')).toBe('\u00e9');
	expect(normalised('\u00e9', 'NFD')).toBe('e\u0301');
	expect(normalised('\ufb01\uff21', 'NFKC')).toBe('fiA');
});

test('a letter keeps its first 16 combining marks', () => {
	const sixteen = '\u0323\u0301'.repeat(8);
	expect(normalised(`a${sixteen}`, 'NFD')).toBe(`a${sixteen}`.normalize('NFD'));
	expect(normalised(`a${sixteen}\u0302\u0324b\u0301`, 'NFD')).toBe(`a${sixteen}b\u0301`.normalize('NFD'));
});

// If all marks were sorted, each would take minutes.
test.each([
	['of two classes', '\u0323\u0301', 'NFC'],
	['outside the basic plane', '\u{1d165}\u{1d16d}', 'NFD'],
	['that are no marks before', '\uff9e\u0301', 'NFKC'],
	['with letters in between', `x${'\u0323\u0301'.repeat(8)}`, 'NFC'],
] as const)('half a million marks %s are normalised', (_, marks, form) => {
	expect(normalised(`q${marks.repeat(500_000 / marks.length)}`, form)).toMatch(/^q/);
});
