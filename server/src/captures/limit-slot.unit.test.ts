import { fireTimesBetween, utcTime } from '@watchword/contract/schedule';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limitSlot } from './limit-slot.ts';

const MINUTE = 60_000;
const ZONES = [
	...['UTC', 'Europe/Berlin', 'America/New_York', 'America/Havana', 'Africa/Cairo', 'Asia/Kolkata'],
	...['Australia/Sydney', 'Australia/Lord_Howe', 'Pacific/Apia', 'Pacific/Kiritimati'],
];

const zone = fc.constantFrom(...ZONES);
const start = fc.date({ min: new Date('2020-01-01'), max: new Date('2032-12-31'), noInvalidDate: true });
const wall = fc.integer({ min: 0, max: 1439 }).map((at) => new Date(at * MINUTE).toISOString().slice(11, 16));
const limits = fc.record({
	_zone: zone,
	_utcOffset: fc.integer({ min: -720, max: 840 }),
	walls: fc.uniqueArray(wall, { minLength: 1, maxLength: 4 }),
});
/** Minutes since the event before it. A capture may be taken long before it arrives. */
const event = fc.record({
	after: fc.integer({ min: 0, max: 2 * 24 * 60 }),
	late: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3 * 24 * 60 })),
	change: fc.option(limits, { freq: 4 }),
});

const asSaved = (
	{ walls, ...kept }: typeof limits extends fc.Arbitrary<infer L> ? L : never,
	at: number,
) => ({
	...kept,
	_limitSchedule: walls.map((time) => utcTime(time, kept._utcOffset)),
	times_since: new Date(at),
});

test('a limit time runs once, never before it or for a time before the last change, and always if a capture follows it', () => {
	fc.assert(
		fc.property(start, limits, fc.array(event, { maxLength: 25 }), (from, first, events) => {
			let now = from.getTime();
			let saved = asSaved(first, now);
			const ran = new Set<number>();
			const taken: number[] = [];
			for (const { after, late, change } of events) {
				now += after * MINUTE;
				if (change) {
					saved = asSaved(change, now);
					taken.length = 0;
					continue;
				}
				const takenAt = now - late * MINUTE;
				taken.push(takenAt);
				const slot = limitSlot(saved, new Date(takenAt))?.getTime();
				if (slot !== undefined) ran.add(slot);

				const { _limitSchedule, _zone, _utcOffset, times_since } = saved;
				if (slot !== undefined) {
					expect(slot).toBeGreaterThan(times_since.getTime());
					expect(slot).toBeLessThanOrEqual(takenAt);
				}
				const slots = fireTimesBetween(_limitSchedule, _zone, _utcOffset, times_since, new Date(now));
				for (const [n, due] of slots.map(Number).entries()) {
					const next = Number(slots[n + 1] ?? now + 1);
					if (taken.some((at) => due <= at && at < next)) expect(ran.has(due)).toBe(true);
				}
			}
		}),
		{ numRuns: 500 },
	);
});

const evening = (times_since: string) => ({
	_limitSchedule: ['19:53'],
	_zone: 'UTC',
	_utcOffset: 0,
	times_since: new Date(times_since),
});

test.each([
	['before its time, on the day it was set', '2026-11-19T19:52:59Z', null],
	['on its time', '2026-11-19T19:53:00Z', '2026-11-19T19:53:00.000Z'],
	['the next morning', '2026-11-20T08:00:00Z', '2026-11-19T19:53:00.000Z'],
	['taken before it was set, and arrived late', '2026-11-19T12:00:00Z', null],
])('limited to 19:53 at 19:51: a capture %s', (_, takenAt, slot) => {
	const found = limitSlot(evening('2026-11-19T19:51:00Z'), new Date(takenAt));
	expect(found?.toISOString() ?? null).toBe(slot);
});

test('limited to 19:53 within that minute: it begins the next day', () => {
	expect(limitSlot(evening('2026-11-19T19:53:20Z'), new Date('2026-11-19T19:54:00Z'))).toBeNull();
});

test('a limit time keeps to the clock on the wall when the clocks change', () => {
	// 07:30 in Berlin, entered in summer; the clocks change in the night of 25 October.
	const berlin = { _limitSchedule: ['05:30'], _zone: 'Europe/Berlin', _utcOffset: 120 };
	const slot = (takenAt: string) =>
		limitSlot({ ...berlin, times_since: new Date('2026-10-24T12:00Z') }, new Date(takenAt))?.toISOString();
	expect(slot('2026-10-25T06:29:00Z')).toBeUndefined();
	expect(slot('2026-10-25T06:30:00Z')).toBe('2026-10-25T06:30:00.000Z');
});
