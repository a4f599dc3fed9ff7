import { expect, test } from 'vitest';
import { passwords } from './hashing.ts';

test('a password is known again by its hash, and no other', async () => {
	const hash = await passwords.hash('correct horse battery');
	expect(await passwords.verify({ hash, password: 'correct horse battery' })).toBe(true);
	expect(await passwords.verify({ hash, password: 'correct horse' })).toBe(false);
});

test('a hash of an earlier version is still known', async () => {
	const hash =
		'98236aced90f078de90e73b6d4842651:a9ce9b38bf1b50e2db1bfc01807cb48b32c30d3841784d15a351ee6b83df42aab8105a5eb9b8f7f276707702b53b8d51a78e7be131956d73041935bfd00ffff0';
	// The accent as a character of its own.
	expect(await passwords.verify({ hash, password: 'corre\u0301ct horse battery' })).toBe(true);
	expect(await passwords.verify({ hash: hash.slice(0, -2), password: 'corr\u00e9ct horse battery' })).toBe(
		false,
	);
});
