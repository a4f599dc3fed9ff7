import { createServer } from 'node:net';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { users } from '../accounts/tables.ts';
import { watchMailbox } from '../mail/mailbox/watch.ts';
import { mailboxes } from '../mail/tables.ts';
import { readStatus } from '../operator/status.ts';
import { addAutomation } from '../testing/automation.ts';
import { PushService } from '../testing/push-service.ts';
import { type Customer, startServer, type TestServer } from '../testing/server.ts';
import { waitFor } from '../testing/wait.ts';
import { statusTable } from './status-table.ts';

const METRICS_TOKEN = 'a token of some length';
const OPERATOR = 'operator@example.com';

let server: TestServer;
let owner: Customer;
let automation: string;
let service: PushService;
beforeAll(async () => {
	service = await PushService.start();
	server = await startServer({
		env: {
			// Nobody listens there.
			MAIL_IN: `imap://portal%40example.com:secret@127.0.0.1:${await freePort()}/INBOX`,
			...{ SUPPORT_EMAIL: OPERATOR, METRICS_TOKEN, WEBHOOK_PRIVATE_NETWORKS: 'loopback' },
		},
	});
	owner = await server.customer();
	automation = await addAutomation(server, owner.uid);
	await waitFor('the first try', async () => (await row())?.problem);
});
afterAll(async () => {
	await server.stop();
	await service.stop();
});

const db = () => server.services.database.db;
const row = async () => (await db().select().from(mailboxes))[0];
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const watch = (upSince = ago(60)) => watchMailbox({ ...server.services, db: db() }, upSince, new Date());

/** A browser of a customer that gets push messages. */
async function browserOf(customer: Customer) {
	const { key } = (await (await customer.get('/api/push')).json()) as { key: string };
	const browser = service.subscribe(key);
	const answer = await customer.post('/api/push', { ...browser.subscription, name: 'Phone' });
	expect(answer.status).toBe(200);
	return browser;
}

test('after a quarter of an hour the operator and owners are told once, and once more when it is back', async () => {
	const [other, operator] = [await server.customer(), await server.customer()];
	const [phone, others] = [await browserOf(operator), await browserOf(other)];
	await db().update(users).set({ email: 'Operator@example.com' }).where(eq(users.id, operator.uid));
	await db()
		.update(mailboxes)
		.set({ checked_at: ago(20) });
	// The server was down meanwhile.
	await watch(ago(5));
	expect((await row())?.told_at).toBeNull();
	await watch();
	await watch();
	const [mail] = await server.mails(owner.email, 1);
	expect(mail).toContain('cannot be read since');
	const [report] = await server.mails(OPERATOR, 1);
	expect(report).toContain('INBOX of portal@example.com at 127.0.0.1');
	expect(report).toContain('cannot be reached (ECONNREFUSED)');
	expect(report).not.toContain('secret');

	await db().update(mailboxes).set({ checked_at: sql`now() + interval '1 second'` });
	await watch();
	await watch();
	expect((await server.mails(owner.email, 2))[1]).toContain('is read again');
	expect(await server.mails(OPERATOR, 2)).toHaveLength(2);
	expect(await server.mails(other.email, 0)).toEqual([]);
	expect((await phone.messages(2)).map(({ title, tag }) => [title, tag])).toEqual([
		['The mailbox is not read', 'mailbox'],
		['The mailbox is read again', 'mailbox'],
	]);
	expect(JSON.stringify(phone.pushed)).not.toContain('secret');
	expect([phone.pushed.length, others.pushed.length]).toEqual([2, 0]);
});

test('the automation, the status and the metrics say whether it is read', async () => {
	await db()
		.update(mailboxes)
		.set({ checked_at: ago(30), skipped: 'A mail is large', skipped_at: ago(1) });
	const shown = await (await owner.get(`/api/automations/${automation}/mail`)).json();
	expect(shown).toEqual({ last_mail_at: null, mailbox: { checked_at: expect.any(String), away: true } });

	const status = await readStatus({ ...server.services, publicUrl: server.url });
	expect(status.attention.join(' ')).toContain('The mailbox INBOX of portal@example.com at 127.0.0.1');
	expect(status.attention).toContain('A mail was not taken from the mailbox. A mail is large.');
	expect(JSON.stringify(status)).not.toContain('secret');
	expect(statusTable(status).join('\n')).toMatch(/^Mailbox +INBOX of portal@example.com.*cannot be reached/m);

	const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
	const metrics = await (await server.visitor().fetch('/metrics', { headers })).text();
	const [, seconds] = /^watchword_mailbox_unread_seconds (\S+)$/m.exec(metrics) ?? [];
	expect(Number(seconds)).toBeGreaterThanOrEqual(30 * 60);
});

test('an owner who wants no mail about failures gets none', async () => {
	const quiet = await server.customer();
	await addAutomation(server, quiet.uid);
	await db().update(users).set({ mail_failures: false }).where(eq(users.id, quiet.uid));
	await db()
		.update(mailboxes)
		.set({ checked_at: ago(20), told_at: null });
	await watch();
	await server.mails(owner.email, 3);
	expect(await server.mails(quiet.email, 0)).toEqual([]);
});

async function freePort(): Promise<number> {
	const listener = createServer().listen(0, '127.0.0.1');
	await new Promise((listening) => listener.once('listening', listening));
	const { port } = listener.address() as { port: number };
	await new Promise((closed) => listener.close(closed));
	return port;
}
