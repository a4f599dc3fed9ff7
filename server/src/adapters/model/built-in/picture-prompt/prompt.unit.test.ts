import { KNOWN_OBJECTS, type KnownObject } from '@watchword/contract/known-objects';
import { describe, expect, test } from 'vitest';
import type { Sighting } from '../detector/sighting.ts';
import { explainPrompt } from '../explain.ts';
import { evaluate } from '../sight/condition.ts';
import { inPlainWords } from '../sight/condition-words.ts';
import { counted } from './lexicon.ts';
import { readPicturePrompt } from './prompt.ts';

/** "2 person, car" as sightings that do not touch each other. */
function seen(words: string): Sighting[] {
	const objects = words.split(', ').flatMap((word) => {
		const [, count = '1', object = ''] = /^(\d+ )?(.*)$/.exec(word) ?? [];
		return object ? Array.from({ length: Number(count) }, () => object as KnownObject) : [];
	});
	return objects.map((object, at) => ({ object, confidence: 0.7, sure: true, box: boxAt(at) }));
}
const boxAt = (at: number) => ({
	left: at / 10,
	right: at / 10 + 0.07,
	top: 0.1,
	bottom: 0.35,
});

function judge(prompt: string, sightings: Sighting[]): boolean | null | string {
	const request = readPicturePrompt(prompt);
	return request.wants === 'judgement' ? evaluate(request.reading.condition, { sightings }) : request.wants;
}

/** The prompt, what makes it true, what makes it false, and what leaves it open; alternatives are divided by |. */
const conditions: [prompt: string, met: string, notMet: string, open?: string][] = [
	['when there is a person or a dog and no car', 'person|dog|person, dog', 'person, car|dog, car|car||cat'],
	['more than two people', '3 person|5 person', '2 person||3 dog'],
	['at least 3 cars', '3 car|4 car', '2 car|'],
	['nobody is there', '|car', 'person|person, car'],
	['no one is home', '', 'person'],
	['is the driveway empty', '|bench, potted plant', 'person|car|cat|bicycle'],
	['no vehicles', '|person|bicycle', 'car|truck|bus|motorcycle'],
	['animals', 'cat|horse|bird', 'person|'],
	['let me know if a delivery truck or van arrives', '', 'person|', 'truck|car'],
	['someone at the door', 'person', '|dog'],
	['Email me if there is a person in the yard and describe what they wear', 'person', ''],
	['Alert me if there are 3 or more people, otherwise stay quiet', '3 person', '2 person'],
	['no cats or dogs', '|person', 'cat|dog|cat, dog'],
	['neither a cat nor a dog', '', 'cat|dog'],
	['no people and a car', 'car', 'car, person|'],
	['a cat, a dog or a horse', 'cat|dog|horse', '|person'],
	['a person, a dog and a car', 'person, dog, car', 'person, dog|car'],
	['a person with a dog or a cat', 'person, dog|person, cat', 'person|dog|dog, cat'],
	['a person without a dog', 'person', 'person, dog|'],
	['if the car is not there', '', 'car'],
	['when the bike is missing', '', 'bicycle'],
	['if the car is no longer in the driveway', '', 'car'],
	['Alert me unless there is a person', '|dog', 'person'],
	['a dog unless there is a person', 'dog', 'dog, person|'],
	['Count the cars and email me if there are more than 3', '4 car', '3 car'],
	['Look at the driveway. Email me if a car is there. Describe it.', 'car', ''],
	["Tell me if there's a dog. Also tell me if there's a cat.", 'dog|cat', 'person'],
	['Alert me if there is a person but not if there is a dog', 'person', 'person, dog|'],
	['between two and four people', '2 person|4 person', 'person|5 person'],
	['exactly one dog', 'dog', '2 dog|'],
	['a crowd of people', '5 person', '4 person'],
	['a few birds', '3 bird', '2 bird'],
	['several cats or dogs', '3 cat|3 dog|2 cat, dog', '2 cat|cat, dog'],
	['if the parking lot is empty of cars', '|person', 'car'],
	['fewer than 2 people in the room', '|person', '2 person'],
	['If there is not more than one person', '|person', '2 person'],
	['the number of people is greater than 5', '6 person', '5 person'],
	['up to 2 dogs', '|2 dog', '3 dog'],
	['12 people', '12 person', '11 person'],
	['zero cars', '', 'car'],
	['as soon as you see a bus', 'bus', 'car'],
	['Only alert me if both a dog and a person are visible', 'dog, person', 'dog|person'],
	['tell me when no car is parked and nobody is standing there', '', 'car|person'],
	['is there a sofa and a TV', 'couch, tv', 'couch'],
	['a puppy or kittens', 'dog|cat', 'person'],
	['the neighbour’s dog’s phone', '', '', 'cell phone'],
	['people & cars', 'person, car', 'person'],
	['cats/dogs', 'cat|dog', ''],
	['knives or scissors', 'knife|scissors', 'fork'],
	['a hot dog', 'hot dog', 'dog'],
	['a teddy bear', 'teddy bear', 'bear'],
	['PERSON!!!', 'person', 'car'],
	['no dogs. ', '', 'dog'],
	['Check if the parking space is free', '', 'car'],
	['the room is not empty', 'person|cat', ''],
	['person but ignore cars', 'person|person, car', 'car'],
	['Notify me of any dog. Ignore cats.', 'dog', 'cat'],
	['if you see a person and do not see a dog', 'person', 'person, dog'],
	['two or three people', '2 person|3 person', 'person|4 person'],
	['Alert when people > 5', '6 person', '5 person'],
	["when there's at least a person", 'person|2 person', ''],
	['Tell me when my car is not there any more', '', 'car'],
	['Send me a picture every time a person appears', 'person', ''],
	['people, cars, dogs', 'person|car|dog', 'cat'],
	['A person, or a dog, but not a cat', 'person|dog', 'dog, cat|'],
	['a person near my car', '', 'car|', 'person|person, car'],
	['no dog behind the couch', '', '', 'dog, couch'],
	['more than 3 cats and dogs', '', '2 cat, dog', '2 cat, 2 dog'],
	// What is not known decides nothing, unless the rest decides without it.
	['Tell me when a parcel is at the door', '', '', 'person|'],
	['a person and a parcel', '', '|dog', 'person'],
	['a person or a parcel', 'person', '', '|dog'],
	['no red car', '|person', '', 'car'],
	['If a red car is parked in the driveway', '', '|person', 'car'],
	['if a person is not wearing a helmet', '', '', 'person'],
	['if it is raining and a person is there', '', '', 'person'],
	['car keys', '', '', 'car|'],
	['a child without an adult', '', '|dog', 'person|2 person'],
	['is a stranger at the door', '', '|dog', 'person'],
	['if the car leaves', '', '', 'car|'],
	['is there a mouse in the kitchen', '', '', 'mouse|'],
	['an orange car', '', '|orange', 'car'],
	['If the gate is open', '', '', '|person'],
	['Watch for deer', '', '', '|horse'],
	['more people than chairs', '', '', '3 person, chair'],
	['si hay una persona', '', '', 'person|'],
];

