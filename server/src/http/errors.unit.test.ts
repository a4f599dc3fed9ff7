import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { Refusal } from '../base/failures.ts';
import type { Env } from '../base/route.ts';
import { logTo } from '../testing/quiet.ts';
import { answerError } from './errors.ts';

/** An app whose only route throws, with its log. */
function throwing(error: Error) {
	const lines: string[] = [];
	const app = new Hono<Env>();
	app.use(async (c, next) => {
		c.set('log', logTo(lines));
		await next();
	});
	app.onError(answerError);
	app.get('*', () => {
		throw error;
	});
	return { app, logged: () => lines.map((line) => JSON.parse(line)) };
}

const coded = (code: string) => Object.assign(new Error('x'), { code });

test.each([
	['a refused connection', coded('ECONNREFUSED'), 503],
	['a database that is shutting down', coded('57P01'), 503],
	['a database that is starting', coded('57P03'), 503],
	['a connection that was cut', new Error('Connection terminated unexpectedly'), 503],
	[
		'a transaction after that',
		new Error('Client has encountered a connection error and is not queryable'),
		503,
	],
	['a storage that says nothing', Object.assign(new Error('x'), { name: 'TimeoutError' }), 503],
	['a full disk', coded('ENOSPC'), 503],
	['a database without room', coded('53100'), 503],
	['a mistake of ours', coded('42601'), 500],
])('%s is answered as what it is, however deep it lies', async (_what, cause, status) => {
	const between = new Error('between', { cause });
	const { app } = throwing(new Error('Failed query: rollback', { cause: between }));
	expect((await app.request('/')).status).toBe(status);
});

test.each([
	['/s/token', '/s/…'],
	['/s/token/pictures/1.jpg', '/s/…'],
	['/feeds/token.csv', '/feeds/…'],
	['/presence/token', '/presence/…'],
	['/snooze/token', '/snooze/…'],
	['/unsubscribe/token', '/unsubscribe/…'],
	['/address/token', '/address/…'],
	['/keep-account/token', '/keep-account/…'],
	['/page-of-tomorrow/token', '/page-of-tomorrow/…'],
	['/api/runs/abc', '/api/runs/abc'],
	['/v0/b/watchword/o/users', '/v0/b/watchword/o/users'],
	['/', '/'],
])('a request to %s is logged as %s', async (path, shown) => {
	const { app, logged } = throwing(new Error('x'));
	await app.request(path);
	expect(logged().map(({ path }) => path)).toEqual([shown]);
});

test('an unavailable service is one line in the log; with a cause, the cause is logged with its stack', async () => {
	const refused = throwing(new Refusal('unavailable', 'The push service could not be reached.'));
	await refused.app.request('/api/push/1');
	expect(refused.logged()).toMatchObject([
		{ level: 40, reason: 'The push service could not be reached.', path: '/api/push/1' },
	]);
	expect(refused.logged()[0]).not.toHaveProperty('err');

	const caused = throwing(new Refusal('unavailable', 'Try again.', { cause: new Error('the cause') }));
	await caused.app.request('/api/push/1');
	expect(caused.logged()).toMatchObject([
		{ level: 50, err: { stack: expect.stringContaining('the cause') } },
	]);
});
