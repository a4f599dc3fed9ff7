import { expect, test } from 'vitest';
import { timeInWords, waitInWords } from './time.ts';

test.each([
	[0, 'just now'],
	[-59, 'just now'],
	[-60, '1 minute ago'],
	[-200, '3 minutes ago'],
	[-3_600, '1 hour ago'],
	[-86_400, 'yesterday'],
	[-3 * 604_800, '3 weeks ago'],
	[7_200, 'in 2 hours'],
])('%i seconds from now is %j', (seconds, words) => {
	expect(timeInWords(1_800_000_000 + seconds, 1_800_000_000)).toBe(words);
});

test.each([
	[0, 'in 1 second'],
	[40, 'in 40 seconds'],
	[60, 'in 1 minute'],
	[61, 'in 2 minutes'],
	[900, 'in 15 minutes'],
])('a wait of %i seconds is %j', (seconds, words) => {
	expect(waitInWords(seconds)).toBe(words);
});
