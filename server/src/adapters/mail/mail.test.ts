import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MailServerFailure, Undeliverable } from '../../base/failures.ts';
import type { Mail, Mailer } from '../../ports/mailer.ts';
import { bodyOf } from '../../testing/mail.ts';
import { quiet } from '../../testing/quiet.ts';
import { waitFor } from '../../testing/wait.ts';
import { compose } from './compose.ts';
import { outboxMailer } from './outbox.ts';
import { smtpMailer, tellsPassword } from './smtp.ts';

const ours = { from: 'Watchword <portal@example.com>', domain: 'automations.example.com' };
const mail = {
	to: 'robin@example.com',
	subject: 'Hëllo',
	text: 'See http://localhost/x\n',
	html: '<p>See</p>',
};

test('the outbox keeps each mail as a file a mail program can open', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'watchword-outbox-'));
	const mailer = outboxMailer(folder, ours, quiet);
	await mailer.send(mail);
	await mailer.send({ ...mail, subject: 'Second' });
	const names = (await readdir(folder)).sort();
	expect(names.every((name) => name.endsWith('.eml'))).toBe(true);
	const [first] = await Promise.all(
		names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
	);
	expect(names).toHaveLength(2);
	expect(first).toMatchObject({
		from: { address: 'portal@example.com', name: 'Watchword' },
		subject: 'Hëllo',
		text: expect.stringContaining('See http://localhost/x'),
		html: expect.stringContaining('<p>See</p>'),
	});
	await rm(folder, { recursive: true });
});

test('the HTML of a mail is a whole page, for a light and a dark ground and any width', async () => {
	const { message } = compose(ours, mail);
	const { html = '' } = await PostalMime.parse(message);
	expect(html).toMatch(/^<!doctype html>/);
	expect(html).toContain('<meta name="color-scheme" content="light dark">');
	expect(html).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
	expect(html).toMatch(/<body style="[^"]*overflow-wrap:anywhere[^"]*">\s<p>See<\/p>/);
});

test.each([
	['smtp://robin:secret@mail.example.com:587', true],
	['smtp://robin:secret@192.168.1.5', true],
	['smtp://mail.example.com', false],
	['smtps://robin:secret@mail.example.com', false],
	['smtp://robin:secret@127.0.0.1:25', false],
	['smtp://robin:secret@[::1]:25', false],
	['smtp://robin:secret@LOCALHOST', false],
	['smtp://robin:secret@localhost.example.com', true],
	['smtp://robin:secret@mailpit:1025', true],
])('a password is not told in the clear over the network: %s', (url, isTold) => {
	expect(tellsPassword(url)).toBe(isTold);
});

test('a password is sent only over an encrypted connection, unless the address allows otherwise', async () => {
	let said = '';
	const plain = new SMTPServer({
		disabledCommands: ['STARTTLS'],
		allowInsecureAuth: true,
		onAuth: ({ password }, _session, done) => {
			said += password;
			done(null, { user: 'robin' });
		},
	});
	await new Promise<void>((listening) => plain.listen(0, '127.0.0.1', () => listening()));
	const { port } = plain.server.address() as AddressInfo;
	const sendBy = async (query: string) => {
		const mailer = smtpMailer(`smtp://robin:secret@127.0.0.1:${port}/${query}`, ours, quiet);
		await mailer.send(mail).finally(() => mailer.close());
	};
	const refused = await sendBy('?requireTLS=true').catch((error: unknown) => error);
	expect(refused).toMatchObject({
		...{ message: 'The mail server could not be reached.', isForThisMail: false },
		cause: { message: expect.stringContaining('let it end with ?requireTLS=false') },
	});
	expect(said).toBe('');
	await sendBy('?requireTLS=false');
	expect(said).toBe('secret');
	await new Promise<void>((closed) => plain.close(() => closed()));
});

