import type { KnownObject } from '@watchword/contract/known-objects';
import { expect, test } from 'vitest';
import { readPicturePrompt } from '../picture-prompt/prompt.ts';
import { answerFromPictures } from './sight.ts';

/** An object from left, top to right, bottom. */
const seen = (object: KnownObject, sides: [number, number, number, number], sure = true) => {
	const [left, top, right, bottom] = sides;
	return { object, confidence: sure ? 0.8 : 0.3, sure, box: { left, top, right, bottom } };
};

const verdict = (prompt: string, ...sightings: ReturnType<typeof seen>[]) =>
	answerFromPictures(readPicturePrompt(prompt), [{ sightings }]).verdict;

test('an outline around others of its kind is not certain to be one more', () => {
	const two = [seen('person', [0.6, 0.3, 0.75, 0.7]), seen('person', [0.8, 0.3, 0.95, 0.7])];
	const both = seen('person', [0.58, 0.28, 0.97, 0.72]);
	expect(verdict('more than two people', ...two, both)).toBe('cannot tell');
	expect(verdict('exactly two people', ...two, both)).toBe('cannot tell');
	expect(verdict('at least two people', ...two, both)).toBe('met');
	expect(verdict('a person', both, two[0] ?? both)).toBe('met');
	const bench = seen('bench', [0.5, 0.5, 1, 0.8]);
	expect(verdict('three people on the bench', ...two, both, bench)).toBe('cannot tell');
});

test('a faint outline around several sure ones is none more', () => {
	const two = [seen('dog', [0.1, 0.2, 0.4, 0.8]), seen('dog', [0.5, 0.2, 0.9, 0.8])];
	expect(verdict('more than two dogs', ...two, seen('dog', [0.08, 0.15, 0.92, 0.85], false))).toBe('not met');
	expect(verdict('more than two dogs', ...two, seen('dog', [0.05, 0.1, 0.45, 0.9], false))).toBe(
		'cannot tell',
	);
});

test('the upper part of a person is no other person', () => {
	const person = seen('person', [0.4, 0.1, 0.6, 0.9]);
	expect(verdict('exactly one person', person, seen('person', [0.42, 0.11, 0.58, 0.6], false))).toBe('met');
	// Another head, a smaller outline, or one that sticks out may be somebody else.
	for (const other of [
		[0.42, 0.4, 0.58, 0.88],
		[0.45, 0.11, 0.55, 0.3],
		[0.5, 0.1, 0.7, 0.6],
		[0.4, 0.1, 0.5, 0.85],
	] as const)
		expect(verdict('exactly one person', person, seen('person', [...other], false))).toBe('cannot tell');
});

test('what stands much nearer to the camera is not certain to be beside it', () => {
	const far = seen('car', [0.61, 0.58, 0.79, 0.68]);
	const near = seen('car', [0.55, 0.7, 0.95, 0.98]);
	const person = seen('person', [0.5, 0.61, 0.6, 0.98]);
	expect(verdict('a person next to a car', person, near)).toBe('met');
	for (const prompt of ['a person next to a car', 'somebody at my car', 'nobody near the car'])
		expect(verdict(prompt, person, far)).toBe('cannot tell');
	expect(verdict('a person next to a car', person)).toBe('cannot tell');
	expect(verdict('a person next to a car', near)).toBe('not met');
	// On a desk, nothing stands on the ground.
	expect(
		verdict('a cat next to a laptop', seen('cat', [0.3, 0.1, 0.5, 0.4]), seen('laptop', [0.2, 0.3, 0.9, 1])),
	).toBe('met');
	// On a horse, nobody stands.
	expect(
		verdict('a person on a horse', seen('person', [0.4, 0.1, 0.5, 0.4]), seen('horse', [0.3, 0.3, 0.6, 0.9])),
	).toBe('met');
});

test('top and bottom are halves, and corners are less than quarters', () => {
	const bird = seen('bird', [0.05, 0.05, 0.2, 0.2]);
	const inMiddle = seen('bird', [0.42, 0.42, 0.48, 0.48]);
	const tall = seen('person', [0.1, 0.1, 0.3, 0.95]);
	expect(verdict('a bird in the top left corner', bird)).toBe('met');
	expect(verdict('a bird in the top right corner', bird)).toBe('not met');
	expect(verdict('a bird in the top left corner', inMiddle)).toBe('not met');
	expect(verdict('a bird at the top of the picture', inMiddle)).toBe('met');
	expect(verdict('no bird in the bottom half of the picture', bird)).toBe('met');
	expect(verdict('a person at the top of the picture', tall)).toBe('cannot tell');
	expect(verdict('a person in the bottom left corner', tall)).toBe('cannot tell');
});

test('left and right are the halves of the picture', () => {
	const left = seen('car', [0.1, 0.5, 0.4, 0.7]);
	const middle = seen('car', [0.35, 0.5, 0.65, 0.7]);
	expect(verdict('a car on the left', left)).toBe('met');
	expect(verdict('a car on the right side', left)).toBe('not met');
	expect(verdict('no car on the right', left)).toBe('met');
	expect(verdict('a car on the left', middle)).toBe('cannot tell');
	const { evidence } = answerFromPictures(readPicturePrompt('a car on the left'), [{ sightings: [middle] }]);
	expect(evidence).toContain('on its edge: 1 car');
	expect(evidence).toContain('Cannot tell: the car may be inside or outside the left half of the picture.');
});

test('what is not in the middle or not close to the camera is elsewhere', () => {
	const inMiddle = seen('person', [0.45, 0.4, 0.55, 0.6]);
	const large = seen('person', [0.1, 0.1, 0.9, 0.98]);
	const small = seen('person', [0.05, 0.05, 0.1, 0.15]);
	expect(verdict('a person who is not in the middle of the picture', inMiddle)).toBe('not met');
	expect(verdict('a person who is not in the middle of the picture', small)).toBe('met');
	expect(verdict('a person not close to the camera', large)).toBe('not met');
	expect(verdict('a person who is not in the foreground', small)).toBe('met');
});

test('“only” is certain where nothing else comes and goes', () => {
	const dog = seen('dog', [0.1, 0.2, 0.3, 0.5]);
	const sofa = seen('couch', [0.1, 0.4, 0.9, 0.9]);
	const cat = seen('cat', [0.5, 0.2, 0.6, 0.5]);
	expect(verdict('it is only the dog', dog, sofa)).toBe('met');
	expect(verdict('it is only the dog', cat)).toBe('not met');
	expect(verdict('it is only the dog', dog, cat)).toBe('cannot tell');
	expect(verdict('only the dog, no people', dog, seen('person', [0.7, 0.1, 0.8, 0.9]))).toBe('not met');
});
