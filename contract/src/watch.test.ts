import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EARLIER_ALERTS, NEW_ALERTS } from './alerts.ts';
import { advance, NOTHING_SEEN, type Tells, type Watching, type WatchOptions } from './watch.ts';

const MINUTE = 60_000;
type Letter = 'm' | 'n' | '?';
const VERDICTS = { m: 'met', n: 'not met', '?': 'cannot tell' } as const;

/** What is told at each capture of a story, one capture a minute: b begins, a again, o over, e every, . nothing. */
function story(verdicts: string, options: WatchOptions, everyMinutes = 1): string {
	let watching: Watching = NOTHING_SEEN;
	return [...verdicts]
		.map((letter, index) => {
			const next = advance(watching, options, VERDICTS[letter as Letter], index * everyMinutes * MINUTE);
			watching = next.watching;
			if (next.tells && watching.open) watching.open.toldAt = index * everyMinutes * MINUTE;
			return next.tells?.[0] ?? '.';
		})
		.join('');
}

describe('notifications', () => {
	test.each([
		['nnmmmnnmn', {}, '..b....b.'],
		['mmmm', { _tell: 'every' }, 'eeee'],
		['mmmmmm', { _tellAgainMinutes: 2 }, 'b.a.a.'],
		['mmnn', { _tellOver: true }, 'b.o.'],
		['m?n?m', { _tellOver: true }, 'b.o.b'],
		// A single capture that says otherwise neither begins nor ends anything.
		['nmnmmnmnn', { _tellTwice: true, _tellOver: true }, '....b...o'],
		['m?m', { _tellTwice: true }, '..b'],
		['mnmn', { _tellTwice: true, _tell: 'every' }, '....'],
	] as const)('of %s with %j: %s', (verdicts, options, told) => {
		expect(story(verdicts, { ...NEW_ALERTS, ...options })).toBe(told);
	});

	test('a new episode after hours without a capture, because nobody knows what happened in between', () => {
		expect(story('mm', NEW_ALERTS, 119)).toBe('b.');
		expect(story('mm', NEW_ALERTS, 121)).toBe('bb');
	});
});

test('notifications = begun episodes + reminders + wanted endings, for any captures', () => {
	fc.assert(
		fc.property(
			fc.array(fc.constantFrom('m', 'n', '?'), { maxLength: 60 }),
			fc.boolean(),
			fc.option(fc.integer({ min: 1, max: 10 })),
			(letters, _tellOver, _tellAgainMinutes) => {
				const told = story(letters.join(''), { ...NEW_ALERTS, _tellOver, _tellAgainMinutes });
				// The same from the whole of the story at once: stretches of m, whatever could not be told left out.
				const seen = letters.flatMap((letter, minute) => (letter === '?' ? [] : [{ letter, minute }]));
				let expected = '.'.repeat(letters.length);
				const tell = (minute: number, kind: Tells) => {
					expected = expected.slice(0, minute) + kind[0] + expected.slice(minute + 1);
				};
				for (const [index, { letter, minute }] of seen.entries()) {
					const before = seen[index - 1]?.letter;
					if (letter === 'm' && before !== 'm') tell(minute, 'begin');
					if (letter === 'n' && before === 'm' && _tellOver) tell(minute, 'over');
				}
				for (let toldAt = 0, minute = 0; minute < letters.length; minute++) {
					if (expected[minute] === 'b') toldAt = minute;
					const lasts = letters[minute] === 'm' && expected[minute] === '.';
					if (lasts && _tellAgainMinutes !== null && minute - toldAt >= _tellAgainMinutes) {
						tell(minute, 'again');
						toldAt = minute;
					}
				}
				expect(told).toBe(expected);
			},
		),
	);
});

test('a missed notification is sent at the next capture that shows the same', () => {
	const first = advance(NOTHING_SEEN, NEW_ALERTS, 'met', 0);
	expect(first.tells).toBe('begin');
	expect(advance(first.watching, NEW_ALERTS, 'met', MINUTE).tells).toBe('begin');
	// Nobody was told that it began, so nobody is told that it is over.
	expect(advance(first.watching, { ...EARLIER_ALERTS, _tellOver: true }, 'not met', MINUTE).tells).toBeNull();
});
