import { expect, test } from 'vitest';
import { filterOf, quickDays, readChosen } from './filter.ts';

const read = (address: string) => readChosen(new URLSearchParams(address));

test('the address is read as far as it makes sense', () => {
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

test('days begin and end where the customer is, also when the clocks change', () => {
	const hours = (day: string) => {
		const { from = 0, to = 0 } = filterOf({ from: day, to: day });
		return (to - from) / 3600;
	};
	const { from, to } = filterOf({ from: '2026-11-14', to: '2026-11-15' });
	expect(new Date(Number(from) * 1000).toString()).toContain('Nov 14 2026 00:00:00');
	expect(new Date(Number(to) * 1000).toString()).toContain('Nov 16 2026 00:00:00');
	// In any zone a day has 23 to 25 hours.
	for (const day of ['2026-03-29', '2026-10-25', '2026-12-31']) {
		expect([23, 23.5, 24, 24.5, 25]).toContain(hours(day));
	}
});

test('quick choices are days of the calendar', () => {
	expect(quickDays(new Date(2026, 2, 1, 0, 5))).toEqual([
		{ name: 'Today', from: '2026-03-01', to: '2026-03-01' },
		{ name: 'Yesterday', from: '2026-02-28', to: '2026-02-28' },
		{ name: 'Last 7 days', from: '2026-02-23', to: '2026-03-01' },
	]);
});
