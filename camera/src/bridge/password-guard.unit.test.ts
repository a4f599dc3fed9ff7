import { expect, test } from 'vitest';
import { CameraTrouble, wrongPassword } from '../sources/trouble.ts';
import { PasswordGuard } from './password-guard.ts';

test('sixteen cameras of one recorder try a wrong password once', async () => {
	const guard = new PasswordGuard();
	let tries = 0;
	const attempt = async () => {
		tries++;
		await new Promise((resolve) => setTimeout(resolve, 10));
		throw wrongPassword();
	};
	const all = await Promise.allSettled(
		Array.from({ length: 16 }, () => guard.attempt('admin@recorder', attempt)),
	);
	expect(all.every((one) => one.status === 'rejected' && one.reason instanceof CameraTrouble)).toBe(true);
	expect(tries).toBe(1);
	await expect(guard.attempt('admin@other', async () => 'in')).resolves.toBe('in');
});

test('once the password was right, many use it at the same time', async () => {
	const guard = new PasswordGuard();
	await guard.attempt('a', async () => {});
	let inside = 0;
	let most = 0;
	const visit = async () => {
		most = Math.max(most, ++inside);
		await new Promise((resolve) => setTimeout(resolve, 5));
		inside--;
	};
	await Promise.all(Array.from({ length: 4 }, () => guard.attempt('a', visit)));
	expect(most).toBe(4);
});

test('a camera that waited with the password learns that it was refused meanwhile', async () => {
	const guard = new PasswordGuard();
	await guard.attempt('a', async () => {});
	guard.throwIfRefused('a');
	await guard.attempt('a', () => Promise.reject(wrongPassword())).catch(() => {});
	expect(() => guard.throwIfRefused('a')).toThrow(CameraTrouble);
});
