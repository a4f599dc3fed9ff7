import type { Condition, Seen } from '@watchword/contract/condition';
import type { Zone } from '@watchword/contract/zone';
import { describe, expect, test } from 'vitest';
import { answerFromPictures, counts } from './answer.ts';
import type { Around } from './judge.ts';
import type { Scene } from './scene.ts';
import type { Sighting } from './sighting.ts';

type Corners = [left: number, top: number, right: number, bottom: number];
const seen = (object: Sighting['object'], corners: Corners, sure = true): Sighting => {
	const [left, top, right, bottom] = corners;
	return { object, confidence: sure ? 0.8 : 0.3, sure, box: { left, top, right, bottom } };
};
/** One of a row, of which none touches another. */
const at = (object: Sighting['object'], confidence: number, left = 0): Sighting => ({
	...seen(object, [left, 0, left + 0.1, 0.4], confidence >= 0.4),
	confidence,
});

const some = (kinds: string | string[], more: Partial<Seen> = {}): Seen => ({
	is: 'seen',
	kinds: [kinds].flat(),
	least: 1,
	most: null,
	...more,
});
const no = (kinds: string | string[], more: Partial<Seen> = {}) =>
	some(kinds, { least: 0, most: 0, ...more });
const all = (...of: Condition[]): Condition => ({ is: 'all', of });
const any = (...of: Condition[]): Condition => ({ is: 'any', of });
const beyond = (words: string): Condition => ({ is: 'beyond', words });
const not = (condition: Condition): Condition => ({ ...condition, not: true });

const zone = (name: string, [left, top, right, bottom]: Corners, use: Zone['use'] = 'named'): Zone => ({
	name,
	points: [
		{ x: left, y: top },
		{ x: right, y: top },
		{ x: right, y: bottom },
		{ x: left, y: bottom },
	],
	use,
	ratio: 4 / 3,
});

const answer = (
	condition: Condition,
	pictures: (readonly Sighting[] | null)[],
	around: Partial<Around> = {},
	partly = false,
) =>
	answerFromPictures(
		{ condition, wish: null },
		pictures.map((sightings) => sightings && { sightings }),
		{ zones: [], clock: null, ...around },
		partly,
	);
const verdict = (condition: Condition, ...sightings: Sighting[]) => answer(condition, [sightings]).verdict;

const twoPeople = [at('person', 0.9), at('person', 0.8, 0.3)];
const [person, dog, car] = [at('person', 0.8, 0.5), at('dog', 0.7), at('car', 0.7, 0.3)];
const faintDog = at('dog', 0.3, 0.8);
const couch = (left: number, sure = true) => seen('couch', [left, 0.2, left + 0.3, 0.6], sure);

