import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { Env } from '../base/route.ts';
import { logTo, quiet } from '../testing/quiet.ts';
import { answerError } from './errors.ts';

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
	const app = new Hono<Env>();
	app.use(async (c, next) => {
		c.set('log', quiet);
		await next();
	});
	app.onError(answerError);
	app.get('/', () => {
		throw new Error('Failed query: rollback', { cause: new Error('between', { cause }) });
	});
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
	const lines: string[] = [];
	const app = new Hono<Env>();
	app.use(async (c, next) => {
		c.set('log', logTo(lines));
		await next();
	});
	app.onError(answerError);
	app.get('*', () => {
		throw new Error('x');
	});
	await app.request(path);
	expect(lines.map((line) => JSON.parse(line).path)).toEqual([shown]);
});