describe('a condition in ordinary words', () => {
	test.each(conditions)('%s', (prompt, met, notMet, open) => {
		const outcome = (which: string) => which.split('|').map((what) => [what, judge(prompt, seen(what))]);
		const expected = (which: string, held: boolean | null) => which.split('|').map((what) => [what, held]);
		if (met || !open) expect(outcome(met)).toEqual(expected(met, true));
		if (notMet) expect(outcome(notMet)).toEqual(expected(notMet, false));
		if (open) expect(outcome(open)).toEqual(expected(open, null));
	});

	test('knows each of the 80 kinds by its name, alone and in numbers', () => {
		for (const kind of KNOWN_OBJECTS.filter((kind) => kind !== 'mouse')) {
			expect([kind, judge(`when you see a ${kind}`, seen(kind))]).toEqual([kind, true]);
			expect([kind, judge(`at least ${counted(2, kind)}`, seen(`2 ${kind}`))]).toEqual([kind, true]);
			expect([kind, judge(`no ${kind}`, seen(kind))]).toEqual([kind, false]);
		}
		expect(KNOWN_OBJECTS).toHaveLength(80);
		expect(judge('a computer mouse', seen('mouse'))).toBe(true);
	});

	test.each([
		['a cat on the sofa', 'cat', 'couch'],
		['a cat on the couch or the bed', 'cat', 'bed'],
		['if either a cat or a dog is on the bed', 'dog', 'bed'],
		['a person riding a bicycle', 'person', 'bicycle'],
	])('judges a place by overlapping outlines: %s', (prompt, what, where) => {
		const [one, apart] = seen(`${what}, 5 ${where}`).filter((_, at) => at === 0 || at === 5) as [
			Sighting,
			Sighting,
		];
		const under = { ...apart, box: { left: 0, right: 0.5, top: 0.03, bottom: 0.2 } };
		expect(judge(prompt, [one, under])).toBe(true);
		expect(judge(prompt, [one, apart])).not.toBe(true);
		expect(judge(prompt, [one])).not.toBe(true);
	});

	test('says how it was read', () => {
		const request = readPicturePrompt('two kids or vans in the driveway and no pets');
		expect(request).toMatchObject({ wants: 'judgement' });
		if (request.wants !== 'judgement') return;
		expect(inPlainWords(request.reading.condition)).toBe(
			'(at least 2 people (“kids”) or at least 2 vans (“vans”)) and no pet',
		);
		expect(request.reading.notes).toEqual([
			'“driveway” is taken to be the whole picture',
			'“two” is read as at least 2',
			'“pets” is read as cat or dog',
		]);
	});
});

