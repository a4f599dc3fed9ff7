import type { ExampleSheet } from '@watchword/contract/example';
import { expect, test } from 'vitest';
import { questionOf, taughtInWords } from './taught-words.ts';

const example = (state: 'ready' | 'waiting' | 'unreadable' = 'ready') => ({
	captureId: 'x',
	captured_at: '2026-06-01T10:00:00.000Z',
	thumb_path: null,
	said: 'yes' as const,
	from: 'sheet' as const,
	state,
});
const sheet = (fields: Partial<ExampleSheet>): ExampleSheet => ({
	examples: [example()],
	taught: { words: 'gate open', yes: 6, no: 5, missing: { yes: 0, no: 0 } },
	test: { right: 10, of: 11, doubtful: [] },
	used: true,
	...fields,
});

test('the state of the lesson in words', () => {
	expect(taughtInWords(sheet({}))).toBe('Taught by 6 yes and 5 no; right on 10 of 11.');
	expect(taughtInWords(sheet({ examples: [] }))).toBe('');
	expect(taughtInWords(sheet({ examples: [example(), example('waiting')] }))).toBe(
		'Looking at the examples: 1 of 2…',
	);
	const missing = { words: 'gate open', yes: 1, no: 3, missing: { yes: 2, no: 0 } };
	expect(taughtInWords(sheet({ taught: missing, test: null }))).toBe('1 yes and 3 no. Still missing: 2 yes.');
	expect(taughtInWords(sheet({ examples: [example('unreadable')] }))).toMatch(/1 picture cannot be read\.$/);
	expect(taughtInWords(sheet({ taught: null }))).toMatch(/nothing in this prompt that pictures could teach/);
});

test('the question of the sheet names the words that are taught', () => {
	expect(questionOf('gate open', 'x')).toBe('Does the picture show “gate open”?');
	expect(questionOf(null, 'the bin is out')).toBe('Does the picture show “the bin is out”?');
	expect(questionOf(null, ' ')).toBe('Does the picture show what you mean?');
});
