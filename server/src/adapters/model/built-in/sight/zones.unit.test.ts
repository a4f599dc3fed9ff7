import type { KnownObject } from '@watchword/contract/known-objects';
import type { Zone } from '@watchword/contract/zone';
import { describe, expect, test } from 'vitest';
import type { Surroundings } from '../../../../ports.ts';
import type { Box, Sighting } from '../detector/sighting.ts';
import { explainPrompt } from '../explain.ts';
import { readPicturePrompt } from '../picture-prompt/prompt.ts';
import { answerFromPictures, counts } from './sight.ts';
import { lookedAt, lookingWords, positionOf } from './zones.ts';

/** A rectangle as a zone. */
const zone = (
	name: string,
	[left, top, right, bottom]: [number, number, number, number],
	use: Zone['use'] = 'named',
) => ({
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

const DRIVEWAY = zone('Driveway', [0, 0.5, 0.5, 1]);
const STREET = zone('street', [0.5, 0.5, 1, 0.7]);
const POOL = zone('pool', [0.6, 0.75, 0.9, 0.95]);
const ZONES = [DRIVEWAY, STREET, POOL];
const here: Surroundings = { zones: ZONES };

const box = (left: number, top: number, right: number, bottom: number): Box => ({ left, top, right, bottom });
const IN_DRIVEWAY = box(0.1, 0.55, 0.35, 0.85);
const ON_STREET = box(0.65, 0.45, 0.85, 0.65);
const ON_EDGE = box(0.4, 0.6, 0.6, 0.8);
const AT_POOL = box(0.5, 0.55, 0.58, 0.95);
const AWAY = box(0.1, 0.05, 0.2, 0.2);

const seen = (object: KnownObject, at: Box): Sighting => ({ object, confidence: 0.8, sure: true, box: at });

const readAs = (prompt: string, surroundings = here) => {
	const { readAs, beyond } = explainPrompt(prompt, 'capture', surroundings) ?? expect.fail();
	return beyond.length > 0 ? `${readAs} / beyond ${beyond.map((word) => `“${word}”`).join(', ')}` : readAs;
};

test.each([
	['ein Auto in der Einfahrt', 'at least one car in the zone “Einfahrt”'],
	['Ein Hund ist nicht in der Einfahrt', 'at least one dog outside the zone “Einfahrt”'],
	['niemand in Tor 2', 'no person in the zone “Tor 2”'],
	['Steht ein Auto auf dem Hof?', 'at least one car / beyond “on the hof (a zone that was removed)”'],
])('a zone with a German name: %s', (prompt, reading) => {
	const zones = [zone('Einfahrt', [0, 0.5, 0.5, 1]), zone('Tor 2', [0.5, 0.5, 1, 1])];
	expect(readAs(prompt, { zones, removedZones: ['Hof'] })).toBe(reading);
});

describe('how a zone in a prompt is read', () => {
	test.each([
		['a car in the driveway', 'at least one car in the zone “Driveway”'],
		['Tell me if there is a car in my driveway', 'at least one car in the zone “Driveway”'],
		['nobody near the pool', 'no person near the zone “pool”'],
		['someone at the pool', 'at least one person near the zone “pool”'],
		['a person walking around the pool', 'at least one person near the zone “pool”'],
		['a dog outside the driveway', 'at least one dog outside the zone “Driveway”'],
		['more than two people in the pool area', 'at least 3 people in the zone “pool”'],
		['the car is not in the driveway', 'no car in the zone “Driveway”'],
		['a person who is not in the driveway', 'at least one person outside the zone “Driveway”'],
		['my car is gone from the driveway', 'no car in the zone “Driveway”'],
		['the driveway is empty', 'no person, animal or vehicle in the zone “Driveway”'],
		['in the driveway there is a car', 'at least one car in the zone “Driveway”'],
		[
			'a car or a person in the driveway',
			'at least one car in the zone “Driveway” or at least one person in the zone “Driveway”',
		],
		[
			'in the driveway, a car and a person',
			'at least one car in the zone “Driveway” and at least one person in the zone “Driveway”',
		],
		[
			'a car in the driveway or on the street',
			'at least one car in the zone “Driveway” or at least one car in the zone “street”',
		],
		[
			'a car in the driveway and a person on the street',
			'at least one car in the zone “Driveway” and at least one person in the zone “street”',
		],
		[
			'a person with a dog in the driveway',
			'at least one person in the zone “Driveway” and at least one dog in the zone “Driveway”',
		],
		['Watch the driveway and tell me if there is a car', 'at least one car in the zone “Driveway”'],
		['how many cars are in the driveway?', 'tell how many there are: car in the zone “Driveway”'],
		['a car in the zone Driveway', 'at least one car in the zone “Driveway”'],
		['a car in the driveway zone', 'at least one car in the zone “Driveway”'],
		['a car at night in the driveway', 'at least one car in the zone “Driveway” and “at night”'],
		['a red car in the driveway', 'at least one car in the zone “Driveway” / beyond “red”'],
	])('%s', (prompt, expected) => {
		expect(readAs(prompt)).toBe(expected);
	});

	test.each([
		['a car behind the pool', 'at least one car / beyond “behind the pool”'],
		["a car in my neighbour's driveway", "at least one car / beyond “in my neighbour's driveway”"],
		['a car in the back driveway', 'at least one car / beyond “in the back driveway”'],
		['a car at the driveway gate', 'at least one car / beyond “at the driveway gate”'],
		['a car in zone 3', 'at least one car / beyond “in zone 3 (there is no such zone)”'],
		// Named in a sentence of its own, a zone would otherwise be lost.
		['The driveway is long. Tell me if there is a car.', 'null / beyond “Driveway”'],
	])('%s: never the whole picture instead', (prompt, expected) => {
		expect(readAs(prompt)).toBe(expected);
	});

	test('a removed zone and one where it never looks are beyond it', () => {
		expect(readAs('a car in the driveway', { removedZones: ['Driveway'] })).toBe(
			'at least one car / beyond “in the driveway (a zone that was removed)”',
		);
		expect(readAs('a car in the street', { zones: [{ ...STREET, use: 'never' }] })).toBe(
			'at least one car, looking never in the zone “street” / beyond “in the street (a zone where it never looks)”',
		);
	});

	test('a name that is also a word it knows is the zone only with the word “zone”', () => {
		const zones = [zone('bed', [0, 0, 1, 0.5]), zone('A', [0, 0.5, 1, 1]), zone('dog bed', [0, 0, 0.5, 0.5])];
		expect(readAs('a cat in the bed', { zones })).toBe(
			'at least one cat / beyond “in the bed (a word it knows, and a zone; say “the zone” before it)”',
		);
		expect(readAs('a cat in the zone bed', { zones })).toBe('at least one cat in the zone “bed”');
		expect(readAs('a cat', { zones })).toBe('at least one cat');
		expect(readAs('a cat in zone A', { zones })).toBe('at least one cat in the zone “A”');
		expect(readAs('a cat in the dog bed', { zones })).toBe('at least one cat in the zone “dog bed”');
	});

	test('phrases do not reach into the name of a zone', () => {
		expect(readAs('a person in the corner', { zones: [zone('corner', [0, 0, 1, 1])] })).toBe(
			'at least one person in the zone “corner”',
		);
	});

	test('where it looks is said', () => {
		const zones = [zone('yard', [0, 0, 1, 1], 'only'), zone('street', [0, 0, 1, 0.2], 'never')];
		expect(readAs('a person', { zones })).toBe(
			'at least one person, looking only in the zone “yard”, never in the zone “street”',
		);
		expect(lookingWords(ZONES)).toBeNull();
	});
});

describe('where a box is', () => {
	const at = (one: Box, side: 'in' | 'near' | 'outside' = 'in', ratio?: number, where: Zone = DRIVEWAY) =>
		positionOf(one, { zone: where, side }, ratio);

	test('by its foot: the head of a person is often outside', () => {
		const tall = box(0.2, 0.1, 0.3, 0.6);
		expect(at(tall)).toBe('in');
		// It covers a part of the zone, but stands in front of it.
		expect(at(box(0.65, 0.55, 0.85, 0.98), 'in', undefined, STREET)).toBe('out');
	});

	test('almost all of a box inside is in, whatever is below its foot', () => {
		expect(at(box(0.6, 0.4, 0.7, 0.6), 'in', undefined, zone('window', [0.55, 0.35, 0.75, 0.595]))).toBe(
			'in',
		);
	});

	test('across the edge, nobody can say', () => {
		expect(at(ON_EDGE)).toBe('edge');
		expect(at(ON_EDGE, 'outside')).toBe('edge');
	});

	test('near is measured by the height of the object', () => {
		expect(at(AT_POOL, 'in', undefined, POOL)).toBe('out');
		expect(at(AT_POOL, 'near', undefined, POOL)).toBe('in');
		expect(at(box(0.3, 0.55, 0.38, 0.95), 'near', undefined, POOL)).toBe('edge');
		expect(at(AWAY, 'near', undefined, POOL)).toBe('out');
	});

	test('on a picture of another shape, nobody can say', () => {
		expect(at(IN_DRIVEWAY, 'in', 4 / 3)).toBe('in');
		expect(at(IN_DRIVEWAY, 'in', 1.4)).toBe('in');
		expect(at(IN_DRIVEWAY, 'in', 3 / 4)).toBe('edge');
	});
});

describe('verdicts', () => {
	const judge = (prompt: string, sightings: Sighting[], surroundings = here, ratio?: number) =>
		answerFromPictures(readPicturePrompt(prompt, surroundings), [{ sightings, ...(ratio && { ratio }) }]);

	test.each<[string, Sighting[], string]>([
		['a car in the driveway', [seen('car', IN_DRIVEWAY)], 'met'],
		['a car in the driveway', [seen('car', ON_STREET)], 'not met'],
		['a car in the driveway', [seen('car', ON_EDGE)], 'cannot tell'],
		['a car in the driveway', [], 'not met'],
		['nobody near the pool', [seen('person', AT_POOL)], 'not met'],
		['nobody near the pool', [seen('person', AWAY)], 'met'],
		['nobody in the driveway', [seen('person', ON_EDGE)], 'cannot tell'],
		['no car in the driveway', [seen('car', ON_STREET)], 'met'],
		['the driveway is empty', [seen('dog', IN_DRIVEWAY)], 'not met'],
		['two cars in the driveway', [seen('car', IN_DRIVEWAY), seen('car', ON_STREET)], 'not met'],
		[
			'a car in the driveway and nobody on the street',
			[seen('car', IN_DRIVEWAY), seen('person', IN_DRIVEWAY)],
			'met',
		],
		['a person with a dog in the driveway', [seen('person', IN_DRIVEWAY), seen('dog', ON_STREET)], 'not met'],
	])('%s', (prompt, sightings, verdict) => {
		expect(judge(prompt, sightings).verdict).toBe(verdict);
	});

	test('the evidence names the zone, and what is on its edge', () => {
		const { evidence } = judge('a car in the driveway', [seen('car', ON_EDGE), seen('car', ON_STREET)]);
		expect(evidence).toBe(
			'Found 2 cars (0.80, 0.80). In the zone “Driveway”: nothing of that; on its edge: 1 car (0.80). ' +
				'Condition as read: at least one car in the zone “Driveway”. ' +
				'Cannot tell: the car may be inside or outside the zone “Driveway”.',
		);
	});

	test('a picture of another shape gets no verdict, and is told why', () => {
		const { verdict, evidence } = judge('a car in the driveway', [seen('car', IN_DRIVEWAY)], here, 0.75);
		expect(verdict).toBe('cannot tell');
		expect(evidence).toContain('another shape than the one the zone “Driveway” was drawn on');
	});

	test('an account tells what is in the zone alone', () => {
		const { information } = judge('How many cars are in the driveway?', [
			seen('car', IN_DRIVEWAY),
			seen('car', ON_STREET),
		]);
		expect(information[0]).toBe('There is 1 car in the zone “Driveway”.');
	});

	test('what is outside the zone did not decide', () => {
		const request = readPicturePrompt('a car in the driveway', here);
		const scene = { sightings: [seen('car', IN_DRIVEWAY), seen('car', ON_STREET), seen('dog', ON_STREET)] };
		expect(scene.sightings.map((one) => counts(request, scene, one))).toEqual([true, false, true]);
	});

	test('only and never keep sightings out, and leave those on the edge in doubt', () => {
		const sightings = [seen('car', IN_DRIVEWAY), seen('car', ON_STREET), seen('car', ON_EDGE)];
		const sure = (zones: Zone[]) => lookedAt(sightings, zones, undefined).map(({ sure }) => sure);
		expect(sure([{ ...DRIVEWAY, use: 'only' }])).toEqual([true, false]);
		expect(sure([{ ...DRIVEWAY, use: 'never' }])).toEqual([true, false]);
		expect(
			sure([
				{ ...DRIVEWAY, use: 'only' },
				{ ...STREET, use: 'only' },
			]),
		).toEqual([true, true, false]);
		expect(
			sure([
				{ ...DRIVEWAY, use: 'only' },
				{ ...DRIVEWAY, name: 'x', use: 'never' },
			]),
		).toEqual([false]);
		expect(sure([])).toEqual([true, true, true]);
	});
});
