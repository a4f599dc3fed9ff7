import { afterEach, expect, test } from 'vitest';
import { chooseZone } from '../../lib/time.ts';
import { filterOf, quickDays, readChosen } from './filter.ts';

afterEach(() => chooseZone(null));

const read = (address: string) => readChosen(new URLSearchParams(address));

test('invalid parts of the address are ignored', () => {
	expect(read('trigger=email&outcome=not-met&search=+mia+&from=2026-02-28&to=2026-03-01')).toEqual({
		trigger: 'email',
		outcome: 'not-met',
		search: 'mia',
		from: '2026-02-28',
		to: '2026-03-01',
	});
	expect(
		read(
			'trigger=mail&outcome=toString&automation=../x&from=2026-02-30&to=yesterday&search=+&cursor=x&constructor=1',
		),
	).toEqual({});
	expect(read(`search=${'x'.repeat(500)}`).search).toHaveLength(200);
});

test('days begin and end in the zone of the account, also when the clocks change', () => {
	chooseZone('Europe/Berlin');
	const hours = (day: string) => {
		const { from = 0, to = 0 } = filterOf({ from: day, to: day });
		return (to - from) / 3600;
	};
	const { from, to } = filterOf({ from: '2026-11-14', to: '2026-11-15' });
	expect(new Date(Number(from) * 1000).toISOString()).toBe('2026-11-13T23:00:00.000Z');
	expect(new Date(Number(to) * 1000).toISOString()).toBe('2026-11-15T23:00:00.000Z');
	expect(['2026-03-29', '2026-10-25', '2026-12-31'].map(hours)).toEqual([23, 25, 24]);
});

test('quick choices are days of the calendar in the zone of the account', () => {
	chooseZone('Australia/Sydney');
	expect(quickDays(Date.parse('2026-02-28T13:05Z'))).toEqual([
		{ name: 'Today', from: '2026-03-01', to: '2026-03-01' },
		{ name: 'Yesterday', from: '2026-02-28', to: '2026-02-28' },
		{ name: 'Last 7 days', from: '2026-02-23', to: '2026-03-01' },
	]);
});

test('an episode is one card, except where single runs are looked for', () => {
	const episode = 'a'.repeat(20);
	expect(filterOf({})).toEqual({ grouped: 'yes' });
	expect(filterOf({ trigger: 'capture', automation: episode })).toMatchObject({ grouped: 'yes' });
	for (const chosen of [{ outcome: 'done' }, { search: 'dog' }, { trigger: 'email' }]) {
		expect(filterOf(chosen)).toEqual(chosen);
	}
	expect(filterOf(read(`episode=${episode}&outcome=done`))).toEqual({ episode });
	expect(read('episode=../x')).toEqual({});
});
