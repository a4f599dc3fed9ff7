import { expect, test } from 'vitest';
import { FewAtOnce } from './few-at-once.ts';

test('a few of one key go at once, in order; another key does not wait, and a failure gives its place back', async () => {
	const few = new FewAtOnce(2);
	const begun: string[] = [];
	const ends: (() => void)[] = [];
	const task = (key: string, name: string) =>
		few.run(key, () => {
			begun.push(name);
			return new Promise<void>((end, fail) => ends.push(name === 'a1' ? () => fail(new Error('no')) : end));
		});
	const failing = expect(task('a', 'a1')).rejects.toThrow('no');
	const others = [task('a', 'a2'), task('a', 'a3'), task('a', 'a4'), task('b', 'b1')];
	await Promise.resolve();
	expect(begun).toEqual(['a1', 'a2', 'b1']);
	ends[0]?.();
	await failing;
	expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
	for (let n = 1; n < 5; n++) {
		ends[n]?.();
		await new Promise(setImmediate);
	}
	await Promise.all(others);
	expect(begun.at(-1)).toBe('a4');
});
