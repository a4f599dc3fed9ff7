import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { automations } from '../automations/tables.ts';
import { rateLimits } from '../base/limits.ts';
import { mailsIn } from '../base/metrics.ts';
import { automationRuns } from '../runs/tables.ts';
import type { Settings } from '../settings.ts';
import { addAutomation, grant } from '../testing/automation.ts';
import { localCertificate } from '../testing/certificate.ts';
import { addReplier, deliverMail } from '../testing/mail.ts';
import { answerOf, scriptedModel } from '../testing/model.ts';
import { endedRuns } from '../testing/runs.ts';
import { startServer, type TestServer } from '../testing/server.ts';
import { connectSmtp } from '../testing/smtp-client.ts';
import { waitFor } from '../testing/wait.ts';
import { LIMITS, startMailIn } from './listener.ts';
import { mails } from './tables.ts';

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

	test('refuses mail to a deleted automation, and to one with another trigger', async () => {
		const deleted = await replier();
		await server.services.database.db
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
		['got another trigger', { _triggerType: 'schedule' as const }],
	])('starts no run of an automation that %s after its address was accepted', async (_name, change) => {
		const { id, to } = await replier();
		const { db } = server.services.database;
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

	test('ignores upper and lower case in the address', async () => {
		const { id, to } = await replier();
		await deliver({ from: 'ann@customers.example', to: to.toUpperCase(), subject: 'Loud', text: 'x' });
		expect(await endedRuns(server, id, 1)).toHaveLength(1);
	});

	test('refuses a mail that is too large, and stores nothing of it', async () => {
		const small = await startServer({ env: { MAIL_MAX_MB: '1' } });
		const customer = await small.customer();
		await grant(small, customer.uid, 10);
		const id = await addAutomation(small, customer.uid);
		const transport = createTransport({ host: '127.0.0.1', port: small.smtpPort, ignoreTLS: true });
		const mail = { from: 'a@b.example', to: `${id}@automations.localhost`, text: 'x'.repeat(2_000_000) };
		await expect(transport.sendMail(mail)).rejects.toMatchObject({ responseCode: 552 });
		expect(await small.services.database.db.select().from(automationRuns)).toEqual([]);
		transport.close();
		await small.stop();
	});

	test('accepts a limited number of recipients per mail, and asks the sender to send to the others later', async () => {
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

	test('says which setting to change if its port is taken', async () => {
		await expect(listen({ mail: { inPort: server.smtpPort } })).rejects.toThrow(
			`Port ${server.smtpPort} is in use, perhaps by another Watchword. Stop that one, or set SMTP_PORT to another.`,
		);
	});

	test('offers STARTTLS if it has a certificate, and only then', async () => {
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
		const listener = await listen({ tls: await localCertificate(folder) });
		await sealed(listener.port);
		expect(await endedRuns(server, id, 1)).toHaveLength(1);
		await listener.stop();
		await rm(folder, { recursive: true });
	});

	test('limits how long a client may be silent, and how many connections there may be', async () => {
		const listener = await listen({}, { ...LIMITS, maxClients: 2, socketTimeout: 300 });
		const silent = ['one', 'two'].map((name) => speak(listener.port, [`EHLO ${name}\r\n`]));
		expect(await speak(listener.port, [])).toMatch(/^421 .*Too many connected clients/);
		for (const said of await Promise.all(silent)) expect(said).toMatch(/^421 Timeout/m);
		await listener.stop();
	});

	test.each([
		['addresses', 'RCPT TO:<x@automations.localhost>\r\n', '550'],
		['user names', 'AUTH PLAIN AGEAYg==\r\n', '535'],
	])('ends a connection on which too many %s were refused', async (_what, guess, code) => {
		const listener = await listen({}, { ...LIMITS, refusals: 3 });
		const begin = ['EHLO x\r\n', 'MAIL FROM:<a@b.example>\r\n'];
		const heard = await speak(listener.port, [...begin, guess.repeat(20)]);
		expect(heard.match(new RegExp(`^${code}`, 'gm'))).toHaveLength(3);
		expect(heard).toMatch(/^421 Too many addresses were refused/m);
		await listener.stop();
	});

	test('accepts 20 connections from one address at once, and asks the next to try later', async () => {
		const listener = await listen({});
		const held = Array.from({ length: 20 }, () => dial(listener.port));
		for (const { say } of held) expect(await say('NOOP\r\n')).toMatch(/^220/);
		expect(await speak(listener.port, [])).toMatch(/^421 Too many connections from your address/);
		// The limit is per address, so another address still gets in.
		const other = dial(listener.port, '127.0.0.2');
		expect(await other.say('QUIT\r\n')).toMatch(/^220/);
		held[0]?.socket.destroy();
		await waitFor('a connection in place of the one that ended', async () => {
			const again = dial(listener.port);
			const answer = await again.say('QUIT\r\n');
			again.socket.destroy();
			return /^220/.test(answer);
		});
		for (const { socket } of held) socket.destroy();
		await listener.stop();
	});

	test('accepts a limited number of mails per automation and hour, and notifies the owner once', async () => {
		const { customer, id, to } = await replier({ _actionType: 'save' });
		const other = await replier({ _actionType: 'save' });
		const allowance = { mailsPerHour: 2, bytesPerHour: 1024 * 1024 };
		const listener = await listen({ mail: { allowance } });
		const send = (recipient: string, text: string) => {
			const transport = createTransport({ host: '127.0.0.1', port: listener.port, ignoreTLS: true });
			return transport.sendMail({ from: 'ann@customers.example', to: recipient, text }).finally(() => {
				transport.close();
			});
		};
		for (const text of ['one', 'two']) await send(to, text);
		for (const text of ['three', 'four']) {
			await expect(send(to, text)).rejects.toMatchObject({
				responseCode: 452,
				response: expect.stringContaining('too much mail in this hour'),
			});
		}
		await send(other.to, 'of another');
		expect(await endedRuns(server, id, 2)).toHaveLength(2);
		const [note] = await server.mails(customer.email, 1);
		expect(note).toContain('got more mail within an hour than it may take');
		expect(await server.mails(customer.email, 1)).toHaveLength(1);
		// The next hour starts from zero.
		await server.services.database.db.update(rateLimits).set({ resets_at: sql`now()` });
		await send(to, 'five');
		expect(await endedRuns(server, id, 3)).toHaveLength(3);
		await listener.stop();
	});

	test('accepts a limited number of bytes per automation and hour', async () => {
		const { to } = await replier({ _actionType: 'save' });
		const listener = await listen({ mail: { allowance: { mailsPerHour: 100, bytesPerHour: 30_000 } } });
		const transport = createTransport({ host: '127.0.0.1', port: listener.port, ignoreTLS: true });
		const send = (text: string) => transport.sendMail({ from: 'ann@customers.example', to, text });
		await send('x'.repeat(40_000));
		await expect(send('small')).rejects.toMatchObject({ responseCode: 452 });
		transport.close();
		await listener.stop();
	});

	test('refuses mail for an account without credits: the sender may try later, the owner is asked to buy', async () => {
		const customer = await server.customer();
		const id = await addAutomation(server, customer.uid, { _actionType: 'save' });
		const mail = { from: 'ann@customers.example', to: `${id}@automations.localhost`, text: 'x' };
		for (let n = 0; n < 2; n++) {
			await expect(deliver(mail)).rejects.toMatchObject({
				responseCode: 452,
				response: expect.stringContaining('no credits left'),
			});
		}
		const { db } = server.services.database;
		expect(await db.select().from(mails).where(eq(mails.automationId, id))).toEqual([]);
		expect((await server.mails(customer.email, 1)).join()).toContain('mails to your automations are refused');
		await grant(server, customer.uid, 1);
		await deliver(mail);
		expect(await endedRuns(server, id, 1)).toHaveLength(1);
		// If runs cost nothing, no credits are needed.
		const free = await listen({ creditsPerRun: 0 });
		const transport = createTransport({ host: '127.0.0.1', port: free.port, ignoreTLS: true });
		await transport.sendMail({ ...mail, text: 'y' });
		expect(await endedRuns(server, id, 2)).toHaveLength(2);
		transport.close();
		await free.stop();
	});

	test('ends a connection that sends a byte now and then', async () => {
		const listener = await listen({}, { ...LIMITS, connectionMs: 300 });
		const socket = net.connect(listener.port, '127.0.0.1').on('error', () => undefined);
		const drip = setInterval(() => socket.write('E'), 20);
		await new Promise((closed) => socket.resume().once('close', closed));
		clearInterval(drip);
		await listener.stop();
	});

	test('limits the memory for mails that are still arriving', async () => {
		const { to } = await replier();
		const { spool, kept } = countingSpool();
		const listener = await listen({ spool }, { ...LIMITS, heldBytes: 0 });
		const begin = ['EHLO x\r\n', 'MAIL FROM:<a@b.example>\r\n', `RCPT TO:<${to}>\r\n`, 'DATA\r\n'];
		const megabytes = (count: number) => 'x'.repeat(count * 1024 * 1024);
		const whole = [...begin, `${megabytes(15)}\r\n.\r\n`, 'QUIT\r\n'];
		const unfinished = dial(listener.port);
		for (const line of begin) await unfinished.say(line);
		await unfinished.say(megabytes(24));
		await waitFor('it to be kept', () => kept() > megabytes(24).length - UNSURE);
		const refused = async () => /^452 Too many mails/m.test(await speak(listener.port, whole));
		await waitFor('no room for another mail', refused);
		unfinished.socket.destroy();
		const taken = async () => /^250 OK: message queued/m.test(await speak(listener.port, whole));
		await waitFor('room for a mail after another sender hung up', taken);
		await listener.stop();
	});

	test('does not log an error if a client disconnects before the end of its mail', async () => {
		const { to } = await replier();
		const errors: unknown[] = [];
		const log = { ...server.services.log, error: (...given: unknown[]) => errors.push(given) };
		const listener = await listen({ log: log as never });
		const answers = async () =>
			new Map((await mailsIn.get()).values.map(({ labels, value }) => [labels.answer, value]));
		const before = await answers();
		const { say, socket } = dial(listener.port);
		await say('EHLO x\r\n');
		await say('MAIL FROM:<a@b.example>\r\n');
		await say(`RCPT TO:<${to}>\r\n`);
		await say('DATA\r\n');
		await say('Subject: Half\r\n\r\nHello');
		socket.destroy();
		const more = async () => (await answers()).get('hung up') === (before.get('hung up') ?? 0) + 1;
		await waitFor('it to be counted', more);
		expect((await answers()).get('later')).toBe(before.get('later'));
		expect(errors).toEqual([]);
		await listener.stop();
	});

	test('reads lines that begin with a dot, and hangs up on a mail that is made of them', async () => {
		const { id, to } = await replier();
		const { db } = server.services.database;
		const sender = await connectSmtp(server.smtpPort);
		const files = Array.from({ length: 30_000 }, (_, n) => `./${n}.txt\r\n`).join('');
		const text = `Message-ID: <dots@x>\r\n\r\n${'.\r\n..\r\n.a\r\n'.repeat(2000)}${files}`;
		await sender.send('ann@customers.example', to, text);
		const stored = await db.select().from(mails).where(eq(mails.automationId, id));
		const raw = await server.services.objects.read(String(stored[0]?.raw_path));
		expect(raw?.toString().trimEnd()).toBe(text.trimEnd());
		const dust = sender.send('ann@customers.example', to, `Subject: Dots\r\n\r\n${'.\r\n'.repeat(50_000)}`);
		await expect(dust).rejects.toThrow(/the connection ended|ECONNRESET|EPIPE/);
		expect(await db.select().from(mails).where(eq(mails.automationId, id))).toHaveLength(1);
		sender.close();
	});

	test('keeps memory for other senders while one address sends a lot at once', async () => {
		const { to } = await replier({ _actionType: 'save' });
		const mail = { maxBytes: 2 * 1024 * 1024 };
		const { spool, kept } = countingSpool();
		// The unfinished mail is silent for as long as the test takes.
		const limits = { ...LIMITS, heldBytesPerAddress: 0, socketTimeout: 600_000 };
		const listener = await listen({ spool, mail }, limits);
		const begin = ['EHLO x\r\n', 'MAIL FROM:<a@b.example>\r\n', `RCPT TO:<${to}>\r\n`, 'DATA\r\n'];
		const unfinished = dial(listener.port, '127.0.0.2');
		for (const line of begin) await unfinished.say(line);
		const most = mail.maxBytes - 1024;
		await unfinished.say('x'.repeat(most));
		await waitFor('it to be kept', () => kept() > most - UNSURE);
		const whole = [...begin, `${'x'.repeat(mail.maxBytes / 4)}\r\n.\r\n`, 'QUIT\r\n'];
		const refused = async () => /^452 Too many mails/m.test(await speak(listener.port, whole, '127.0.0.2'));
		await waitFor('no room for another mail of this address', refused);
		expect(await speak(listener.port, whole)).toMatch(/^250 OK: message queued/m);
		unfinished.socket.destroy();
		await listener.stop();
	});

	test('answers 451 if it cannot store a mail, so that the sender keeps it', async () => {
		const broken = await startServer();
		const customer = await broken.customer();
		await grant(broken, customer.uid, 10);
		const id = await addAutomation(broken, customer.uid);
		await broken.services.database.db.execute('alter table mails rename to mails_away');
		const transport = createTransport({ host: '127.0.0.1', port: broken.smtpPort, ignoreTLS: true });
		const mail = { from: 'a@b.example', to: `${id}@automations.localhost`, text: 'x' };
		await expect(transport.sendMail(mail)).rejects.toMatchObject({ responseCode: 451 });
		await broken.services.database.db.execute('alter table mails_away rename to mails');
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
	])('never splits a message at %j', async (terminator) => {
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

/** Starts a second listener on the same services. */
function listen(
	change: {
		log?: Parameters<typeof startMailIn>[0]['log'];
		tls?: { certFile: string; keyFile: string };
		creditsPerRun?: number;
		mail?: Partial<Settings['mail']>;
		spool?: Parameters<typeof startMailIn>[0]['spool'];
	},
	limits?: Parameters<typeof startMailIn>[1],
) {
	const { database, queue, objects, spool, log, settings } = server.services;
	const mail = { ...settings.mail, inPort: 0, ...change.mail };
	const { creditsPerRun } = settings.runs;
	const needs = { db: database.db, queue, objects, spool, log, creditsPerRun, host: '127.0.0.1', tls: null };
	return startMailIn({ ...needs, ...change, mail }, limits);
}

/** The server keeps the last bytes back while they may be the beginning of the end of a mail. */
const UNSURE = 1000;

/** Says how much of what is arriving has got there, which is less than what was sent. */
function countingSpool() {
	const { spool } = server.services;
	let kept = 0;
	async function* counted(chunks: AsyncIterable<Uint8Array>) {
		for await (const chunk of chunks) {
			kept += chunk.length;
			yield chunk;
		}
	}
	const keep: typeof spool.keep = (chunks) => spool.keep(counted(chunks));
	return { spool: { keep } as typeof spool, kept: () => kept };
}

/** An SMTP client for raw lines: it sends one line after each answer. */
function dial(port: number, localAddress = '127.0.0.1') {
	const socket = net.connect({ port, host: '127.0.0.1', localAddress });
	const answers = socket[Symbol.asyncIterator]();
	const say = async (line: string): Promise<string> => {
		const { value } = await answers.next();
		await new Promise((sent) => socket.write(line, 'latin1', sent));
		return String(value);
	};
	return { socket, answers, say };
}

/** Sends the lines, and returns everything the server answered until it closed the connection. */
async function speak(port: number, lines: string[], localAddress?: string): Promise<string> {
	const { answers, say } = dial(port, localAddress);
	let said = '';
	for (const line of lines) said += await say(line);
	for await (const rest of answers) said += rest;
	return said;
}
