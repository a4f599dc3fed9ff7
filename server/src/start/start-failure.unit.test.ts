import { expect, test } from 'vitest';
import { openPostgres } from '../adapters/database/postgres.ts';
import { quiet } from '../testing/quiet.ts';
import { explainStartFailure } from './start-failure.ts';

test('a database that does not answer is named, without a stack', async () => {
	const opened = openPostgres('postgres://watchword@127.0.0.1:1/watchword', quiet);
	expect(await opened.catch(explainStartFailure)).toBe(
		'The database at DATABASE_URL does not answer. Is it running, and is the address right?',
	);
});

test.each([
	['EAI_AGAIN', 'does not answer'],
	['ENOTFOUND', 'does not answer'],
	['EHOSTUNREACH', 'does not answer'],
	['57P03', 'is starting or stopping'],
	['28P01', 'refuses this user or password'],
	['3D000', 'does not exist. Create it'],
	['EACCES', 'DATA_DIR cannot be written: why'],
	['EPERM', 'DATA_DIR cannot be written: why'],
	['ENOSPC', 'is full'],
])('an error with code %s is told in a sentence', (code, words) => {
	const told = explainStartFailure(Object.assign(new Error('why'), { code }));
	expect(told).toContain(words);
	expect(told).not.toContain('\n');
});
