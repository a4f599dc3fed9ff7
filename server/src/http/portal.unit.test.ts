import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { Env } from '../route.ts';
import { settingsRoutes } from './portal.ts';

const demo = { email: 'demo@watchword.example', password: 'secret' };
const portal = {
	supportEmail: 's@example.com',
	termsUrl: 'https://example.com/t',
	privacyUrl: 'https://example.com/p',
	companyUrl: 'https://example.com',
	mailDomain: 'automations.localhost',
	storageBucket: 'watchword',
	version: '1',
	builtInModel: true,
	keptDays: { captures: 30, done: 90, 'not-met': 14, 'cannot-tell': 90, failed: 90, skipped: 90 },
	payments: { provider: 'test-cards' as const },
};

async function ask(ip: string, headers: Record<string, string>) {
	const app = new Hono<Env>();
	app.use(async (c, next) => {
		c.set('ip', ip);
		await next();
	});
	app.route('/', settingsRoutes(portal, demo));
	return ((await (await app.request('/api/portal', { headers })).json()) as { demo: unknown }).demo;
}

test.each([
	['127.0.0.1', { host: 'localhost:8080' }],
	['::1', { host: '[::1]:8080' }],
	['::ffff:127.0.0.1', { host: '127.0.0.1' }],
])('the demo sign-in is told to %s under %j', async (ip, headers) =>
	expect(await ask(ip, headers)).toEqual(demo),
);

test.each([
	['192.0.2.7', { host: 'localhost' }],
	['127.0.0.1', { host: 'portal.example.com' }],
	['127.0.0.1', { host: '127.0.0.1.evil.example' }],
	['127.0.0.1', { host: 'localhost', 'x-forwarded-for': '192.0.2.7' }],
])('and kept from %s under %j', async (ip, headers) =>
	expect(await ask(ip, headers as unknown as Record<string, string>)).toBeNull(),
);
