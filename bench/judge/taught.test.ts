import { expect, test } from 'vitest';
import { quiet } from '../../server/src/testing/quiet.ts';
import { tally } from './score.ts';
import { judgeTaught, MATTERS } from './taught.ts';

test('five examples of a bin out and in teach the difference, at any hour', {
	timeout: 120_000,
}, async () => {
	const bin = MATTERS.find(({ name }) => name === 'bin out');
	if (!bin) throw new Error('there is no bin');
	const judged = await judgeTaught(quiet, bin, { count: 6, examples: 5, choices: 4, seed: 'suite' });
	const { all, right, wrong } = tally(judged.grades);
	expect(all).toBe(8);
	expect(wrong).toBe(0);
	expect(right).toBeGreaterThanOrEqual(7);
	expect(judged.tested.right).toBeGreaterThanOrEqual(0.8 * judged.tested.of);
});
