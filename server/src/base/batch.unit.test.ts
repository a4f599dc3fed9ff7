import { expect, test } from 'vitest';
import { inBatches } from './batch.ts';

const on = {};

test('calls of one moment, and those during a running batch, form a batch; each gets its own answer', async () => {
	const batches: number[][] = [];
	const first = Promise.withResolvers<void>();
	const double = inBatches(async (_on: object, items: number[]) => {
		batches.push(items);
		if (batches.length === 1) await first.promise;
		return items.map((item) => item * 2);
	});
	const early = [double(on, 1), double(on, 2)];
	while (batches.length === 0) await new Promise(setImmediate);
	const late = [3, 4, 5].map((item) => double(on, item));
	first.resolve();
	expect(await Promise.all([...early, ...late])).toEqual([2, 4, 6, 8, 10]);
	expect(batches).toEqual([
		[1, 2],
		[3, 4, 5],
	]);
});

test('more than fit into one go in several, in their order', async () => {
	const batches: number[][] = [];
	const same = inBatches(async (_on: object, items: number[]) => {
		batches.push(items);
		return items;
	}, 2);
	await Promise.all([1, 2, 3, 4, 5].map((item) => same(on, item)));
	expect(batches).toEqual([[1, 2], [3, 4], [5]]);
});

/** An error as drizzle throws it. */
const failed = (message: string, code?: string) =>
	Object.assign(new Error(message), { cause: Object.assign(new Error('cause'), code && { code }) });

test('an item that cannot be done fails alone', async () => {
	const half = inBatches(async (_on: object, items: number[]) => {
		const odd = items.find((item) => item % 2 === 1);
		if (odd !== undefined) throw failed(`${odd} is odd`, '23514');
		return items.map((item) => item / 2);
	});
	const settled = await Promise.allSettled([2, 3, 4].map((item) => half(on, item)));
	expect(settled).toMatchObject([{ value: 1 }, { reason: { message: '3 is odd' } }, { value: 2 }]);
	expect(await half(on, 6)).toBe(3);
});

test.each([undefined, '08006', '57P01', 'EPIPE', 'ECONNRESET'])(
	'nothing is done twice if the connection was lost, perhaps after the commit (code %s)',
	async (code) => {
		const done: number[] = [];
		const store = inBatches(async (_on: object, items: number[]) => {
			done.push(...items);
			throw failed('connection lost', code);
		});
		const settled = await Promise.allSettled([1, 2].map((item) => store(on, item)));
		expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
		expect(done).toEqual([1, 2]);
	},
);
