import type { PictureBox } from '@watchword/contract/boxes';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { users } from '../accounts/tables.ts';
import { newId } from '../base/ids.ts';
import { captures } from '../devices/tables.ts';
import { automationRuns, episodes } from '../runs/tables.ts';
import { addAutomation, addCamera, grant } from '../testing/automation.ts';
import { jpeg } from '../testing/images.ts';
import { deliverMail } from '../testing/mail.ts';
import { answerOf, scriptedModel } from '../testing/model.ts';
import { logTo } from '../testing/quiet.ts';
import { endedRuns } from '../testing/runs.ts';
import { startServer, type TestServer } from '../testing/server.ts';
import { shareIt } from '../testing/shares.ts';
import { makeToken } from '../testing/token.ts';
import { shares } from './tables.ts';

const HOSTILE = `A person <script>alert(1)</script> & <img src=x onerror="alert('2')">`;
const ESCAPED =
	'A person &lt;script&gt;alert(1)&lt;/script&gt; &amp; &lt;img src=x onerror=&quot;alert(&#39;2&#39;)&quot;&gt;';
const PERSON: PictureBox = {
	...{ picture: 0, name: 'person</svg><script>', score: 0.9, counted: true },
	...{ left: 0.25, top: 0.5, right: 0.5, bottom: 1 },
};

let server: TestServer;
const logged: string[] = [];
beforeAll(async () => {
	server = await startServer({
		env: { TRUST_PROXY: 'yes' },
		log: logTo(logged, 'debug'),
		model: scriptedModel(() => answerOf({ evidence: HOSTILE }), [PERSON]),
	});
});
afterAll(() => server.stop());

const db = () => server.services.database.db;

/** As a stranger's browser, from an address of its own. */
const open = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
	server.visitor().fetch(path, { method, headers: { 'x-forwarded-for': '192.0.2.1', ...headers } });

/** A customer in Berlin with a capture that was judged, and everything else an account can have. */
async function customerWithRun() {
	const customer = await server.customer();
	await grant(server, customer.uid, 4321);
	await db().update(users).set({ zone: 'Europe/Berlin' }).where(eq(users.id, customer.uid));
	const camera = await addCamera(server, customer.uid);
	await customer.send('PUT', `/api/devices/${camera.deviceId}`, {
		desc: 'Back <b>yard</b>',
		...{ capture_window_start: '00:00', capture_window_end: '23:00' },
		...{ light_window_start: '00:00', light_window_end: '01:00' },
	});
	const automation = await addAutomation(server, customer.uid, {
		_name: 'Visitors <i>of mine</i>',
		_triggerType: 'capture',
		trigger_device_deviceID: camera.deviceId,
		action_prompt: 'Has my secret visitor come?',
		action_toAddress: 'recipient@example.com',
	});
	await makeToken(customer, ['read']);
	await camera.send(await jpeg(), { 'X-Captured-At': new Date(Date.now() - 60_000).toISOString() });
	const [run] = await endedRuns(server, automation, 1);
	if (!run?._episodeId) throw new Error('the capture began no episode');
	return { customer, camera, automation, run, runId: run.id, episodeId: run._episodeId };
}

test('shows pictures, time, verdict and evidence of a run as text, and nothing else of the account', async () => {
	const { customer, run, runId } = await customerWithRun();
	const { path, token } = await shareIt(customer, { runId });
	const answer = await open(path, { cookie: [...customer.cookies].map((pair) => pair.join('=')).join('; ') });
	expect(answer.status).toBe(200);
	const page = await answer.text();
	const at = new Intl.DateTimeFormat('en-GB', {
		...{ dateStyle: 'full', timeStyle: 'medium', timeZone: 'Europe/Berlin' },
	}).format(run._timestamp);
	expect(page).toContain(`<h1>${at}</h1>`);
	expect(page).toContain('Time in Europe/Berlin');
	expect(page).toContain('<dt>Condition met</dt><dd>Yes</dd>');
	expect(page).toContain(`<dt>Evidence</dt><dd>${ESCAPED}</dd>`);
	expect(page).toContain('x="25.00%" y="50.00%" width="25.00%" height="50.00%"');
	expect(page).toContain('<span>person&lt;/svg&gt;&lt;script&gt;</span>');
	expect(page).not.toContain('<script');

	expect(Object.fromEntries(answer.headers)).toMatchObject({
		'content-security-policy':
			"default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
		'x-robots-tag': 'noindex, nofollow',
		'referrer-policy': 'no-referrer',
		'cache-control': 'private, no-store',
		'x-content-type-options': 'nosniff',
	});
	expect(answer.headers.getSetCookie()).toEqual([]);

	// Whatever is stored of this customer is not in the page, but for what it is to show.
	const stored = await textsOf(customer.uid);
	for (const secret of [customer.email, 'Robin Example', 'Back <b>yard</b>', 'Has my secret visitor come?'])
		expect(stored).toContain(secret);
	// The last is a word of the page that is also the name of an event.
	const shown = new Set([HOSTILE, PERSON.name, 'Europe/Berlin', 'shared']);
	const words = unescaped(page).replaceAll(token, '');
	expect(stored.filter((text) => !shown.has(text) && words.includes(text))).toEqual([]);

	const picture = await open(`${path}/pictures/0`);
	expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
	expect(picture.headers.get('cache-control')).toBe('private, no-store');
	expect(picture.headers.get('x-robots-tag')).toBe('noindex, nofollow');
	expect(picture.headers.getSetCookie()).toEqual([]);
	const bytes = Buffer.from(await picture.arrayBuffer());
	expect(bytes).toEqual(await server.services.objects.read(String(run.trigger_capture)));
	for (const wrong of ['1', '-1', '0.5', 'x', '99999999999999999999', '0/small/1', '%00', run.id])
		expect((await open(`${path}/pictures/${wrong}`)).status, wrong).toBe(404);

	expect(logged.some((line) => line.includes('"path":"/s/…"'))).toBe(true);
	expect(logged.join('')).not.toContain(token);
});