test.each<[Condition, Sighting[], string]>([
	[some('person'), [person], 'met'],
	[some('person'), [dog], 'not met'],
	[some('animal'), [dog], 'met'],
	[some('vehicle'), [dog], 'not met'],
	[some('dog'), [faintDog], 'cannot tell'],
	[no('dog'), [faintDog], 'cannot tell'],
	[no('dog'), [], 'met'],
	[not(some('dog')), [dog], 'not met'],
	[some('person', { least: 2 }), twoPeople, 'met'],
	[some('person', { least: 3 }), twoPeople, 'not met'],
	[some('person', { least: 0, most: 1 }), twoPeople, 'not met'],
	[some('person', { least: 2, most: 2 }), twoPeople, 'met'],
	[some('person', { least: 1, most: 3 }), [], 'not met'],
	[all(some('person'), no('car')), [person], 'met'],
	[all(some('person'), no('car')), [person, car], 'not met'],
	[any(some('bear'), some('dog')), [dog], 'met'],
	// "Postman" is a person.
	[all(some('person'), beyond('postman')), [person], 'cannot tell'],
	[all(some('person'), beyond('postman')), [dog], 'not met'],
	[any(some('person'), beyond('fire')), [person], 'met'],
	[any(some('person'), beyond('fire')), [], 'cannot tell'],
	// "At most one red car".
	[not(all(some('car', { least: 2 }), beyond('red'))), [car], 'met'],
	[not(all(some('car'), beyond('red'))), [car], 'cannot tell'],
	[beyond('anything'), [person], 'cannot tell'],
	[{ is: 'every' }, [], 'met'],
	// What a mail says cannot be seen, and a later version may know more.
	[{ is: 'attachment', kind: 'any' }, [], 'cannot tell'],
	[some('dragon'), [], 'cannot tell'],
	[{ is: 'weather' } as never, [], 'cannot tell'],
	[some('person', { where: { zone: 'Gone', side: 'in' } }), [person], 'cannot tell'],
	[some('person', { where: { view: 'street' } }), [person], 'met'],
	// A place.
	[some('dog', { beside: { how: 'on', kinds: ['couch'] } }), [dog, couch(0.05)], 'met'],
	[some('dog', { beside: { how: 'on', kinds: ['couch'] } }), [dog, couch(0.6)], 'not met'],
	[some('dog', { beside: { how: 'on', kinds: ['couch'] } }), [dog, couch(0.05, false)], 'cannot tell'],
	[some('dog', { beside: { how: 'on', kinds: ['couch'] } }), [dog], 'cannot tell'],
	[some('dog', { beside: { how: 'on', kinds: ['couch'] } }), [couch(0.1)], 'not met'],
	[no('dog', { beside: { how: 'on', kinds: ['couch'] } }), [dog, couch(0.05)], 'not met'],
	[no('dog', { beside: { how: 'on', kinds: ['couch'] } }), [dog, couch(0.6)], 'met'],
	// Outlines that do not overlap deny nothing.
	[some('person', { beside: { how: 'with', kinds: ['dog'] } }), [person, dog], 'cannot tell'],
	[some('person', { beside: { how: 'with', kinds: ['dog'] } }), [person], 'not met'],
])('%j with %j is %s', (condition, sightings, expected) => {
	expect(verdict(condition, ...sightings)).toBe(expected);
});

describe('what may be one of several kinds', () => {
	const either: Sighting = { ...at('dog', 0.35), sure: true, oneOf: ['dog', 'cat'] };
	test.each<[Condition, string]>([
		[some('animal'), 'met'],
		[some('dog'), 'cannot tell'],
		[some(['cat', 'dog']), 'met'],
		[any(some('cat'), some('dog')), 'met'],
		[all(no('cat'), no('dog')), 'not met'],
		[any(some('dog'), some('sheep')), 'cannot tell'],
		[any(some('cat'), some('dog', { where: { part: 'right' } })), 'cannot tell'],
		[some('person'), 'not met'],
	])('%j is %s', (condition, expected) => {
		expect(verdict(condition, either)).toBe(expected);
	});
});

test('an outline around others of its kind is not certain to be one more', () => {
	const two = [seen('person', [0.6, 0.3, 0.75, 0.7]), seen('person', [0.8, 0.3, 0.95, 0.7])];
	const both = seen('person', [0.58, 0.28, 0.97, 0.72]);
	const people = (least: number, most: number | null = null) => some('person', { least, most });
	expect(verdict(people(3), ...two, both)).toBe('cannot tell');
	expect(verdict(people(2, 2), ...two, both)).toBe('cannot tell');
	expect(verdict(people(2), ...two, both)).toBe('met');
	const bench = seen('bench', [0.5, 0.5, 1, 0.8]);
	const onBench = { beside: { how: 'on' as const, kinds: ['bench'] } };
	expect(verdict(some('person', { least: 3, ...onBench }), ...two, both, bench)).toBe('cannot tell');
	const dogs = [seen('dog', [0.1, 0.2, 0.4, 0.8]), seen('dog', [0.5, 0.2, 0.9, 0.8])];
	const around = seen('dog', [0.08, 0.15, 0.92, 0.85], false);
	expect(verdict(some('dog', { least: 3 }), ...dogs, around)).toBe('not met');
	// The upper part of a person is no other person.
	const whole = seen('person', [0.4, 0.1, 0.6, 0.9]);
	expect(verdict(people(1, 1), whole, seen('person', [0.42, 0.11, 0.58, 0.6], false))).toBe('met');
	expect(verdict(people(1, 1), whole, seen('person', [0.42, 0.4, 0.58, 0.88], false))).toBe('cannot tell');
	const crowd = Array.from({ length: 10 }, (_, n) => at('person', n === 9 ? 0.3 : 0.8, n / 10));
	expect(verdict(people(0, 12), ...crowd)).toBe('cannot tell');
	expect(verdict(people(6), ...crowd)).toBe('met');
});

