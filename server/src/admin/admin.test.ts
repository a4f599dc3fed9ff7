import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { newId } from '../base/ids.ts';
import { enter, readBilling } from '../billing/billing.ts';
import { scriptedModel } from '../testing/model.ts';
import { startServer, type TestServer } from '../testing/server.ts';
import { callAdmin } from './client.ts';
import { runCommand } from './commands.ts';
import { serveAdmin } from './socket.ts';

let server: TestServer;
beforeAll(async () => {
	server = await startServer();
});
afterAll(() => server.stop());

async function admin(...argv: string[]): Promise<[number, string]> {
	const lines: string[] = [];
	const code = await runCommand(server.services, argv, (line) => lines.push(line));
	return [code, lines.join('\n')];
}

describe('user add', () => {
	test('with a password makes an account that can sign in', async () => {
		const [code, said] = await admin(
			'user',
			'add',
			'--email',
			'Ann@Example.com',
			'--name',
			'Ann',
			'--password',
			'quite long enough',
		);
		expect([code, said]).toEqual([
			0,
			expect.stringMatching(/^Added Ann@Example.com \([a-z2-7]{20}\)\. It can sign in now\.$/),
		]);
		const answer = await server
			.visitor()
			.post('/api/auth/sign-in/email', { email: 'ann@example.com', password: 'quite long enough' });
		expect(answer.status).toBe(200);
	});

	test('says when the link could not be mailed, and leaves it to the server', async () => {
		vi.spyOn(server.services.mailer, 'send').mockRejectedValueOnce(new Error('connect ECONNREFUSED'));
		const [code, said] = await admin('user', 'add', '--email', 'late@example.com', '--name', 'Late');
		expect([code, said]).toEqual([
			0,
			expect.stringMatching(/^Added late@example\.com .* could not be mailed.*connect ECONNREFUSED$/),
		]);
		expect(await server.mails('late@example.com', 1)).toHaveLength(1);
	});

	test('without one mails a link that sets it', async () => {
		const [code] = await admin('user', 'add', '--email', 'ben@example.com', '--name', 'Ben');
		expect(code).toBe(0);
		const [text = ''] = await server.mails('ben@example.com', 1);
		expect(text).toContain('You have a Watchword account.');
		expect(text).toContain(`${server.url}/resetpassword\n`);
		expect(text).not.toContain('stays as it is');
		const token = new URL(/http\S+/.exec(text)?.[0] ?? '').searchParams.get('token');
		const visitor = server.visitor();
		expect(
			(await visitor.post('/api/auth/reset-password', { token, newPassword: 'chosen by himself' })).status,
		).toBe(200);
		const signIn = { email: 'ben@example.com', password: 'chosen by himself' };
		expect((await visitor.post('/api/auth/sign-in/email', signIn)).status).toBe(200);
	});

	test('says that the address is taken', async () => {
		await admin(
			'user',
			'add',
			'--email',
			'cleo@example.com',
			'--name',
			'Cleo',
			'--password',
			'quite long enough',
		);
		const again = await admin(
			'user',
			'add',
			'--email',
			'CLEO@example.com',
			'--name',
			'Cleo',
			'--password',
			'quite long enough',
		);
		expect(again).toEqual([1, 'There is already an account for cleo@example.com.']);
	});

	test.each([
		[['--name', 'X'], 'It needs --email.'],
		[[], 'It needs --email and --name.'],
		[['--email', 'x', '--name', 'X'], '--email: Invalid email address'],
		[['--email', 'x@example.com', '--name', ' '], '--name: Too small'],
		[
			['--email', 'x@example.com', '--name', 'X', '--password', 'short'],
			'--password: must have at least 12 characters',
		],
		[
			['--email', 'x@example.com', '--name', 'X', '--password', 'password1234'],
			'This password is easy to guess',
		],
		[['--mail', 'x@example.com'], "Unknown option '--mail'"],
	])('with %j explains what is wrong', async (args, reason) => {
		const [code, said] = await admin('user', 'add', ...args);
		expect([code, said]).toEqual([1, expect.stringContaining(reason)]);
	});
});

test('user list shows every account', async () => {
	const { email, uid } = await server.customer();
	const [code, said] = await admin('user', 'list');
	expect([code, said]).toEqual([0, expect.stringContaining(`${email}  Robin Example`)]);
	expect(said).toContain(uid);
});

test('device add gives a code that pairs a camera with that account', async () => {
	const customer = await server.customer();
	const [code, said] = await admin('device', 'add', '--email', customer.email.toUpperCase());
	expect(code).toBe(0);
	const link = new URL(/http\S+/.exec(said)?.[0] ?? '');
	expect(link.origin + link.pathname).toBe(`${server.url}/camera`);
	const claimed = await server
		.visitor()
		.post('/api/devices/claim', { code: link.searchParams.get('code'), desc: 'Gate' });
	const { deviceId } = (await claimed.json()) as { deviceId: string };
	expect(await (await customer.get(`/api/devices/${deviceId}`)).json()).toMatchObject({ desc: 'Gate' });

	expect(await admin('device', 'add', '--email', 'nobody@example.com')).toEqual([
		1,
		'There is no account for nobody@example.com.',
	]);
});

