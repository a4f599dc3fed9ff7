import { expect, test } from 'vitest';
import { sameInWords } from './same-line.tsx';

test.each([
	[0, 0, ''],
	[1, 0, ''],
	[12, 0, 'Each of the last 12 pictures showed something new.'],
	[100, 62, 'It would have skipped 62 of the last 100 pictures.'],
])('%i captures, %i the same: “%s”', (captures, same, words) => {
	expect(sameInWords({ captures, same })).toBe(words);
});