test('what stands much nearer to the camera is not certain to be beside it', () => {
	const far = seen('car', [0.61, 0.58, 0.79, 0.68]);
	const near = seen('car', [0.55, 0.7, 0.95, 0.98]);
	const someone = seen('person', [0.5, 0.61, 0.6, 0.98]);
	const nextTo = (how: 'near' | 'on', kind: string, other: string) =>
		some(kind, { beside: { how, kinds: [other] } });
	expect(verdict(nextTo('near', 'person', 'car'), someone, near)).toBe('met');
	expect(verdict(nextTo('near', 'person', 'car'), someone, far)).toBe('cannot tell');
	expect(verdict(nextTo('near', 'person', 'car'), someone)).toBe('cannot tell');
	expect(verdict(nextTo('near', 'person', 'car'), near)).toBe('not met');
	const [cat, laptop] = [seen('cat', [0.3, 0.1, 0.5, 0.4]), seen('laptop', [0.2, 0.3, 0.9, 1])];
	expect(verdict(nextTo('near', 'cat', 'laptop'), cat, laptop)).toBe('met');
});

test.each<[NonNullable<Seen['where']>, Corners, string]>([
	[{ part: 'top left' }, [0.05, 0.05, 0.2, 0.2], 'met'],
	[{ part: 'top right' }, [0.05, 0.05, 0.2, 0.2], 'not met'],
	[{ part: 'top left' }, [0.42, 0.42, 0.48, 0.48], 'not met'],
	[{ part: 'top' }, [0.42, 0.42, 0.48, 0.48], 'met'],
	[{ part: 'top' }, [0.1, 0.1, 0.3, 0.95], 'cannot tell'],
	[{ part: 'left' }, [0.1, 0.5, 0.4, 0.7], 'met'],
	[{ part: 'left' }, [0.35, 0.5, 0.65, 0.7], 'cannot tell'],
	[{ part: 'middle' }, [0.45, 0.4, 0.55, 0.6], 'met'],
	[{ part: 'middle' }, [0.05, 0.05, 0.1, 0.15], 'not met'],
	[{ part: 'foreground' }, [0.1, 0.1, 0.9, 0.98], 'met'],
	[{ zone: 'driveway', side: 'in' }, [0.1, 0.55, 0.35, 0.85], 'met'],
	[{ zone: 'DRIVEWAY', side: 'in' }, [0.65, 0.45, 0.85, 0.65], 'not met'],
	[{ zone: 'Driveway', side: 'outside' }, [0.65, 0.45, 0.85, 0.65], 'met'],
	[{ zone: 'Driveway', side: 'in' }, [0.4, 0.6, 0.6, 0.8], 'cannot tell'],
	[{ zone: 'Driveway', side: 'near' }, [0.52, 0.5, 0.6, 0.95], 'met'],
	[{ zone: 'never', side: 'in' }, [0.1, 0.55, 0.35, 0.85], 'cannot tell'],
])('a bird at %j that is at %j is %s', (where, corners, expected) => {
	const zones = [zone('Driveway', [0, 0.5, 0.5, 1]), zone('never', [0, 0, 1, 0.1], 'never')];
	expect(answer(some('bird', { where }), [[seen('bird', corners)]], { zones }).verdict).toBe(expected);
});