describe('a mail server', () => {
	const received: { from: string; raw: Buffer }[] = [];
	let refuse = false;
	const server = new SMTPServer({
		disabledCommands: ['AUTH', 'STARTTLS'],
		onRcptTo: (_address, _session, done) => done(refuse ? new Error('no such user here') : null),
		onData: async (stream, { envelope }, done) => {
			const from = envelope.mailFrom ? envelope.mailFrom.address : '';
			received.push({ from, raw: Buffer.concat(await stream.toArray()) });
			done();
		},
	});
	let mailer: Mailer;
	beforeAll(async () => {
		await new Promise<void>((listening) => server.listen(0, '127.0.0.1', () => listening()));
		const { port } = server.server.address() as AddressInfo;
		mailer = smtpMailer(`smtp://127.0.0.1:${port}`, ours, quiet);
	});
	afterAll(async () => {
		mailer.close();
		await new Promise<void>((closed) => server.close(() => closed()));
	});
	const sent = async (given: Mail) => {
		await mailer.send(given);
		return received.splice(0)[0] ?? expect.fail('nothing came');
	};

	test('gets the mail; one that refuses makes the sending fail', async () => {
		const { raw, from } = await sent(mail);
		expect(raw.toString()).toContain('To: robin@example.com');
		expect(from).toBe('portal@example.com');
		refuse = true;
		await expect(mailer.send(mail)).rejects.toThrow(new Undeliverable('550 no such user here'));
		refuse = false;
	});

	test.each([
		['at the greeting', '554 your address is blocked\r\n', ''],
		['to the sender', '220 hello\r\n', '530 sign in first\r\n'],
	])('that refuses everybody %s is waited for', async (_, greeting, answer) => {
		const blocking = createServer((socket) => {
			socket.on('error', () => undefined);
			socket.write(greeting);
			socket.on('data', (line) => socket.write(/^EHLO/.test(String(line)) ? '250 hello\r\n' : answer));
		}).listen(0, '127.0.0.1');
		await once(blocking, 'listening');
		const refused = smtpMailer(`smtp://127.0.0.1:${(blocking.address() as AddressInfo).port}`, ours, quiet);
		await expect(refused.send(mail)).rejects.toThrow(MailServerFailure);
		refused.close();
		blocking.close();
	});

	test('that trickles its answers is given up, and the next mail has connections of its own', async () => {
		let trickles = true;
		const slow = createServer((socket) => {
			socket.on('error', () => undefined);
			socket.write('220 hello\r\n');
			socket.on('data', (data) => {
				const said = String(data);
				if (trickles && said.startsWith('RCPT')) {
					const more = setInterval(() => socket.write('250-yes\r\n'), 20);
					socket.once('close', () => clearInterval(more));
				} else socket.write(said.startsWith('DATA') ? '354 go on\r\n' : '250 yes\r\n');
			});
		}).listen(0, '127.0.0.1');
		await once(slow, 'listening');
		const url = `smtp://127.0.0.1:${(slow.address() as AddressInfo).port}`;
		const patient = smtpMailer(url, ours, quiet, 300);
		const sent = await Promise.allSettled(Array.from({ length: 8 }, () => patient.send(mail)));
		for (const one of sent) expect(one).toMatchObject({ reason: expect.any(MailServerFailure) });
		trickles = false;
		// On a busy machine even a quick server may take more than the little time that this mailer gives it.
		await waitFor('a mail goes out', () =>
			patient.send(mail).then(
				() => true,
				() => false,
			),
		);
		patient.close();
		slow.close();
	});

	test('that trickles its answers to one mail gets the others once', async () => {
		let taken = 0;
		const uneven = createServer((socket) => {
			socket.on('error', () => undefined);
			socket.write('220 hello\r\n');
			socket.on('data', (data) => {
				const said = String(data);
				if (said.startsWith('RCPT TO:<slow@')) {
					const more = setInterval(() => socket.write('250-yes\r\n'), 20);
					socket.once('close', () => clearInterval(more));
				} else if (said.endsWith('\r\n.\r\n')) {
					taken++;
					setTimeout(() => socket.write('250 yes\r\n'), 100);
				} else socket.write(said.startsWith('DATA') ? '354 go on\r\n' : '250 yes\r\n');
			});
		}).listen(0, '127.0.0.1');
		await once(uneven, 'listening');
		const url = `smtp://127.0.0.1:${(uneven.address() as AddressInfo).port}`;
		const patient = smtpMailer(url, ours, quiet, 5000);
		let isOver = false;
		let sent = 0;
		const others = async () => {
			for (; !isOver; sent++) await patient.send(mail);
		};
		const slow = expect(patient.send({ ...mail, to: 'slow@customers.example' })).rejects.toThrow(
			MailServerFailure,
		);
		await Promise.all([slow.finally(() => (isOver = true)), others(), others(), others(), others()]);
		expect(taken).toBe(sent);
		patient.close();
		uneven.close();
	});

	test('that refuses a mail with a long answer full of odd signs is repeated in short', async () => {
		const odd = createServer((socket) => {
			socket.on('error', () => undefined);
			socket.write('220 hello\r\n');
			socket.on('data', (data) =>
				socket.write(/^RCPT/.test(String(data)) ? `550 no\0body ${'x'.repeat(9000)}\r\n` : '250 yes\r\n'),
			);
		}).listen(0, '127.0.0.1');
		await once(odd, 'listening');
		const refused = smtpMailer(`smtp://127.0.0.1:${(odd.address() as AddressInfo).port}`, ours, quiet);
		const { message } = await refused.send(mail).then(
			() => expect.fail('it was sent'),
			(error: unknown) => error as Undeliverable,
		);
		expect(message).toMatch(/^550 nobody x+$/);
		expect(message).toHaveLength(500);
		refused.close();
		odd.close();
	});

	test('gets an answer with an empty envelope sender and the thread it belongs to', async () => {
		const answers = { messageId: '<b@example.com>', references: ['<a@example.com>', '<b@example.com>'] };
		const { raw, from } = await sent({ ...mail, from: 'gate@automations.example.com', answers });
		expect(from).toBe('');
		expect(await PostalMime.parse(raw)).toMatchObject({
			from: { address: 'gate@automations.example.com' },
			inReplyTo: '<b@example.com>',
			references: '<a@example.com> <b@example.com>',
		});
		expect(raw.toString()).toContain('Auto-Submitted: auto-replied');
	});

	test('gets every letter of any text, and its pictures, in lines no server refuses', async () => {
		const line = fc.oneof(
			fc.string({ unit: 'binary', maxLength: 200 }),
			fc.constantFrom('.', '..', '.\r\n.', '', ' ', 'From me', '=20', 'é'.repeat(500), `${'x'.repeat(990)} `),
		);
		const text = fc.array(line, { maxLength: 8 }).map((lines) => lines.join('\n').replaceAll('\0', ''));
		const bytes = fc.uint8Array({ minLength: 1, maxLength: 3000 });
		await fc.assert(
			fc.asyncProperty(text, text, text, bytes, async (subject, plain, html, picture) => {
				const pictures = [{ cid: 'capture', contentType: 'image/jpeg', bytes: picture }];
				const { raw } = await sent({ ...mail, subject, text: plain, html, pictures });
				const lines = raw.toString('latin1').split('\r\n');
				expect(lines.filter((line) => line.length > 998 || /[^\t\x20-\x7e]/.test(line))).toEqual([]);
				const read = await PostalMime.parse(raw);
				expect([read.text, bodyOf(read.html)].map(comparable)).toEqual([plain, html].map(comparable));
				expect(read.attachments).toMatchObject([{ contentId: '<capture>', mimeType: 'image/jpeg' }]);
				expect(Buffer.from(read.attachments[0]?.content as ArrayBuffer)).toEqual(Buffer.from(picture));
			}),
			{ numRuns: 150 },
		);
	});
});

/** A mail ends its lines its own way, and may end with one more. */
const comparable = (text = '') => text.replace(/\r\n?/g, '\n').trimEnd();
