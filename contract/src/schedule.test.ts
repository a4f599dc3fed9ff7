import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fireTimesBetween, isZone, latestFire, localTime, nextFire, offsetAt, utcTime } from './schedule.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Both hemispheres, changes at midnight, half-hour offsets and half-hour changes, none at all, odd ones. */
const ZONES = [
	'UTC',
	'Europe/Berlin',
	'Europe/London',
	'Europe/Dublin',
	'America/New_York',
	'America/St_Johns',
	'America/Sao_Paulo',
	'America/Havana',
	'America/Santiago',
	'America/Nuuk',
	'Africa/Casablanca',
	'Africa/Cairo',
	'Asia/Kolkata',
	'Asia/Kathmandu',
	'Asia/Tehran',
	'Asia/Beirut',
	'Asia/Gaza',
	'Australia/Sydney',
	'Australia/Lord_Howe',
	'Pacific/Apia',
	'Pacific/Auckland',
	'Pacific/Chatham',
	'Pacific/Kiritimati',
	'Antarctica/Troll',
];

const formats = new Map(
	ZONES.map((timeZone) => [
		timeZone,
		new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }),
	]),
);

function shown(zone: string, instant: Date | number) {
	const [date = '', time = ''] = formats.get(zone)?.format(instant).split(' ') ?? [];
	return { date, time };
}

/** The local day a fire is for: one that had to wait for the end of a jump may have slipped past midnight. */
function dayOf(zone: string, fire: Date, wall: string): string {
	const { date, time } = shown(zone, fire);
	const before = shown(zone, fire.getTime() - 60_000);
	return time !== wall && before.time < wall ? before.date : date;
}

const iso = (dates: Date[]) => dates.map((date) => date.toISOString());

const zone = fc.constantFrom(...ZONES);
const instant = fc.date({ min: new Date('2005-01-01'), max: new Date('2035-12-31'), noInvalidDate: true });
const time = fc
	.integer({ min: 0, max: 1439 })
	.map(
		(minutes) =>
			`${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`,
	);
const times = fc.uniqueArray(time, { minLength: 1, maxLength: 4 });
const offset = fc.integer({ min: -720, max: 840 });

describe('offsets and times', () => {
	test('offsets are minutes east of UTC, at that instant', () => {
		expect(offsetAt('Europe/Berlin', new Date('2026-01-15'))).toBe(60);
		expect(offsetAt('Europe/Berlin', new Date('2026-07-15'))).toBe(120);
		expect(offsetAt('America/New_York', new Date('2026-01-15'))).toBe(-300);
		expect(offsetAt('Australia/Lord_Howe', new Date('2026-01-15'))).toBe(660);
		expect(offsetAt('Asia/Kathmandu', new Date('2026-01-15'))).toBe(345);
		expect(offsetAt('UTC', new Date(0))).toBe(0);
	});

	test('stored and local times turn into each other, across midnight', () => {
		expect(localTime('23:30', 120)).toBe('01:30');
		expect(utcTime('01:30', 120)).toBe('23:30');
		expect(localTime('00:15', -300)).toBe('19:15');
		fc.assert(fc.property(time, offset, (at, minutes) => localTime(utcTime(at, minutes), minutes) === at));
	});

	test('zones are the IANA names and nothing else', () => {
		for (const name of [...ZONES, 'Etc/GMT+5', 'US/Pacific']) expect(isZone(name), name).toBe(true);
		for (const name of [
			'',
			'Mars/Olympus',
			'+02:00',
			'-05',
			'UTC\n',
			'Europe/Berlin ',
			'ünïcode',
			'x'.repeat(99),
		])
			expect(isZone(name), name).toBe(false);
	});
});

describe('daylight saving', () => {
	// 07:30 in Berlin, entered in summer.
	const berlin = (from: string, to: string, ...utc: string[]) =>
		iso(fireTimesBetween(utc, 'Europe/Berlin', 120, new Date(from), new Date(to)));

	test('a time entered in summer keeps its wall-clock time in winter', () => {
		expect(berlin('2026-10-23T12:00Z', '2026-10-26T12:00Z', '05:30')).toEqual([
			'2026-10-24T05:30:00.000Z',
			'2026-10-25T06:30:00.000Z',
			'2026-10-26T06:30:00.000Z',
		]);
	});

	test('a time that does not exist fires once, right after the jump', () => {
		expect(berlin('2026-03-28T12:00Z', '2026-03-29T12:00Z', '00:30')).toEqual(['2026-03-29T01:00:00.000Z']);
		expect(berlin('2026-03-28T12:00Z', '2026-03-29T12:00Z', '00:00')).toEqual(['2026-03-29T01:00:00.000Z']);
	});

	test('a time that exists twice fires the first time', () => {
		expect(berlin('2026-10-24T12:00Z', '2026-10-25T12:00Z', '00:30')).toEqual(['2026-10-25T00:30:00.000Z']);
	});

	test('two times that become the same after a clock change fire once', () => {
		expect(berlin('2026-03-28T12:00Z', '2026-03-29T12:00Z', '00:15', '00:45', '01:00')).toEqual([
			'2026-03-29T01:00:00.000Z',
		]);
	});

	test('a date that a zone skips has no fire, and no other day has two', () => {
		// Samoa went from 29 to 31 December 2011.
		const fires = fireTimesBetween(
			['12:00'],
			'Pacific/Apia',
			0,
			new Date('2011-12-28T12:00Z'),
			new Date('2012-01-01T12:00Z'),
		);
		expect(fires.map((fire) => shown('Pacific/Apia', fire))).toEqual(
			['2011-12-28', '2011-12-29', '2011-12-31', '2012-01-01'].map((date) => ({ date, time: '12:00' })),
		);
	});
});