test.each<[Condition, string, boolean | null]>([
	[{ is: 'hours', time: { from: '22:00', to: '06:00' }, days: [] }, '2026-03-03T23:00:00Z', true],
	[{ is: 'hours', time: { from: '22:00', to: '06:00' }, days: [] }, '2026-03-03T05:30:00Z', false],
	[
		{ is: 'hours', time: { from: '09:00', to: '17:00' }, days: [1, 2, 3, 4, 5] },
		'2026-03-03T08:00:00Z',
		true,
	],
	[{ is: 'hours', time: { from: '09:00', to: '17:00' }, days: [0, 6] }, '2026-03-03T08:00:00Z', false],
	[{ is: 'hours', time: 'night', days: [] }, '2026-03-03T23:00:00Z', true],
	[{ is: 'hours', time: 'night', days: [] }, '2026-03-03T19:00:00Z', null],
	[{ is: 'hours', time: 'night', days: [] }, '2026-03-03T12:00:00Z', false],
	[{ is: 'hours', time: null, days: [2] }, '2026-03-03T12:00:00Z', true],
])('%j at %s in Berlin is %s', (hours, now, held) => {
	const clock = { now: new Date(now), zone: 'Europe/Berlin' };
	const expected = held === null ? 'cannot tell' : held ? 'met' : 'not met';
	expect(answer(hours, [[]], { clock }).verdict).toBe(expected);
});

test('a car far away may be outside the driveway, and a person there is not', () => {
	const driveway = { where: { view: 'driveway' } };
	const far = seen('car', [0.1, 0.1, 0.2, 0.2]);
	expect(verdict(some('car', driveway), seen('car', [0.1, 0.4, 0.4, 0.7]))).toBe('met');
	expect(answer(some('car', driveway), [[far]])).toMatchObject({
		verdict: 'cannot tell',
		evidence: expect.stringContaining('what is seen is far away and may be outside the driveway'),
	});
	expect(verdict(no('car', driveway), far)).toBe('cannot tell');
	expect(verdict(some('car', { where: { view: 'street' } }), far)).toBe('met');
});

describe('several pictures', () => {
	test.each<[Condition, (Sighting[] | null)[], boolean, string]>([
		[some('dog'), [[], null, [dog]], false, 'met'],
		[some('dog'), [[], null], false, 'cannot tell'],
		[some('dog'), [], false, 'cannot tell'],
		[some('dog'), [[dog]], true, 'met'],
		[no('person'), [[], []], false, 'met'],
		[no('person'), [[], [person]], false, 'not met'],
		[no('person'), [[], null], false, 'cannot tell'],
		[no('person'), [[person], null], false, 'not met'],
		[no('person'), [[]], true, 'cannot tell'],
		[some('person', { least: 0, most: 1 }), [[person], twoPeople], false, 'not met'],
		[all(some('dog'), no('person')), [[dog], []], false, 'met'],
		[all(some('dog'), no('person')), [[dog], [person]], false, 'not met'],
		[all(some('dog'), no('person')), [[dog]], true, 'cannot tell'],
	])('%j in %j (more: %s) is %s', (condition, pictures, partly, expected) => {
		expect(answer(condition, pictures, {}, partly).verdict).toBe(expected);
	});
});

