import { expect, test } from 'vitest';
import { InTurn, openPool, type Shared, Turns } from './turns.ts';

test('only a few run at once, and each account gets its turn, also after a failure', async () => {
	const order: string[] = [];
	const turns = new InTurn(2);
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
	expect(order.slice(0, 4)).toEqual(['a1', 'a2', 'b1', 'c1']);
	expect(order.indexOf('b2')).toBeLessThan(order.indexOf('a5'));
});

test('a task that is given up before its turn does not run', async () => {
	const turns = new InTurn(1);
	const end = Promise.withResolvers<void>();
	const first = turns.run('a', () => end.promise);
	const stop = new AbortController();
	let ran = false;
	const second = turns.run('a', async () => (ran = true), stop.signal);
	stop.abort(new Error('gone'));
	await expect(second).rejects.toThrow('gone');
	end.resolve();
	await first;
	expect(ran).toBe(false);
});

/** Serves every waiting task, one at a time; `cost` says how long each takes. */
function served(tasks: string[], cost: (owner: string) => number): string {
	const turns = new Turns<{ owner: string; stranger?: boolean }>();
	for (const task of tasks) turns.add({ owner: task[0] ?? '', stranger: task.endsWith('?') });
	let order = '';
	for (let next = turns.next(); next; next = turns.next()) {
		order += next.owner;
		turns.spend(next.owner, cost(next.owner));
	}
	return order;
}

test.each([
	['tasks that take the same take turns', ['a', 'a', 'a', 'b', 'b', 'c'], () => 100, 'abcaba'],
	[
		'an account with slow tasks waits while others have had less time',
		[...'aaabbbbbb'],
		(owner: string) => (owner === 'a' ? 300 : 100),
		'abbbabbba',
	],
	['what a stranger caused comes after the own work of others', ['a?', 'a?', 'b', 'b'], () => 100, 'bbaa'],
	[
		'but not without end: an account that has had more than a second waits for it',
		['a?', ...'bbbb'],
		() => 600,
		'bbabb',
	],
])('%s', (_what, tasks, cost, order) => expect(served(tasks, cost)).toBe(order));

test('an account that comes back neither owes nor has saved anything from the time it was alone', () => {
	const turns = new Turns<{ owner: string }>();
	for (let n = 0; n < 100; n++) {
		turns.add({ owner: 'a' });
		turns.spend(turns.next()?.owner ?? '', 1000);
	}
	turns.add({ owner: 'a' });
	turns.add({ owner: 'b' });
	turns.add({ owner: 'b' });
	turns.add({ owner: 'b' });
	const order = [];
	for (let next = turns.next(); next; next = turns.next()) {
		order.push(next.owner);
		turns.spend(next.owner, 600);
	}
	expect(order).toEqual(['b', 'b', 'a', 'b']);
});

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
