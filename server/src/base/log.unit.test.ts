import { DrizzleQueryError } from 'drizzle-orm';
import pino from 'pino';
import { expect, test } from 'vitest';
import { withoutValues } from './log.ts';

test('the values of a query never appear in the log', () => {
	const cause = new Error('Connection terminated unexpectedly');
	const failed = new DrizzleQueryError(
		'insert into secrets values ($1)',
		['the secret\nof two lines'],
		cause,
	);
	const outer = new Error('start failed', { cause: failed });
	const told = JSON.stringify(pino.stdSerializers.err(withoutValues(outer) as Error));
	expect(told).not.toContain('secret\\n');
	expect(told).not.toContain('two lines');
	expect(told).toContain('insert into secrets');
	expect(told).toContain('Connection terminated');
	expect(withoutValues('no error')).toBe('no error');
});
