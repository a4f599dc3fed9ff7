import { expect, test } from 'vitest';
import { FewAtOnce } from './few-at-once.ts';

test('a few of one key have a turn at once, the others in order; another key does not wait', async () => {
	const few = new FewAtOnce(2);
	const begun: string[] = [];
	const begin = async (key: string, name: string) => {
		const done = await few.turn(key);
		begun.push(name);
		return done;
	};
	const [first, second, third] = ['a1', 'a2', 'a3'].map((name) => begin('a', name));
	const fourth = begin('a', 'a4');
	await begin('b', 'b1');
	expect(begun).toEqual(['a1', 'a2', 'b1']);
	(await first)?.();
	(await third)?.();
	await fourth;
	(await second)?.();
	expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
});