test('of a run that a mail began it shows what is quoted as evidence, and neither the mail nor its pictures', async () => {
	const customer = await server.customer();
	await grant(server, customer.uid, 10);
	const automation = await addAutomation(server, customer.uid, { _actionType: 'save' });
	await deliverMail(server, {
		to: `${automation}@automations.localhost`,
		subject: 'The subject of the mail',
		text: 'The words of the mail',
		attachments: [{ filename: 'attached.jpg', content: await jpeg() }],
	});
	const [run] = await endedRuns(server, automation, 1);
	const { path } = await shareIt(customer, { runId: String(run?.id) });
	const page = await (await open(path)).text();
	expect(page).toContain(`<dd>${ESCAPED}</dd>`);
	expect(page).not.toMatch(/<img|<figure|of the mail|attached\.jpg/);
	expect((await open(`${path}/pictures/0`)).status).toBe(404);
});

test('an episode shows when it began and ended, and up to 24 pictures of it; while it lasts, the page follows it', async () => {
	const { customer, run, episodeId, automation } = await customerWithRun();
	const { path } = await shareIt(customer, { episodeId });
	const before = await (await open(path)).text();
	expect(before).toContain('<h1>Since ');
	expect(before).toContain('<dt>Captures</dt><dd>1</dd>');
	expect(before).toContain('Not yet.');
	expect(before.match(/<img /g)).toHaveLength(1);

	// As the engine would have stored them: a capture a second.
	const [capture] = await db()
		.select()
		.from(captures)
		.where(eq(captures.id, String(run.trigger_captureId)));
	if (!capture) throw new Error('the capture is gone');
	const more = Array.from({ length: 29 }, (_, n) => ({
		...{ ...capture, id: newId(), capture_key: newId() },
		captured_at: new Date(capture.captured_at.getTime() + (n + 1) * 1000),
	}));
	await db().insert(captures).values(more);
	await db()
		.insert(automationRuns)
		.values(
			more.map(({ id, captured_at }) => ({
				...{ id: newId(), _owner: customer.uid, _automationId: automation, _triggerKey: id },
				...{ _timestamp: captured_at, ended_at: captured_at, _episodeId: episodeId, trigger_captureId: id },
				...{ _triggerType: 'capture' as const, _actionType: 'sendEmail' as const },
				...{ _status: 'succeeded' as const, action_verdict: 'met' as const },
			})),
		);
	const last_at = more.at(-1)?.captured_at ?? new Date();
	await db()
		.update(episodes)
		.set({ captures: 30, last_at, ended_at: last_at })
		.where(eq(episodes.id, episodeId));

	const page = await (await open(path)).text();
	expect(page).toContain('<dt>Captures</dt><dd>30, of which 24 are shown</dd>');
	expect(page).not.toContain('Since');
	const pictures = [...page.matchAll(/<img src="([^"]+)"/g)].map(([, source]) => String(source));
	const times = pictures.map((source) => Number(/pictures\/(\d+)/.exec(source)?.[1]));
	expect(times).toHaveLength(24);
	expect(times).toEqual([...new Set(times)].sort());
	expect([times[0], times.at(-1)]).toEqual([capture.captured_at.getTime(), last_at.getTime()]);
	for (const source of pictures) expect((await open(source)).status, source).toBe(200);
	expect((await open(`${path}/pictures/${Number(times[0]) - 1}`)).status).toBe(404);
});