describe('the evidence', () => {
	const sightings = [at('person', 0.71), at('car', 0.64, 0.3), at('car', 0.5, 0.5), faintDog];

	test('names what was found, what decided and what was looked for', () => {
		expect(answer(all(some('person'), some('vehicle')), [sightings])).toEqual({
			evidence:
				'Found 1 person (0.71) and 2 cars (0.64, 0.50). Condition: at least 1 person and at least 1 vehicle.',
			verdict: 'met',
			information: [
				'In the picture: 1 person and 2 cars.',
				'The condition is met: at least 1 person and at least 1 vehicle.',
			],
			subject: 'Person and car seen: 1 person, 2 cars',
		});
		expect(answer(some('person'), [sightings]).subject).toBe('Person seen: 1 person');
		expect(answer(some('car'), [sightings]).evidence).toMatch(/^Found 2 cars \(0\.64, 0\.50\) and 1 person/);
		expect(answer(some('dog'), [sightings]).evidence).toContain('Less sure, and not counted: 1 dog (0.30).');
		expect(answer(some('person'), [sightings]).evidence).not.toContain('Less sure');
	});

	test('says why it cannot be told, and what would help', () => {
		const why = (condition: Condition, ...seen: Sighting[]) =>
			answer(condition, [seen]).information.find((line) => line.startsWith('Cannot tell'));
		expect(why(beyond('parcel'))).toBe(
			'Cannot tell: the built-in model knows 80 everyday kinds of object, but cannot judge “parcel”. ' +
				'Teach it with example pictures, or use a language model.',
		);
		expect(why(all(some('car'), beyond('red')), car)).toContain('Leave out what it cannot judge, teach it');
		expect(why(some('dog'), faintDog)).toBe(
			'Cannot tell: a dog was seen too faintly to be sure. A closer or brighter view would help.',
		);
		expect(why(some('person', { least: 2 }), person, at('person', 0.3, 0.2))).toContain(
			'there may be 1 to 2 people',
		);
		expect(why(some('dog', { beside: { how: 'on', kinds: ['couch'] } }), dog)).toContain(
			'no couch was recognised',
		);
		expect(why(some('person', { where: { zone: 'Gone', side: 'in' } }), person)).toContain(
			'there is no zone “Gone” any more; draw it again, or choose another place',
		);
	});

	test('boxes that decided are in the zone that was asked for', () => {
		const zones = [zone('Driveway', [0, 0.5, 0.5, 1])];
		const reading = {
			condition: some('car', { where: { zone: 'Driveway', side: 'in' as const } }),
			wish: null,
		};
		const [inside, outside] = [seen('car', [0.1, 0.6, 0.3, 0.9]), seen('car', [0.7, 0.6, 0.9, 0.9])];
		const scene: Scene = { sightings: [inside, outside], ratio: 4 / 3 };
		expect([inside, outside].map((one) => counts(reading, scene, one, zones))).toEqual([true, false]);
		expect(answer(reading.condition, [[inside, outside]], { zones }).evidence).toContain(
			'In the zone “Driveway”: 1 car (0.80).',
		);
	});

	test('of a prompt that asks how many says one number everywhere', () => {
		const tell = (kinds: string[], scene: Sighting[]) =>
			answerFromPictures(
				{ condition: { is: 'every' }, wish: { tell: 'kinds', kinds } },
				[{ sightings: scene }],
				{ zones: [], clock: null },
			);
		expect(tell(['car'], sightings)).toMatchObject({
			verdict: 'met',
			information: ['There are 2 cars.', 'In the picture: 2 cars and 1 person.'],
		});
		expect(tell(['car', 'person'], [person]).information).toContain('There are 0 cars and 1 person.');
		expect(tell([], []).information).toEqual([
			'None of the 80 kinds of object the built-in model knows is in the picture.',
		]);
		expect(tell(['person'], [person, at('person', 0.3, 0.1)]).information).toEqual([
			'There are 1 to 2 people.',
		]);
	});
});

test('examples decide what they teach, and agree with the rest if they are about all of it', () => {
	const comparison = (held: boolean | null): Scene => ({
		sightings: [person],
		taught: {
			...{ held, doubt: held === null ? 'between' : null, nearest: { yes: null, no: null } },
			...{ used: { yes: 3, no: 3 }, leftOut: { view: 0, shape: 0 }, test: { right: 6, of: 6, doubtful: [] } },
		},
	});
	const judged = (condition: Condition, held: boolean | null, isTaughtToo = false) =>
		answerFromPictures({ condition, wish: null }, [comparison(held)], {
			...{ zones: [], clock: null, isTaughtToo },
		}).verdict;
	const taught: Condition = { is: 'taught', words: 'the gate is open' };
	expect([true, false, null].map((held) => judged(taught, held))).toEqual(['met', 'not met', 'cannot tell']);
	expect(judged(all(some('dog'), taught), true)).toBe('not met');
	expect([true, false].map((held) => judged(some('person'), held, true))).toEqual(['met', 'cannot tell']);
});
