import { expect, test } from 'vitest';
import { normalised } from './normalised.ts';

const cpuOf = (act: () => void) => {
	const before = process.cpuUsage();
	act();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000;
};

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

// Without the bound each takes more than ten seconds.
test.each([
	['marks of two classes', '\u0323\u0301', 'NFC'],
	['marks outside the basic plane', '\u{1d165}\u{1d16d}', 'NFD'],
	['characters that become marks', '\uff9e\u0301', 'NFKC'],
	['letters in between', `x${'\u0323\u0301'.repeat(8)}`, 'NFC'],
] as const)('%s take time in proportion to their number', (_, marks, form) => {
	const text = `a${marks.repeat(200_000 / marks.length)}`;
	expect(cpuOf(() => normalised(text, form))).toBeLessThan(1000);
});