test.each([
	'Describe what you see',
	'What is in the picture?',
	'List everything.',
	'Please summarise the scene',
	'Email me a description',
])('a prompt without a condition asks for a description: %s', (prompt) =>
	expect(readPicturePrompt(prompt)).toMatchObject({ wants: 'account', about: [] }),
);

test('a description may be limited to something', () => {
	expect(readPicturePrompt('How many people are there?')).toMatchObject({
		wants: 'account',
		about: [{ label: 'person' }],
	});
});

test.each(['', '   ', 'if', '?', '...', 'please tell me'])(
	'a prompt without anything to look for is unclear: %j',
	(prompt) => {
		expect(readPicturePrompt(prompt)).toEqual({ wants: 'unclear' });
	},
);

test.each([
	"don't alert me for cats",
	'Do not email me if there is a cat',
	'Ignore it if there is only one person',
	'If there is a person, do not email me',
	'ignore cats',
])('a prompt that only says what to ignore has no condition: %s', (prompt) => {
	expect(readPicturePrompt(prompt)).toEqual({ wants: 'silence' });
});

describe('hours in a prompt', () => {
	const at = (time: string) => ({ now: new Date(`2026-03-03T${time}:00Z`), zone: 'Europe/Berlin' });
	test.each([
		['a person between 22:00 and 06:00', '22:30', true],
		['a person between 22:00 and 06:00', '04:59', true],
		['a person between 22:00 and 06:00', '12:00', false],
		['a person at night', '00:00', true],
		['a person at night', '11:00', false],
		['a person at night', '18:30', null],
		['a person after 10pm', '21:30', true],
		['a person before midnight', '21:00', true],
		['a person after midnight', '23:30', true],
		['a person after midnight', '13:00', false],
		['a person before 7am or after 8pm', '05:00', true],
		['a person before 7am or after 8pm', '12:00', false],
		['a person outside 6am-6pm', '22:00', true],
		['a person on weekends', '12:00', false],
		['a person on Tuesdays', '12:00', true],
		['at night, tell me if a person is there', '11:00', false],
	])('%s at %s UTC: %s', (prompt, time, held) => {
		const request = readPicturePrompt(prompt);
		if (request.wants !== 'judgement') throw new Error('not read as a condition');
		expect(evaluate(request.reading.condition, { sightings: seen('person') }, at(time))).toBe(held);
		expect(evaluate(request.reading.condition, { sightings: seen('car') }, at(time))).toBe(false);
	});

	test('cannot be judged without a clock', () =>
		expect(judge('a person after 22:00', seen('person'))).toBe(null));
});

// Where a rule can match the same words in many ways, this takes minutes.
test.each(['1 ', 'two ', '1/', '9:', ', ', 'a person '])('a prompt of nothing but %j is read', (part) => {
	// As many as are read at all.
	readPicturePrompt(part.repeat(Math.min(900, 3000 / part.length)));
});

test.each<[part: string, trigger: 'capture' | 'email' | 'schedule', length: number]>([
	['>', 'capture', 3000],
	['\ufdfa', 'capture', 3000],
	['. ', 'schedule', 19_900],
	['\n', 'email', 19_900],
])('a prompt that is all %j for %s holds up nothing', (part, trigger, length) => {
	const prompt = `remind me ${part.repeat(length / part.length)} x`.slice(-length);
	expect(explainPrompt(prompt, trigger)).toBeDefined();
});

test('a long prompt on mails is not said to ask for nothing: a mail is judged by all of it, or not at all', () => {
	const prompt = `Tell me if it mentions an invoice. ${'We buy a lot of things. '.repeat(150)}`;
	expect(explainPrompt(prompt, 'email')).toBeNull();
	expect(explainPrompt(prompt.slice(0, 2000), 'email')).toMatchObject({ beyond: [] });
	expect(explainPrompt(prompt.repeat(2), 'email')).toEqual({
		readAs: null,
		beyond: ['a prompt of more than 5,000 characters'],
	});
});

test('what follows a prompt that is too long could decide otherwise, so nothing is judged', () => {
	const prompt = `Tell me when a person is there. ${'We live in a small house. '.repeat(120)}But not if it is me.`;
	const request = readPicturePrompt(prompt);
	if (request.wants !== 'judgement') throw new Error('not read as a condition');
	expect(evaluate(request.reading.condition, { sightings: seen('person') })).toBeNull();
	expect(inPlainWords(request.reading.condition)).toContain('a prompt of more than 3,000 characters');
});
