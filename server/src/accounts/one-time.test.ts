import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../testing/database.ts';
import { rememberOnce, takeOnce } from './one-time.ts';
import { verifications } from './tables.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
const app = new Hono();

beforeAll(async () => {
	database = await openTestDatabase();
	const { db } = database;
	app.post('/:purpose/:value', async (c) => {
		await rememberOnce(db, c, true, c.req.param('purpose'), c.req.param('value'), 60);
		return c.body(null);
	});
	app.get('/:purpose', async (c) => c.json(await takeOnce(db, c, true, c.req.param('purpose'))));
});
afterAll(() => database.close());

async function remember(purpose: string, value: string): Promise<string> {
	const answer = await app.request(`/${purpose}/${value}`, { method: 'POST' });
	return answer.headers.get('set-cookie') ?? '';
}

const take = async (purpose: string, cookie: string) => {
	const answer = await app.request(`/${purpose}`, { headers: { cookie: cookie.split(';', 1)[0] ?? '' } });
	return answer.json();
};

it('is a cookie that no script reads, and the table has only its hash', async () => {
	const cookie = await remember('door', 'robin');
	expect(cookie).toMatch(
		/^__Host-watchword\.door=.{43}; Max-Age=60; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
	);
	const [kept] = await database.db.select().from(verifications);
	expect(kept?.identifier).toMatch(/^door:.{43}$/);
	expect(kept?.identifier).not.toContain(/=(.{43});/.exec(cookie)?.[1]);
	expect(await take('door', cookie)).toBe('robin');
});

it('gives a value once, also to those who ask at the same time', async () => {
	const cookie = await remember('door', 'robin');
	const taken = await Promise.all([1, 2, 3].map(() => take('door', cookie)));
	expect(taken.filter((value) => value !== null)).toEqual(['robin']);
});

it('gives nothing for another purpose, for a guess, or after its time', async () => {
	const cookie = await remember('door', 'robin');
	expect(await take('window', cookie.replace('door', 'window'))).toBeNull();
	expect(await take('door', '__Host-watchword.door=guess')).toBeNull();
	await database.db.update(verifications).set({ expiresAt: sql`now()` });
	expect(await take('door', cookie)).toBeNull();
});
