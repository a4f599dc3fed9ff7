import { expect, test } from 'vitest';
import type { Example } from '../../../../ports.ts';
import type { Sighting } from '../detector/sighting.ts';
import { explainPrompt } from '../explain.ts';
import { evaluate } from '../sight/condition.ts';
import { inPlainWords } from '../sight/condition-words.ts';
import { FEATURES_VERSION } from '../sight/lesson.ts';
import { readPicturePrompt } from './prompt.ts';

const one = (
	said: 'yes' | 'no',
	about: 'words' | 'verdict' = 'words',
	version = FEATURES_VERSION,
): Example => ({
	captureId: 'x',
	captured_at: new Date(),
	said,
	about,
	features: { version, ratio: 4 / 3, map: new Uint8Array() },
});
const some = (yes: number, no: number, about: 'words' | 'verdict' = 'words') => [
	...Array.from({ length: yes }, () => one('yes', about)),
	...Array.from({ length: no }, () => one('no', about)),
];

function read(prompt: string, examples: Example[] = some(3, 3)) {
	const request = readPicturePrompt(prompt, { examples });
	if (request.wants !== 'judgement') throw new Error(`${prompt} wants ${request.wants}`);
	return request.reading;
}
const words = (prompt: string, examples?: Example[]) => inPlainWords(read(prompt, examples).condition);

test.each([
	['Tell me when the gate is open', '“gate open” (taught)'],
	['a person, and the gate is open', 'at least one person and “gate open” (taught)'],
	['a person, and the gate is open (taught)', 'at least one person and “the gate is open” (taught)'],
	['Tell me when the bin is out (taught) or a dog is there', '“the bin is out” (taught) or at least one dog'],
	['alert me when the bin is not out', 'not “bin”, “out” (taught)'],
	['a person but not taughtful', 'at least one person and not “taughtful” (taught)'],
	['laptop is open', '“open” (taught)'],
	['a person', 'at least one person (taught too)'],
	['a person is there (taught)', '“a person is there” (taught)'],
])('%s is read as %s', (prompt, reading) => {
	expect(words(prompt)).toBe(reading);
});

test('before there are three of each side nothing is taught, and the reading says how many are missing', () => {
	expect(words('the gate is open', some(3, 2))).toBe('“gate open”');
	expect(explainPrompt('the gate is open', 'capture', { examples: some(1, 2) })).toEqual({
		readAs: null,
		beyond: ['gate open'],
		taught: { words: 'gate open', yes: 1, no: 2, missing: { yes: 2, no: 1 } },
	});
	expect(explainPrompt('a person and the gate is open (taught)', 'capture')).toMatchObject({
		readAs: 'at least one person',
		beyond: ['the gate is open'],
		taught: { words: 'the gate is open', missing: { yes: 3, no: 3 } },
	});
	expect(explainPrompt('a person', 'capture')).toEqual({ readAs: 'at least one person', beyond: [] });
	expect(explainPrompt('the gate is open', 'capture', { examples: some(4, 4) })).toMatchObject({
		readAs: '“gate open” (taught)',
		beyond: [],
		taught: { missing: { yes: 0, no: 0 } },
	});
	expect(words('the gate is open', [...some(2, 3), one('yes', 'words', 'another network')])).toBe(
		'“gate open”',
	);
});

test('two strange parts cannot share the examples, unless one is named', () => {
	const prompt = 'a dog and the gate is open, or a cat and the bin is out';
	expect(read(prompt).notes.join()).toContain('write “(taught)” behind it');
	expect(words('a dog and the gate is open (taught), or a cat and the bin is out')).toContain(
		'“the gate is open” (taught)',
	);
});

test('a mark on a run counts where the verdict says something about the taught words', () => {
	const marks = (prompt: string) => {
		const reading = read(prompt, [...some(1, 1), ...some(2, 2, 'verdict')]);
		return 'taught' in reading && { yes: reading.taught.yes, no: reading.taught.no };
	};
	expect(marks('the gate is open')).toEqual({ yes: 3, no: 3 });
	// If it was not met, it may be because nobody was there.
	expect(marks('a person, and the gate is open')).toEqual({ yes: 3, no: 1 });
	expect(marks('a person, or the gate is open')).toEqual({ yes: 1, no: 3 });
	expect(marks('a person, and not the gate is open (taught)')).toEqual({ yes: 1, no: 3 });
});

const person: Sighting = {
	object: 'person',
	confidence: 0.9,
	sure: true,
	box: { left: 0, top: 0, right: 1, bottom: 1 },
};
test.each([
	['a person, and the gate is open', [person], true, true],
	['a person, and the gate is open', [person], false, false],
	['a person, and the gate is open', [], true, false],
	['a person, and the gate is open', [person], null, null],
	['a person', [person], true, true],
	['a person', [person], false, null],
	['a person', [], false, false],
	['a person', [], true, null],
	['a person waving', [person], true, true],
	['a person waving', [person], false, false],
	['a person waving', [], true, null],
])('“%s” with %o and examples that say %s is %s', (prompt, sightings, held, expected) => {
	const taught = {
		held,
		doubt: held === null ? ('between' as const) : null,
		nearest: { yes: null, no: null },
		used: { yes: 3, no: 3 },
		leftOut: { view: 0, shape: 0 },
		test: { right: 6, of: 6, doubtful: [] },
	};
	expect(evaluate(read(prompt).condition, { sightings, taught })).toBe(expected);
});
