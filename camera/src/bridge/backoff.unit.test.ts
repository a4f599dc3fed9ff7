import { expect, test } from 'vitest';
import { CameraTrouble, wrongPassword } from '../sources/trouble.ts';
import { Backoff, Doors, Turns } from './backoff.ts';

test('pauses grow up to a minute, and a wrong password waits half an hour', () => {
	const backoff = new Backoff();
	const pauses = Array.from({ length: 10 }, () => backoff.next());
	expect(pauses[0]).toBeLessThan(3000);
	expect(pauses[4]).toBeGreaterThan(20_000);
	expect(Math.max(...pauses)).toBeLessThanOrEqual(75_000);
	expect(backoff.next('password')).toBe(30 * 60_000);
	backoff.reset();
	expect(backoff.next()).toBeLessThan(3000);
});

test('sixteen cameras of one recorder try a wrong password once', async () => {
	const doors = new Doors();
	let tries = 0;
	const attempt = async () => {
		tries++;
		await new Promise((resolve) => setTimeout(resolve, 10));
		throw wrongPassword();
	};
	const all = await Promise.allSettled(
		Array.from({ length: 16 }, () => doors.enter('admin@recorder', attempt)),
	);
	expect(all.every((one) => one.status === 'rejected' && one.reason instanceof CameraTrouble)).toBe(true);
	expect(tries).toBe(1);
	await expect(doors.enter('admin@other', async () => 'in')).resolves.toBe('in');
});

test('once the password was right, many enter at the same time', async () => {
	const doors = new Doors();
	await doors.enter('a', async () => {});
	let inside = 0;
	let most = 0;
	const visit = async () => {
		most = Math.max(most, ++inside);
		await new Promise((resolve) => setTimeout(resolve, 5));
		inside--;
	};
	await Promise.all(Array.from({ length: 4 }, () => doors.enter('a', visit)));
	expect(most).toBe(4);
});

test('a camera that waited with the password learns that it was refused meanwhile', async () => {
	const doors = new Doors();
	await doors.enter('a', async () => {});
	doors.refuseClosed('a');
	await doors.enter('a', () => Promise.reject(wrongPassword())).catch(() => {});
	expect(() => doors.refuseClosed('a')).toThrow(CameraTrouble);
});

test('only a limited number run at once', async () => {
	const turns = new Turns(3);
	let inside = 0;
	let most = 0;
	await Promise.all(
		Array.from({ length: 20 }, () =>
			turns.run(async () => {
				most = Math.max(most, ++inside);
				await new Promise((resolve) => setTimeout(resolve, 1));
				inside--;
			}),
		),
	);
	expect(most).toBe(3);
});
