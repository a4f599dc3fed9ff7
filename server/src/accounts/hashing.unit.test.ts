import { expect, test } from 'vitest';
import { hashing, inTurn } from './hashing.ts';

test('only so many are under way, the others in their order, also after one that failed', async () => {
	const order: number[] = [];
	let [going, most] = [0, 0];
	const act = inTurn(2, async (n: number) => {
		most = Math.max(most, ++going);
		order.push(n);
		await Promise.resolve();
		going--;
		if (n === 1) throw new Error('one');
		return n;
	});
	const all = await Promise.allSettled([0, 1, 2, 3, 4].map((n) => act(n)));
	expect([most, order, all[1]?.status]).toEqual([2, [0, 1, 2, 3, 4], 'rejected']);
});

test('a password is known again by its hash, and no other', async () => {
	const hash = await hashing.hash('correct horse battery');
	expect(await hashing.verify({ hash, password: 'correct horse battery' })).toBe(true);
	expect(await hashing.verify({ hash, password: 'correct horse' })).toBe(false);
});
