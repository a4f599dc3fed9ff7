import { KNOWN_OBJECTS } from '@watchword/contract/known-objects';
import { expect, test } from 'vitest';
import { KNOWN_THINGS } from './known-things.ts';

test('everything the built-in model can see is listed once, under its kind', () => {
	expect(KNOWN_THINGS.flatMap(({ things }) => things)).toHaveLength(KNOWN_OBJECTS.length);
	expect(KNOWN_THINGS.find(({ title }) => title === 'People')?.things).toEqual(['person']);
	expect(KNOWN_THINGS.find(({ title }) => title === 'Animals')?.things).toContain('giraffe');
	expect(KNOWN_THINGS.at(-1)?.things).toContain('toothbrush');
});
