import { expect, test } from 'vitest';
import { lastsInWords } from './lasts.ts';

test.each([
	[null, 10, 'Nothing is being spent at the moment.'],
	[0.4, 10, 'At the present rate they last less than a day.'],
	[1.2, 10, 'At the present rate they last about a day.'],
	[12.4, 10, 'At the present rate they last about 12 days.'],
	[100, 10, 'At the present rate they last about 3 months.'],
	[2000, 10, 'At the present rate they last more than a year.'],
	[0, 0, 'Runs that cost credits are skipped until there are some.'],
])('%j days left of a balance of %j: %s', (daysLeft, balance, words) =>
	expect(lastsInWords(daysLeft, balance)).toBe(words),
);
