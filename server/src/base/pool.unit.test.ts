import { expect, test } from 'vitest';
import { openPool, type Shared } from './pool.ts';

/** A pool of lanes in which a task ends when the test says so. */
function openByHand(lanes: number) {
	const underWay = new Map<string, (ms: number) => void>();
	const pool = openPool<Shared & { name: string }>(
		Array.from(
			{ length: lanes },
			() =>
				({ name }) =>
					new Promise((end) => underWay.set(name, end)),
		),
	);
	return {
		add: (name: string) => pool.add({ name, owner: name[0] ?? '', long: name.endsWith('!') }),
		names: () => [...underWay.keys()].join(' '),
		async end(name: string, ms = 100) {
			underWay.get(name)?.(ms);
			underWay.delete(name);
			await Promise.resolve();
			await Promise.resolve();
		},
	};
}

test('a quick task waits for no long one', () => {
	const { add, names } = openByHand(2);
	for (const name of ['a1!', 'b1!', 'c1']) add(name);
	expect(names()).toBe('a1! c1');
});

test('no account has two long tasks at once, and the others get theirs', async () => {
	const { add, names, end } = openByHand(3);
	for (const name of ['a1!', 'a2!', 'b1!']) add(name);
	expect(names()).toBe('a1! b1!');
	await end('a1!');
	expect(names()).toBe('b1! a2!');
});

test('a single lane takes long tasks, too', () => {
	const { add, names } = openByHand(1);
	add('a1!');
	expect(names()).toBe('a1!');
});
