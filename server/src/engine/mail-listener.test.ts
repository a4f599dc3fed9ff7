import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { createTransport } from 'nodemailer';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { automations } from '../automations/tables.ts';
import { automationRuns, mails } from '../runs/tables.ts';
import { addAutomation } from '../testing/automation.ts';
import { addReplier, deliverMail } from '../testing/mail.ts';
import { answerOf, scriptedModel } from '../testing/model.ts';
import { endedRuns } from '../testing/runs.ts';
import { startServer, type TestServer } from '../testing/server.ts';
import { LIMITS, startMailIn } from './triggers/mail.ts';

let server: TestServer;
beforeAll(async () => {
	server = await startServer({ model: scriptedModel(() => answerOf({})) });
});
afterAll(() => server.stop());

const replier = (fields?: Parameters<typeof addReplier>[1]) => addReplier(server, fields);
const deliver = (mail: Parameters<typeof deliverMail>[1]) => deliverMail(server, mail);

describe('the listener', () => {
	test.each([
		'aaaaaaaaaaaaaaaaaaaa@automations.localhost',
		'postmaster@automations.localhost',
		'x@elsewhere.example',
	])('refuses %s with 550', async (to) => {
		await expect(deliver({ from: 'ann@customers.example', to, text: 'x' })).rejects.toMatchObject({
			responseCode: 550,
		});
	});

	test('refuses a deleted automation at once, and one that listens to something else', async () => {
		const deleted = await replier();
		await server.house.database.db
			.update(automations)
			.set({ _deleted: true })
			.where(eq(automations.id, deleted.id));
		const scheduled = await replier({ _triggerType: 'schedule' });
		for (const { to } of [deleted, scheduled]) {
			await expect(deliver({ from: 'ann@customers.example', to, text: 'x' })).rejects.toMatchObject({
				responseCode: 550,
			});
		}
	});

	test.each([
		['was deleted', { _deleted: true }],
		['listens to something else', { _triggerType: 'schedule' as const }],
	])('runs nothing of an automation that %s since its address was accepted', async (_name, change) => {
		const { id, to } = await replier();
		const { db } = server.house.database;
		const { say, socket } = dial(server.smtpPort);
		await say('EHLO sender.example\r\n');
		await say('MAIL FROM:<ann@customers.example>\r\n');
		await say(`RCPT TO:<${to}>\r\n`);
		expect(await say('DATA\r\n')).toMatch(/^250/);
		await db.update(automations).set(change).where(eq(automations.id, id));
		await say('Subject: Late\r\n\r\nHello\r\n.\r\n');
		expect(await say('QUIT\r\n')).toMatch(/^250/);
		socket.destroy();
		expect(await db.select().from(automationRuns).where(eq(automationRuns._automationId, id))).toEqual([]);
		expect(await db.select().from(mails).where(eq(mails.automationId, id))).toEqual([]);
	});

	test('takes the address in any case', async () => {
		const { id, to } = await replier();
		await deliver({ from: 'ann@customers.example', to: to.toUpperCase(), subject: 'Loud', text: 'x' });
		expect(await endedRuns(server, id, 1)).toHaveLength(1);
	});

	test('refuses what is too large, and stores nothing of it', async () => {
		const small = await startServer({ env: { MAIL_MAX_MB: '1' } });
		const customer = await small.customer();
		const id = await addAutomation(small, customer.uid);
		const transport = createTransport({ host: '127.0.0.1', port: small.smtpPort, ignoreTLS: true });
		const mail = { from: 'a@b.example', to: `${id}@automations.localhost`, text: 'x'.repeat(2_000_000) };
		await expect(transport.sendMail(mail)).rejects.toMatchObject({ responseCode: 552 });
		expect(await small.house.database.db.select().from(automationRuns)).toEqual([]);
		transport.close();
		await small.stop();
	});

	test('takes so many recipients of one mail, and asks to come again with the others', async () => {
		const [one, two] = [await replier(), await replier()];
		const listener = await listen({}, { ...LIMITS, recipients: 1 });
		const said = await speak(listener.port, [
			'EHLO x\r\n',
			'MAIL FROM:<a@b.example>\r\n',
			`RCPT TO:<${one.to}>\r\n`,
			`RCPT TO:<${two.to}>\r\n`,
			'QUIT\r\n',
		]);
		expect(said.match(/^250 Accepted|^452 Too many recipients/gm)).toEqual([
			'250 Accepted',
			'250 Accepted',
			'452 Too many recipients',
		]);
		await listener.stop();
	});

	test('takes mail over STARTTLS where it has a certificate, and offers none where it has not', async () => {
		const { id, to } = await replier();
		const mail = { from: 'ann@customers.example', to, subject: 'Sealed', text: 'x' };
		const sealed = (port: number) =>
			createTransport({
				host: '127.0.0.1',
				port,
				requireTLS: true,
				tls: { rejectUnauthorized: false },
			}).sendMail(mail);
		await expect(sealed(server.smtpPort)).rejects.toThrow(/STARTTLS/i);
		const folder = await mkdtemp(join(tmpdir(), 'watchword-tls-'));
		const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }]);
		const tls = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };
		await writeFile(tls.certFile, cert);
		await writeFile(tls.keyFile, key);
		const listener = await listen({ tls });
		await sealed(listener.port);
		expect(await endedRuns(server, id, 1)).toHaveLength(1);
		await listener.stop();
		await rm(folder, { recursive: true });
	});

	test('lets nobody hold it: not with silence, not with connections', async () => {
		const listener = await listen({}, { ...LIMITS, maxClients: 2, socketTimeout: 300 });
		const silent = ['one', 'two'].map((name) => speak(listener.port, [`EHLO ${name}\r\n`]));
		expect(await speak(listener.port, [])).toMatch(/^421 .*Too many connected clients/);
		for (const said of await Promise.all(silent)) expect(said).toMatch(/^421 Timeout/m);
		await listener.stop();
	});

	test('ends a connection that only drips', async () => {
		const listener = await listen({}, { ...LIMITS, connectionMs: 300 });
		const socket = net.connect(listener.port, '127.0.0.1').on('error', () => undefined);
		const drip = setInterval(() => socket.write('E'), 20);
		await new Promise((closed) => socket.resume().once('close', closed));
		clearInterval(drip);
		await listener.stop();
	});

	test('keeps no more of mails that are still coming than it has room for', async () => {
		const { to } = await replier();
		const listener = await listen({}, { ...LIMITS, heldBytes: 0 });
		const begin = ['EHLO x\r\n', 'MAIL FROM:<a@b.example>\r\n', `RCPT TO:<${to}>\r\n`, 'DATA\r\n'];
		const megabytes = (count: number) => 'x'.repeat(count * 1024 * 1024);
		const whole = [...begin, `${megabytes(15)}\r\n.\r\n`, 'QUIT\r\n'];
		const unfinished = dial(listener.port);
		for (const line of begin) await unfinished.say(line);
		await unfinished.say(megabytes(24));
		expect(await speak(listener.port, whole)).toMatch(/^452 Too many mails/m);
		unfinished.socket.destroy();
		while (!/^250 OK: message queued/m.test(await speak(listener.port, whole)));
		await listener.stop();
	});

	test('says 451 when it cannot store, so that the sender keeps the mail', async () => {
		const broken = await startServer();
		const customer = await broken.customer();
		const id = await addAutomation(broken, customer.uid);
		await broken.house.database.db.execute('alter table mails rename to mails_away');
		const transport = createTransport({ host: '127.0.0.1', port: broken.smtpPort, ignoreTLS: true });
		const mail = { from: 'a@b.example', to: `${id}@automations.localhost`, text: 'x' };
		await expect(transport.sendMail(mail)).rejects.toMatchObject({ responseCode: 451 });
		await broken.house.database.db.execute('alter table mails_away rename to mails');
		await transport.sendMail(mail);
		expect(await endedRuns(broken, id, 1)).toHaveLength(1);
		transport.close();
		await broken.stop();
	});

	test.each([
		'\n.\n',
		'\n.\r\n',
		'\r\n.\n',
		'\r.\r',
		'\r\n.\r',
		'\n.\r',
		'\r.\n',
		'\r\r\n.\r\r\n',
		'\0\r\n.\0\r\n',
	])('is not made to split a message by %j', async (terminator) => {
		const { id, to } = await replier({ _actionType: 'save' });
		const smuggled = `Subject: outer\r\n\r\nbody${terminator}MAIL FROM:<evil@x.example>\r\nRCPT TO:<${to}>\r\nDATA\r\nSubject: smuggled\r\n\r\nx\r\n.\r\n`;
		await speak(server.smtpPort, [
			`EHLO x\r\n`,
			`MAIL FROM:<a@b.example>\r\n`,
			`RCPT TO:<${to}>\r\n`,
			`DATA\r\n`,
			smuggled,
			'QUIT\r\n',
		]);
		const runs = await endedRuns(server, id, 1);
		expect(runs.map((run) => run.trigger_subject)).toEqual(['outer']);
	});
});

/** Another listener on the same house. */
function listen(
	change: { tls?: { certFile: string; keyFile: string } },
	limits?: Parameters<typeof startMailIn>[1],
) {
	const { database, objects, log, settings } = server.house;
	const mail = { ...settings.mail, inPort: 0 };
	return startMailIn(
		{ db: database.db, objects, log, mail, host: '127.0.0.1', tls: null, ...change },
		limits,
	);
}

/** Speaks SMTP by hand, one line after each answer. */
function dial(port: number) {
	const socket = net.connect(port, '127.0.0.1');
	const answers = socket[Symbol.asyncIterator]();
	const say = async (line: string): Promise<string> => {
		const { value } = await answers.next();
		await new Promise((sent) => socket.write(line, 'latin1', sent));
		return String(value);
	};
	return { socket, answers, say };
}

/** The same until the other side closes; what that said. */
async function speak(port: number, lines: string[]): Promise<string> {
	const { answers, say } = dial(port);
	let said = '';
	for (const line of lines) said += await say(line);
	for await (const rest of answers) said += rest;
	return said;
}
