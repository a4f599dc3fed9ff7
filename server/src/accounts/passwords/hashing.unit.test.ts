import { expect, test } from 'vitest';
import { hashing } from './hashing.ts';

test('a password is known again by its hash, and no other', async () => {
	const hash = await hashing.hash('correct horse battery');
	expect(await hashing.verify({ hash, password: 'correct horse battery' })).toBe(true);
	expect(await hashing.verify({ hash, password: 'correct horse' })).toBe(false);
});
