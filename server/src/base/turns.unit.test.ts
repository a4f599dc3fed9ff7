import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

test('only a few run at once, and each key gets its turn, also after a failure', async () => {
	const order: string[] = [];
	const turns = new Turns(2);
	let [going, most] = [0, 0];
	const asked = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'c1'].map((name) =>
		turns.run(name[0] ?? '', async () => {
			most = Math.max(most, ++going);
			order.push(name);
			await Promise.resolve();
			going--;
			if (name === 'a2') throw new Error('one');
		}),
	);
	const all = await Promise.allSettled(asked);
	expect([most, all[1]?.status]).toEqual([2, 'rejected']);
	expect(order).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'b2', 'a5']);
});
