import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { OperatorMail } from '@watchword/contract/operator-mail';
import type { OperatorOverview } from '@watchword/contract/operator-status';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorOf } from '../testing/operator.ts';
import { type Browser, refusal, startServer, type TestServer } from '../testing/server.ts';
import { leavesOf } from './leaves.ts';
import { describeMail, setMail } from './mail.ts';

let server: TestServer;
let operator: Browser;
beforeAll(async () => {
	server = await startServer();
	operator = await operatorOf(server);
});
afterAll(() => server.stop());

const mailNow = async () => (await (await operator.get('/api/operator/mail')).json()) as OperatorMail;
const sendTest = (to: string) => operator.post('/api/operator/mail/test', { to });

test('the page shows how the installation is and the newest accounts, without secrets', async () => {
	const { email, uid } = await server.customer();
	const text = await (await operator.get('/api/operator/overview')).text();
	expect(JSON.parse(text) as OperatorOverview).toMatchObject({
		server: { problem: null },
		customers: { all: 1 },
		newest: [{ email, name: 'Robin Example' }],
		storage: { captures: 0, problem: null },
		leaves: expect.arrayContaining([
			expect.objectContaining({ to: 'the name server of this machine', off: 'Leave mail out of ROLES.' }),
		]),
	});
	expect(text).not.toContain(uid);
	expect(text).not.toMatch(/password|token|hash/i);
});

test.each([
	['localhost', false],
	['127.0.0.1', false],
	['::1', false],
	['mail.example.com', true],
	['192.0.2.1', true],
])('a server at %s counts as leaving this machine: %s', async (host, isLeaving) => {
	const { database, settings, mailer, model } = server.services;
	const at = `llava at ${host.includes(':') ? `[${host}]` : host}:11434`;
	const leaves = await leavesOf({
		...{ database, settings, mailer: { ...mailer, server: { host, port: 25 } } },
		model: { ...model, builtIn: false, describe: at },
	});
	const told = leaves.map(({ to }) => to);
	expect([told.includes(`${host}:25`), told.includes(at)]).toEqual([isLeaving, isLeaving]);
});

/** A mail server that asks for a password. */
async function openMailServer() {
	const taken: { from: string; to: string; password: string }[] = [];
	let password = '';
	const smtp = new SMTPServer({
		hideSTARTTLS: true,
		allowInsecureAuth: true,
		onAuth(auth, _session, done) {
			password = auth.password ?? '';
			done(null, { user: auth.username });
		},
		onData(stream, { envelope }, done) {
			stream.resume().on('end', () => {
				const from = envelope.mailFrom ? envelope.mailFrom.address : '';
				taken.push({ from, to: envelope.rcptTo[0]?.address ?? '', password });
				done();
			});
		},
	});
	smtp.listen(0, '127.0.0.1');
	await once(smtp.server, 'listening');
	const { port } = smtp.server.address() as AddressInfo;
	return { taken, name: `127.0.0.1:${port}`, close: () => new Promise<void>((closed) => smtp.close(closed)) };
}

test('a mail server is set, used without a restart, and taken back', async () => {
	const before = await mailNow();
	expect(before).toMatchObject({
		is_set: null,
		server: null,
		sender: 'Watchword <portal@watchword.example>',
	});
	const smtp = await openMailServer();
	const set = { server: smtp.name, user: 'robin@example.com', sender: 'Shop <shop@example.com>' };
	const put = (body: object) => operator.send('PUT', '/api/operator/mail', body);
	const answer = await (await put({ ...set, password: '50%25 ' })).text();
	expect(JSON.parse(answer)).toMatchObject({ is: `sent through ${smtp.name}`, ...set });
	expect(answer).not.toMatch(/50%/);
	expect((await sendTest('me@example.com')).status).toBe(200);
	// The password stays for this server and user, and goes to no other.
	await put({ ...set, sender: 'other@example.com' });
	await sendTest('me@example.com');
	expect(smtp.taken).toEqual([
		{ from: 'shop@example.com', to: 'me@example.com', password: '50%25 ' },
		{ from: 'other@example.com', to: 'me@example.com', password: '50%25 ' },
	]);
	await put({ ...set, user: 'other@example.com' });
	await sendTest('me@example.com');
	expect(smtp.taken).toHaveLength(2);
	await smtp.close();
	expect(await (await sendTest('me@example.com')).text()).toContain('could not be reached');
	await operator.fetch('/api/operator/mail', { method: 'DELETE' });
	expect(await mailNow()).toEqual(before);
	await sendTest('kept@example.com');
	expect(await server.mails('kept@example.com', 1)).toHaveLength(1);
});

test.each([
	{ server: 'mail.example.com:70000' },
	{ server: 'http://mail.example.com' },
	{ server: 'user@mail.example.com' },
	{ sender: 'nobody' },
	{ sender: 'A <a@example.com>\r\nBcc: b@example.com' },
])('what is no mail server or sender is refused: %j', async (wrong) => {
	const body = { server: 'mail.example.com', user: '', sender: 'a@example.com', ...wrong };
	expect(await refusal(await operator.send('PUT', '/api/operator/mail', body))).toBe('400 invalid-argument');
});

test('what the environment sets comes first, and is said', async () => {
	const { database, mailer, settings } = server.services;
	const mail = { ...settings.mail, outUrl: 'smtp://robin:secret@mail.example.com', isFromSet: true };
	const needs = { db: database.db, mailer, settings: { ...settings, mail } };
	expect(await describeMail(needs)).toMatchObject({
		...{ is_set: 'SMTP_URL', sender_is_set: 'MAIL_FROM', server: 'mail.example.com', user: 'robin' },
	});
	await expect(setMail(needs, { server: 'x.example', user: '', sender: 'a@example.com' })).rejects.toThrow(
		'SMTP_URL is set in the environment',
	);
});
