import { expect, test } from 'vitest';
import { isWithin, opensAt } from './window.ts';

const at = (time: string) => new Date(`2026-03-29T${time}Z`);

test.each([
	['08:00', '17:00', '07:59:59', false],
	['08:00', '17:00', '08:00:00', true],
	['08:00', '17:00', '17:00:59', true],
	['08:00', '17:00', '17:01:00', false],
	['22:00', '05:30', '23:59:59', true],
	['22:00', '05:30', '00:00:00', true],
	['22:00', '05:30', '05:30:30', true],
	['22:00', '05:30', '05:31:00', false],
	['22:00', '05:30', '21:59:59', false],
	['00:00', '23:59', '23:59:59', true],
])('%s to %s at %s: %s', (start, end, time, within) => {
	expect(isWithin({ start, end }, at(time))).toBe(within);
});

test.each([
	['08:00', '17:00', '09:30:10', '2026-03-29T09:30:10.000Z'],
	['08:00', '17:00', '03:30:10', '2026-03-29T08:00:00.000Z'],
	['08:00', '17:00', '17:01:00', '2026-03-30T08:00:00.000Z'],
	['22:00', '05:30', '12:00:00', '2026-03-29T22:00:00.000Z'],
])('%s to %s opens, seen from %s, at %s', (start, end, time, opens) => {
	expect(opensAt({ start, end }, at(time)).toISOString()).toBe(opens);
});
