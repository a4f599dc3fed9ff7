import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { disableAccount } from '../accounts/standing.ts';
import { users } from '../accounts/tables.ts';
import { newId } from '../base/ids.ts';
import type { Mail } from '../ports/mailer.ts';
import { addAutomation } from '../testing/automation.ts';
import { startServer, type TestServer } from '../testing/server.ts';
import { mailCredits, mailFailures, mailLowBalance, mailRefusedMails } from './notices.ts';

let server: TestServer;
beforeAll(async () => {
	server = await startServer({ env: { ROLES: 'api' } });
});
afterAll(() => server.stop());

test('mails go only to those who want them, and old failures are not reported later', async () => {
	const { db } = server.services.database;
	const customer = await server.customer();
	const sent: Mail[] = [];
	let meanwhile = async () => {};
	const send = async (mail: Mail) => {
		sent.push(mail);
		await meanwhile();
	};
	const mailer = { describe: 'kept', server: null, from: 'us@example.com', send, close() {} };
	const needs = { db, mailer, publicUrl: server.url };
	const automation = await addAutomation(server, customer.uid);
	const fail = (reason: string) =>
		db.execute(sql`
			insert into automation_runs (id, _owner, "_automationId", "_triggerKey", "_triggerType", "_actionType", _status, _reason, ended_at)
			values (${newId()}, ${customer.uid}, ${automation}, ${newId()}, 'email', 'sendEmail', 'failed', ${reason}, now())`);
	const want = (mails: boolean) =>
		db.update(users).set({ mail_failures: mails, mail_credits: mails }).where(eq(users.id, customer.uid));
	const tell = async () => {
		await mailFailures(needs, automation);
		await mailCredits(needs, customer.uid);
		await mailLowBalance(needs, { uid: customer.uid, balance: 0 });
	};

	await fail('The first.');
	await want(false);
	await tell();
	expect(sent).toEqual([]);
	await want(true);
	await fail('The second.');
	await tell();
	expect(sent.map(({ subject }) => subject)).toEqual([
		'Watch: a run failed',
		'Your automations are waiting for credits',
		'Your credits are used up',
	]);
	expect(sent[0]?.text).toContain('The second.');
	expect(sent[0]?.text).not.toContain('The first.');

	await mailLowBalance(needs, { uid: customer.uid, balance: 1 });
	expect(sent.pop()?.text).toMatch(/^1 credit is left\. When it is used up, /);

	await fail('The third.');
	meanwhile = async () => void (await fail('The fourth.'));
	await mailFailures(needs, automation);
	meanwhile = async () => {};
	await mailFailures(needs, automation);
	await mailRefusedMails(needs, automation);
	expect(sent.pop()?.subject).toBe('Watch gets too much mail');
	expect(sent.slice(3).map(({ text }) => text.match(/The \w+\./)?.[0])).toEqual([
		'The third.',
		'The fourth.',
	]);

	await disableAccount(db, customer.uid);
	sent.length = 0;
	await fail('The fifth.');
	await tell();
	await mailRefusedMails(needs, automation);
	expect(sent).toEqual([]);
});