describe('for every zone and year', () => {
	test('each time fires once on each local day, at its wall-clock time where the day has it', () => {
		fc.assert(
			fc.property(zone, instant, time, offset, (zone, from, wall, offset) => {
				const to = new Date(from.getTime() + 40 * DAY);
				const fires = fireTimesBetween([utcTime(wall, offset)], zone, offset, from, to);
				const seen = new Map<string, string>();
				for (const fire of fires) {
					const { time } = shown(zone, fire);
					const date = dayOf(zone, fire, wall);
					expect(seen.has(date), `${zone} twice on ${date}`).toBe(false);
					seen.set(date, time);
					if (time !== wall) expect(offsetAt(zone, fire)).not.toBe(offsetAt(zone, fire.getTime() - 60_000));
				}
				// Every date the clocks show between the ends is there, but for the two cut by the window.
				for (let at = from.getTime() + DAY + HOUR; at < to.getTime() - DAY - HOUR; at += 12 * HOUR) {
					const { date } = shown(zone, at);
					expect(seen.has(date), `${zone} ${wall} on ${date}`).toBe(true);
				}
			}),
			{ numRuns: 400 },
		);
	});

	test('fire times are strictly ascending, and adjacent windows neither repeat nor lose one', () => {
		fc.assert(
			fc.property(
				zone,
				instant,
				times,
				offset,
				fc.array(fc.integer({ min: 1, max: 5 * 24 * 60 }), { minLength: 1, maxLength: 6 }),
				(zone, from, schedule, offset, steps) => {
					const pieces: Date[] = [];
					let at = from;
					for (const minutes of steps) {
						const next = new Date(at.getTime() + minutes * 60_000);
						pieces.push(...fireTimesBetween(schedule, zone, offset, at, next));
						at = next;
					}
					const whole = fireTimesBetween(schedule, zone, offset, from, at);
					expect(iso(pieces)).toEqual(iso(whole));
					for (const [n, fire] of whole.entries()) {
						if (n > 0) expect(fire.getTime()).toBeGreaterThan(Number(whole[n - 1]));
					}
				},
			),
			{ numRuns: 300 },
		);
	});

	test('the next fire is the first in the window after it, the latest the last in the window before it', () => {
		fc.assert(
			fc.property(zone, instant, times, offset, (zone, at, schedule, offset) => {
				const next = nextFire(schedule, zone, offset, at);
				expect(next && next > at).toBe(true);
				expect(latestFire(schedule, zone, offset, next ?? at)).toEqual(next);
				const until = new Date(Number(next) - 1);
				expect(fireTimesBetween(schedule, zone, offset, at, until)).toEqual([]);
			}),
			{ numRuns: 300 },
		);
	});

	test('both changes of every year, at each time near them', () => {
		for (const zone of ZONES) {
			for (let year = 2010; year <= 2034; year += 3) {
				for (const change of changesOf(zone, year)) {
					for (const wall of ['00:00', '00:30', '01:30', '02:00', '02:30', '03:00', '12:00', '23:30']) {
						const from = new Date(change - 2 * DAY);
						const dates = fireTimesBetween([wall], zone, 0, from, new Date(change + 2 * DAY)).map((fire) =>
							dayOf(zone, fire, wall),
						);
						expect(new Set(dates).size, `${zone} ${wall} ${new Date(change).toISOString()}`).toBe(
							dates.length,
						);
					}
				}
			}
		}
	});
});

test('an empty schedule or window has no fire', () => {
	const now = new Date('2026-05-01T12:00Z');
	expect(nextFire([], 'UTC', 0, now)).toBeNull();
	expect(latestFire([], 'UTC', 0, now)).toBeNull();
	expect(fireTimesBetween(['12:00'], 'UTC', 0, now, now)).toEqual([]);
	expect(iso(fireTimesBetween(['12:00'], 'UTC', 0, new Date(now.getTime() - 1), now))).toEqual([
		now.toISOString(),
	]);
});

function changesOf(zone: string, year: number): number[] {
	const changes: number[] = [];
	for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); at += DAY) {
		if (offsetAt(zone, at) !== offsetAt(zone, at + DAY)) changes.push(at);
	}
	return changes;
}