test('credits grant adds to the ledger and says the balance', async () => {
	const { email, uid } = await server.customer();
	const grant = (credits: string) =>
		admin('credits', 'grant', '--email', email, '--credits', credits, '--why', 'a gift');
	expect(await grant('30')).toEqual([0, 'Added 30 credits. Balance: 30 credits.']);
	expect(await grant('12')).toEqual([0, 'Added 12 credits. Balance: 42 credits.']);
	for (const wrong of ['0', '1.5', 'many', '1000001']) {
		expect(await grant(wrong)).toEqual([1, '--credits: must be a whole number from 1 to 1000000']);
	}
	expect((await grant('-5'))[0]).toBe(1);
	expect((await readBilling(server.services.database.db, uid)).creditBalance).toBe(42);
});

test('credits statement and ledger verify: where credits went, and that every balance adds up, or which does not', async () => {
	const { email, uid } = await server.customer();
	await admin('credits', 'grant', '--email', email, '--credits', '30', '--why', 'a gift');
	const { db } = server.services.database;
	await enter(db, { uid, kind: 'charge', credits: -4, reference: newId() });
	const today = new Date().toISOString().slice(0, 10);
	expect(await admin('credits', 'statement', '--email', email)).toEqual([
		0,
		`${today}        -4  charge\n${today}        30  grant     a gift\nBalance: 26 credits.`,
	]);
	expect((await admin('credits', 'statement', '--email', email, '--from', 'May'))[0]).toBe(1);
	const [code, said] = await admin('ledger', 'verify');
	expect([code, said]).toEqual([
		0,
		expect.stringMatching(/^Every balance is the sum of its entries: \d+ entries of/),
	]);
	// What nobody can do through the database's own rules, done behind their back.
	await db.execute(sql`alter table ledger_entries disable trigger all`);
	await db.execute(sql`alter table ledger_entries drop constraint ledger_sum`);
	await db.execute(sql`update ledger_entries set credits = 31 where uid = ${uid} and seq = 1`);
	expect(await admin('ledger', 'verify')).toEqual([
		1,
		expect.stringContaining(`${email}: entry 2 says a balance of 26, the entries up to it add up to 27`),
	]);
	await db.execute(sql`update ledger_entries set credits = 30 where uid = ${uid} and seq = 1`);
	await db.execute(sql`alter table ledger_entries enable trigger all`);
});

test('model test and mail test say whether the outside answers', async () => {
	const [worked, told] = await admin('model', 'test');
	expect([worked, told]).toEqual([0, expect.stringContaining('It works. scripted answered in')]);
	// One that says "met" to everything is right where that is so, and wrong elsewhere.
	expect(told).toMatch(/porch: parcel +Is there a person\? +not met +met +wrong/);
	expect(told).toContain('4 right, 2 wrong, 0 cannot tell, of 6.');
	const [code, said] = await admin('mail', 'test', '--to', 'ops@example.com');
	expect([code, said]).toEqual([
		0,
		expect.stringContaining('It works: the mail to ops@example.com was kept as files'),
	]);
	const broken = await startServer({
		env: { SMTP_URL: 'smtp://127.0.0.1:1' },
		model: scriptedModel(() => 'nonsense'),
	});
	const lines: string[] = [];
	const print = (line: string) => lines.push(line);
	expect(await runCommand(broken.services, ['model', 'test'], print)).toBe(1);
	expect(lines.at(-1)).toContain(
		'It does not work: The model answered twice in a form that cannot be used. it is not one complete JSON',
	);
	expect(await runCommand(broken.services, ['mail', 'test', '--to', 'ops@example.com'], print)).toBe(1);
	expect(lines.at(-1)).toContain(
		'It does not work: The mail server could not be reached. connect ECONNREFUSED',
	);
	await broken.stop();
});

test('an unknown command gets the list of commands', async () => {
	const [code, said] = await admin('make', 'coffee');
	expect(code).toBe(1);
	expect(said).toContain('There is no command "make coffee".');
	expect(said).toContain('user add');
});

test('a command reaches the running server through its data folder, however long the path', async () => {
	const base = await mkdtemp(join(tmpdir(), 'watchword-admin-'));
	for (const dataDir of [base, await mkdtemp(join(base, `${'long'.repeat(40)}-`))]) {
		const lines: string[] = [];
		expect(await callAdmin(dataDir, ['user', 'list'], (line) => lines.push(line))).toBeNull();
		const socket = await serveAdmin({
			...server.services,
			settings: { ...server.services.settings, dataDir },
		});
		expect(await callAdmin(dataDir, ['user', 'list'], (line) => lines.push(line))).toBe(0);
		expect(lines.length).toBeGreaterThan(0);
		socket.close();
	}
	await rm(base, { recursive: true });
});
