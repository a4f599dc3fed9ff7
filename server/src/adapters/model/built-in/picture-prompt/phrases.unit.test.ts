import type { KnownObject } from '@watchword/contract/known-objects';
import type { Zone } from '@watchword/contract/zone';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Sighting } from '../detector/sighting.ts';
import { evaluate } from '../sight/condition.ts';
import { inPlainWords } from '../sight/condition-words.ts';
import { tokenise } from '../words.ts';
import { toItems } from './items.ts';
import { lookUp } from './lexicon.ts';
import { ABSENCE_PHRASES } from './phrases/absences.ts';
import { BEYOND_PHRASES } from './phrases/beyond.ts';
import { HOUR_PHRASES } from './phrases/hours.ts';
import { NARROWED_PHRASES } from './phrases/narrowed.ts';
import { NUMBER_PHRASES } from './phrases/numbers.ts';
import { PLACE_PHRASES } from './phrases/places.ts';
import { REQUEST_PHRASES } from './phrases/requests.ts';
import { SENTENCE_PHRASES } from './phrases/sentences.ts';
import { THING_PHRASES } from './phrases/things.ts';
import { readPicturePrompt } from './prompt.ts';
import { classOf } from './vocabulary.ts';

/** Prompts as customers type them, and how they are read. For a new word, add it to vocabulary.ts or lexicon.ts and an example there. */
const PHRASES = [
	...ABSENCE_PHRASES,
	...BEYOND_PHRASES,
	...HOUR_PHRASES,
	...NARROWED_PHRASES,
	...NUMBER_PHRASES,
	...PLACE_PHRASES,
	...REQUEST_PHRASES,
	...SENTENCE_PHRASES,
	...THING_PHRASES,
];

/** A zone for the examples of rules about zones. */
const COBBLES: Zone = {
	name: 'cobbles',
	points: [
		{ x: 0, y: 0 },
		{ x: 1, y: 0 },
		{ x: 1, y: 1 },
	],
	use: 'named',
	ratio: null,
};

function readingOf(prompt: string): string {
	const request = readPicturePrompt(prompt, { zones: [COBBLES] });
	return request.wants === 'judgement' ? inPlainWords(request.reading.condition) : request.wants;
}

describe('prompts as customers type them', () => {
	test('are read as the table says', () => {
		const other = PHRASES.flatMap(([prompt, reading]) => {
			const read = readingOf(prompt);
			return read === reading ? [] : [`${prompt}: ${read}, not ${reading}`];
		});
		expect(other).toEqual([]);
	});
});

describe('a word it does not know', { timeout: 60_000 }, () => {
	const prompts = PHRASES.map(([prompt]) => prompt);
	const strange = fc
		.stringMatching(/^[bcdfgjkpqvwxz][aeiou][bcdfgjkpqvwxz]{2,4}[aeiou]?$/)
		.filter((word) => !isKnown(word));

	test('turns "cannot tell" into "met" at hardly any place where it is added', () => {
		fc.assert(
			fc.property(strange, (word) => {
				const open = prompts.flatMap((prompt) => {
					const before = verdicts(tokenise(prompt).join(' '));
					return before.includes(null) ? withWord(prompt, word).map((longer) => ({ longer, before })) : [];
				});
				const turned = open.filter(({ longer, before }) =>
					verdicts(longer).some((verdict, at) => before[at] === null && verdict === true),
				);
				expect(turned.length / open.length).toBeLessThan(0.01);
			}),
			{ numRuns: 1 },
		);
	});
});

/** The prompt with the word in every place, but not within a phrase that is one word to the grammar, such as "at least". */
function withWord(prompt: string, word: string): string[] {
	const words = tokenise(prompt);
	const items = toItems(words);
	return Array.from({ length: words.length + 1 }, (_, at) => at)
		.filter((at) => !items.some(({ from, to }) => from < at && at < to))
		.map((at) => [...words.slice(0, at), word, ...words.slice(at)].join(' '));
}
const scenes = [
	'',
	'person',
	'car',
	'dog',
	'person, car',
	'cat, couch',
	'bird',
	'2 person, dining table',
	'bench',
].map(seen);
const isKnown = (word: string) => classOf([word], 0) !== null || lookUp([word], 0) !== null;

/** What becomes of a prompt in each scene. */
function verdicts(prompt: string): (boolean | null)[] {
	const request = readPicturePrompt(prompt);
	if (request.wants === 'judgement')
		return scenes.map((sightings) => evaluate(request.reading.condition, { sightings }));
	return scenes.map(() => (request.wants === 'account' ? true : null));
}

/** "2 person, car" as sightings that do not touch each other. */
function seen(scene: string): Sighting[] {
	const objects = scene.split(', ').flatMap((word) => {
		const [, count = '1', object = ''] = /^(\d+ )?(.*)$/.exec(word) ?? [];
		return object ? Array.from({ length: Number(count) }, () => object as KnownObject) : [];
	});
	return objects.map((object, at) => ({
		object,
		confidence: 0.9,
		sure: true,
		box: { left: at / 10, right: at / 10 + 0.05, top: at / 10, bottom: at / 10 + 0.05 },
	}));
}
