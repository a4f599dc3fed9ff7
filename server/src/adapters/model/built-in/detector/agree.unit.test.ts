import type { Detection } from '@watchword/model';
import { expect, test } from 'vitest';
import { agree } from './agree.ts';

const at = (object: Detection['object'], confidence: number, left = 0): Detection => ({
	object,
	confidence,
	box: { left, right: left + 0.2, top: 0, bottom: 0.4 },
});
const told = (nanodet: Detection[], ssdlite: Detection[]) =>
	agree(nanodet, ssdlite).map(({ object, sure }) => `${sure ? 'sure' : 'faint'} ${object}`);

test('an object that both networks see at the same place counts once', () => {
	expect(told([at('dog', 0.3)], [at('dog', 0.25, 0.02)])).toEqual(['sure dog']);
	expect(told([at('dog', 0.3)], [at('dog', 0.25, 0.5)])).toEqual(['faint dog', 'faint dog']);
});

test('an object that only one network sees is faint, unless its score is very high', () => {
	expect(told([at('cat', 0.45)], [])).toEqual(['faint cat']);
	expect(told([], [at('cat', 0.6)])).toEqual(['faint cat']);
	expect(told([at('cat', 0.6)], [])).toEqual(['sure cat']);
	expect(told([], [at('cat', 0.8)])).toEqual(['sure cat']);
	expect(told([at('cat', 0.1)], [at('cat', 0.1)])).toEqual([]);
});

test('an animal that is seen faintly under two names is one of them', () => {
	const names = (nanodet: Detection[], ssdlite: Detection[]) =>
		agree(nanodet, ssdlite).map(
			({ object, sure, oneOf }) => oneOf?.join(' or ') ?? (sure ? `sure ${object}` : undefined),
		);
	expect(names([at('dog', 0.4), at('cat', 0.3)], [at('dog', 0.3)])).toEqual(['dog or cat']);
	expect(names([at('dog', 0.8), at('cat', 0.6)], [at('dog', 0.6)])).toContain('sure dog');
	expect(names([at('dog', 0.4)], [at('dog', 0.3), at('cat', 0.3, 0.5)])).toContain('sure dog');
	// Each network has another name for it.
	expect(names([at('cat', 0.35)], [at('bird', 0.3)])).toEqual(['cat or bird']);
	expect(names([at('car', 0.35)], [at('truck', 0.3)])).toEqual(['car or truck']);
	expect(names([at('dog', 0.7), at('horse', 0.45)], [at('dog', 0.3)])).toEqual(['sure dog', undefined]);
	expect(names([at('cat', 0.35), at('dog', 0.3)], [])).toEqual([undefined, undefined]);
	expect(names([at('cat', 0.35)], [at('person', 0.3)])).toEqual([undefined, undefined]);
	expect(names([at('car', 0.4), at('truck', 0.3)], [at('car', 0.3)])).toContain('sure car');
});

test('an object has one kind; another likely name for it is faint', () => {
	expect(told([at('truck', 0.6), at('car', 0.35)], [at('truck', 0.5)])).toEqual(['sure truck']);
	expect(told([at('truck', 0.6), at('car', 0.55)], [])).toEqual(['sure truck', 'faint car']);
	expect(told([at('car', 0.6), at('car', 0.55, 0.01), at('person', 0.7, 0.6)], [])).toEqual([
		'sure person',
		'sure car',
	]);
});
