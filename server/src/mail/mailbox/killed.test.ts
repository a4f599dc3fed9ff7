import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAutomation, grant } from '../../testing/automation.ts';
import { openKeptDatabase } from '../../testing/database.ts';
import { ImapServer } from '../../testing/imap-server.ts';
import { ServerProcess } from '../../testing/process.ts';
import { startServer } from '../../testing/server.ts';
import { waitFor } from '../../testing/wait.ts';

let dataDir: string;
let imap: ImapServer;
let server: ServerProcess;
let automation: string;

beforeAll(async () => {
	dataDir = await mkdtemp(join(tmpdir(), 'watchword-mailbox-killed-'));
	imap = await new ImapServer().start();
	const kept = await openKeptDatabase(dataDir);
	const seeding = await startServer({ database: kept.database, env: { ROLES: 'api' } });
	const { uid } = await seeding.customer();
	await grant(seeding, uid, 100);
	automation = await addAutomation(seeding, uid);
	await seeding.stop();
	server = new ServerProcess({ ...kept.env, MAIL_IN: imap.url() }, { mortal: true });
	await server.start();
	await waitFor('a look into the mailbox', async () => (await ask('checked_at from mailboxes'))?.checked_at);
});
afterAll(async () => {
	await server.kill();
	await imap.stop();
	await rm(dataDir, { recursive: true, force: true });
});

const ask = async (what: string) => (await server.query(`select ${what}`))[0];

test('killed with -9 between reading and flagging a mail: it makes one run, and is flagged', async () => {
	const { promise: reached, resolve } = Promise.withResolvers<void>();
	imap.before = (command) => {
		if (command !== 'UID STORE') return true;
		resolve();
		return false;
	};
	const uid = imap.deliver(
		`Delivered-To: portal+${automation}@example.com\r\nFrom: ann@shop.example\r\nSubject: Hi\r\nMessage-ID: <1@shop.example>\r\n\r\nHello\r\n`,
	);
	await reached;
	await server.kill();
	imap.before = () => true;
	await server.start();
	// Where several processes share a database, another one waits until the lease of the dead one ends.
	await server.query(`update sole_tasks set until = now() - interval '1 second'`);
	await waitFor('the flag', () =>
		imap.mails().some((mail) => mail.uid === uid && mail.flags.has('$Watchword')),
	);
	const ended = `count(*)::int as runs, count(ended_at)::int as ended from automation_runs`;
	await server.query('update automation_runs set lease_until = now() where ended_at is null');
	await waitFor('the run to end', async () => (await ask(ended))?.ended === 1);
	expect(await ask(ended)).toEqual({ runs: 1, ended: 1 });
});
