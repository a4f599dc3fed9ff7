import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { expect, test } from 'vitest';
import { quiet } from '../../testing/quiet.ts';
import { outboxMailer } from './outbox.ts';
import { smtpMailer } from './smtp.ts';

const mail = {
	to: 'robin@example.com',
	subject: 'Hëllo',
	text: 'See http://localhost/x\n',
	html: '<p>See</p>',
};

test('the outbox keeps each mail as a file a mail program can open', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'watchword-outbox-'));
	const mailer = outboxMailer(folder, 'Watchword <portal@example.com>', quiet);
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

test('a mail server gets the mail; one that refuses makes the sending fail', async () => {
	const received: string[] = [];
	let refuse = false;
	const server = new SMTPServer({
		disabledCommands: ['AUTH', 'STARTTLS'],
		onRcptTo: (_address, _session, done) => done(refuse ? new Error('no such user here') : null),
		onData: async (stream, _session, done) => {
			received.push(Buffer.concat(await stream.toArray()).toString());
			done();
		},
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', () => listening()));
	const { port } = server.server.address() as AddressInfo;
	const mailer = smtpMailer(`smtp://127.0.0.1:${port}`, 'Watchword <portal@example.com>', quiet);
	await mailer.send(mail);
	expect(received).toHaveLength(1);
	expect(received[0]).toContain('To: robin@example.com');
	refuse = true;
	await expect(mailer.send(mail)).rejects.toThrow('no such user here');
	mailer.close();
	await new Promise<void>((closed) => server.close(() => closed()));
});