test('whatever is wrong with a link, the page is the same and its pictures are gone', async () => {
	const working = await customerWithRun();
	const works = await shareIt(working.customer, { runId: working.runId });
	const guessed = `/s/${newId()}${newId()}`;
	const gone = await open(guessed);
	expect(gone.status).toBe(404);
	const page = await gone.text();
	expect(page).toContain('This link does not work any more');
	const expectGone = async (path: string, why: string) => {
		for (const one of [path, `${path}/pictures/0`]) {
			const answer = await open(one);
			expect([answer.status, await answer.text()], `${why}: ${one}`).toEqual([404, page]);
			expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow');
			expect(answer.headers.get('cache-control')).toBe('private, no-store');
		}
	};
	for (const malformed of ['/s/', '/s/x', `/s/${works.token.toUpperCase()}`, `${works.path}/other`, '/s/%00'])
		expect([(await open(malformed)).status, await (await open(malformed)).text()]).toEqual([404, page]);

	const expired = await shareIt(working.customer, { runId: working.runId }, 1);
	expect((await open(expired.path)).status).toBe(200);
	await db()
		.update(shares)
		.set({ expires_at: new Date(Date.now() - 1000) })
		.where(eq(shares.id, expired.id));
	await expectGone(expired.path, 'expired');

	const revoked = await shareIt(working.customer, { runId: working.runId });
	expect((await open(`${revoked.path}/pictures/0`)).status).toBe(200);
	expect((await working.customer.send('DELETE', `/api/shares/${revoked.id}`, {})).status).toBe(200);
	await expectGone(revoked.path, 'revoked');
	expect((await open(works.path)).status).toBe(200);

	const disabled = await customerWithRun();
	const ofDisabled = await shareIt(disabled.customer, { episodeId: disabled.episodeId });
	const their = eq(users.id, disabled.customer.uid);
	await db().update(users).set({ disabled_at: new Date() }).where(their);
	await expectGone(ofDisabled.path, 'disabled');
	await db().update(users).set({ disabled_at: null, leaves_at: new Date() }).where(their);
	await expectGone(ofDisabled.path, 'about to be deleted');
	await db().delete(users).where(their);
	await expectGone(ofDisabled.path, 'erased');

	await db().delete(automationRuns).where(eq(automationRuns.id, working.runId));
	await expectGone(works.path, 'a run that is not kept any more');
	expect(await (await working.customer.get('/api/shares')).json()).toEqual({ items: [] });
});

test('guesses are limited by address, and a link that works is not', async () => {
	const { customer, runId } = await customerWithRun();
	const { path } = await shareIt(customer, { runId });
	const guess = (from: string) => open(`/s/${newId()}${newId()}`, { 'x-forwarded-for': from });
	const statuses = await Promise.all(
		Array.from({ length: 61 }, async () => (await guess('192.0.2.2')).status),
	);
	expect(statuses.filter((status) => status === 404)).toHaveLength(60);
	expect(statuses.filter((status) => status === 429)).toHaveLength(1);
	expect((await open(path, { 'x-forwarded-for': '192.0.2.2' })).status).toBe(200);
	expect((await guess('192.0.2.3')).status).toBe(404);
	expect(logged.filter((line) => line.includes('shared link refused')).length).toBeGreaterThan(60);
});

test('counts the people who open it: not its pictures, nor programs that look ahead', async () => {
	const { customer, runId } = await customerWithRun();
	const { path, id } = await shareIt(customer, { runId });
	const counted = async () => {
		const { items } = (await (await customer.get('/api/shares')).json()) as {
			items: { id: string; opened: number; opened_at: string | null }[];
		};
		return items.find((one) => one.id === id);
	};
	expect(await counted()).toMatchObject({ opened: 0, opened_at: null });
	await open(path, {}, 'HEAD');
	await open(path, { 'sec-purpose': 'prefetch;prerender' });
	await open(path, { purpose: 'prefetch' });
	await open(path, { 'user-agent': 'WhatsApp/2.24.1 A' });
	await open(path, { 'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' });
	await open(`${path}/pictures/0`);
	await open(path, {}, 'POST');
	expect(await counted()).toMatchObject({ opened: 0, opened_at: null });
	await Promise.all([open(path), open(path), open(path)]);
	const after = await counted();
	expect(after?.opened).toBe(3);
	expect(Math.abs(Date.parse(String(after?.opened_at)) - Date.now())).toBeLessThan(60_000);
});

const unescaped = (html: string) =>
	html
		.replaceAll('&lt;', '<')
		.replaceAll('&gt;', '>')
		.replaceAll('&quot;', '"')
		.replaceAll('&#39;', "'")
		.replaceAll('&amp;', '&');

/** Every text in every row of every table that belongs to a customer, their devices or their automations. */
async function textsOf(uid: string): Promise<string[]> {
	const rowsOf = async (statement: ReturnType<typeof sql>) => (await db().execute(statement)).rows;
	const own = await rowsOf(sql`
		select id from devices where _owner = ${uid} union select id from automations where _owner = ${uid}`);
	const ids = [uid, ...own.map(({ id }) => String(id))];
	const found: string[] = [];
	for (const { name } of await rowsOf(
		sql`select tablename as name from pg_tables where schemaname = 'public'`,
	)) {
		const rows = await rowsOf(sql`
			select to_jsonb(t) as row from ${sql.identifier(String(name))} t where t::text ~ ${ids.join('|')}`);
		collect(rows, found);
	}
	return [...new Set(found)].filter((text) => text.length > 5);
}

function collect(value: unknown, found: string[]): void {
	if (typeof value === 'string') found.push(value);
	else if (value && typeof value === 'object') for (const part of Object.values(value)) collect(part, found);
}
