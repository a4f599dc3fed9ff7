import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { type ParsedMail, simpleParser } from 'mailparser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAutomation, addCamera, askForRun, grant } from '../testing/automation.ts';
import { jpeg } from '../testing/images.ts';
import { deliverMail } from '../testing/mail.ts';
import { answerOf, scriptedModel } from '../testing/model.ts';
import { endedRuns } from '../testing/runs.ts';
import { startServer, type TestServer } from '../testing/server.ts';
import { mailCredits, mailFailures, mailLowBalance } from './notices.ts';

const LONG = 'x'.repeat(3000);
const NAME = 'Tür "Süd" – 門, and more';

let server: TestServer;
beforeAll(async () => {
	server = await startServer({
		model: scriptedModel(({ parts }) =>
			answerOf({
				evidence: `Ein Paket – 荷物. ${LONG}`,
				email_subject: `Grüße ${LONG.slice(0, 280)}`,
				email_html: `<p>${parts.prompt}</p><p>Größe: 荷物 ${LONG}</p>`,
			}),
		),
	});
});
afterAll(() => server.stop());

/** Every mail in the outbox: its raw form is checked, and a parser of another project reads it. */
async function read(): Promise<ParsedMail[]> {
	const outbox = join(server.services.settings.dataDir, 'outbox');
	const names = (await readdir(outbox)).filter((name) => name.endsWith('.eml')).sort();
	const raws = await Promise.all(names.map((name) => readFile(join(outbox, name))));
	for (const raw of raws) {
		const lines = raw.toString('latin1').split('\r\n');
		expect(lines.filter((line) => line.length > 998 || /[^\t\x20-\x7e]/.test(line))).toEqual([]);
		expect(lines.filter((line) => /boundary=(?!")/i.test(line))).toEqual([]);
		expect(raw.toString().match(/boundary="/g)?.length).toBeGreaterThan(0);
	}
	return Promise.all(raws.map((raw) => simpleParser(raw)));
}

test('the parser of another project reads text, HTML and picture of every kind of mail we send', async () => {
	const { db } = server.services.database;
	const customer = await server.customer();
	await grant(server, customer.uid, 100);
	const picture = await jpeg();
	const { deviceId, send } = await addCamera(server, customer.uid);
	const add = (action_prompt: string, fields: Parameters<typeof addAutomation>[2]) =>
		addAutomation(server, customer.uid, { _name: NAME, action_prompt, ...fields });

	const sending = await add('With a picture', {
		...{ _triggerType: 'capture', trigger_device_deviceID: deviceId },
		action_toAddress: 'ops@example.com',
	});
	expect((await send(picture)).status).toBe(202);
	expect((await endedRuns(server, sending, 1))[0]?._reason).toBe(null);

	const plain = await add('Without a picture', {
		_triggerType: 'schedule',
		action_toAddress: customer.email,
	});
	await askForRun(server, plain);
	await endedRuns(server, plain, 1);

	const replying = await add('A reply', { _actionType: 'replyToEmail', action_toAddress: null });
	const stranger = 'ann@customers.example';
	await deliverMail(server, {
		from: stranger,
		to: `${replying}@automations.localhost`,
		subject: `Frage ${'é'.repeat(900)}`,
		text: 'hi',
		messageId: `<${'m'.repeat(300)}@customers.example>`,
		references: [`<${'r'.repeat(700)}@customers.example>`, '<short@customers.example>'],
	});
	expect((await endedRuns(server, replying, 1))[0]?._reason).toBe(null);

	const needs = { ...server.services, db };
	await db.execute(sql`
		update automation_runs set _status = 'failed', _reason = 'Größe – 荷物' where "_automationId" = ${plain}`);
	await mailFailures(needs, plain);
	await mailCredits(needs, customer.uid);
	await mailLowBalance(needs, { uid: customer.uid, balance: 3 });
	await server.visitor().post('/api/auth/request-password-reset', { email: customer.email });
	await server.mails(customer.email, 5);

	const mails = await read();
	const found = (part: string) => {
		const mail = mails.find(({ subject, text }) => subject?.includes(part) || text?.includes(part));
		return mail ?? expect.fail(`no mail says "${part}"`);
	};
	for (const mail of mails) {
		expect(mail.text?.trim(), String(mail.subject)).toBeTruthy();
		expect(mail.html || '', String(mail.subject)).toContain('<p>');
		expect(mail.headers.get('x-watchword')).toBe('automations.localhost');
		expect(mail.messageId).toMatch(/^<[\w-]+@automations\.localhost>$/);
	}
	for (const part of ['With a picture', 'Without a picture', 'A reply']) {
		const { html, text } = found(part);
		expect(html).toContain(`Größe: 荷物 ${LONG}`);
		expect(text).toContain(`Größe: 荷物 ${LONG}`);
	}
	const [capture, ...others] = found('With a picture').attachments;
	expect(others).toEqual([]);
	expect(capture).toMatchObject({ contentType: 'image/jpeg', cid: 'capture', related: true });
	expect(capture?.size).toBeGreaterThan(0);
	// mailparser replaces the cid with the picture itself.
	expect(found('With a picture').html).toContain('<img src="data:image/jpeg;base64,');
	expect(found('With a picture').text).toContain(`Sent by the automation ${NAME}.`);
	expect(found('A reply')).toMatchObject({
		references: '<short@customers.example>',
		to: { value: [{ address: stranger }] },
		attachments: [],
	});
	expect(found(`${NAME}: a run failed`).text).toContain('Größe – 荷物');
	for (const part of ['waiting for credits', '3 credits left', 'Set your Watchword password']) {
		expect(found(part).html).toContain('<a href="');
	}
});
