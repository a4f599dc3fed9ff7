import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inOneProcess } from '../../base/one-process.ts';
import type { Log } from '../../ports/log.ts';
import { readSettings } from '../../settings.ts';
import { addAutomation, addCamera, grant } from '../../testing/automation.ts';
import { ImapServer } from '../../testing/imap-server.ts';
import { quiet } from '../../testing/quiet.ts';
import { endedRuns } from '../../testing/runs.ts';
import { type Customer, startServer, type TestServer } from '../../testing/server.ts';
import { waitFor } from '../../testing/wait.ts';
import { openDoor } from '../addressees.ts';
import { mailboxes } from '../tables.ts';
import { LIMITS } from './connection.ts';
import { type PACE, startMailbox } from './reader.ts';

/** Waits of a test, not of the product. */
const QUICK: typeof PACE = {
	lookMs: 200,
	retryMs: [20, 100],
	refusedMs: [20, 100],
	waitMs: 50,
	storeMs: 50,
};

let server: TestServer;
let imap: ImapServer;
let customer: Customer;
let readers: { stop(): Promise<void> }[] = [];
let logged: string[] = [];
beforeAll(async () => {
	server = await startServer();
	customer = await server.customer();
	await grant(server, customer.uid, 1000);
});
afterAll(() => server.stop());

beforeEach(async () => {
	imap = await new ImapServer().start();
	logged = [];
	await server.services.database.db.delete(mailboxes);
});
afterEach(async () => {
	await Promise.all(readers.map((reader) => reader.stop()));
	readers = [];
	await imap.stop();
});

const note = (...words: unknown[]) => void logged.push(words.map((word) => JSON.stringify(word)).join(' '));
const log = { debug: note, info: note, warn: note, error: note, child: () => log } as unknown as Log;

interface Given {
	env?: Record<string, string>;
	url?: string;
	limits?: Partial<typeof LIMITS>;
	pace?: Partial<typeof PACE>;
	maxBytes?: number;
	/** One of several processes. */
	asOneOf?: boolean;
}

/** Reads the mailbox as a process of the server does, until the test ends or it is stopped. */
function read({
	env = {},
	url = imap.url(),
	limits = {},
	pace = {},
	maxBytes = 2 ** 20,
	asOneOf = false,
}: Given = {}) {
	const { mail } = readSettings({ MAIL_IN: url, ...env });
	if (!mail.mailbox) throw new Error('no mailbox');
	const { database, queue, objects, spool } = server.services;
	const { db } = database;
	const { mailbox, own, allowance } = mail;
	const hindranceOf = openDoor(db, queue, { ...allowance, creditsPerRun: 1 });
	const start = () =>
		startMailbox(
			{ db, queue, objects, spool, log, mailbox, own, maxBytes, hindranceOf },
			{ ...QUICK, ...pace },
			{ ...LIMITS, ...limits },
		);
	const reader = asOneOf ? inOneProcess({ db, sole: false }, 'mailbox', quiet, start) : start();
	readers.push(reader);
	return reader;
}

const state = async () => {
	const [row] = await server.services.database.db.select().from(mailboxes);
	return row;
};
const isRead = () =>
	waitFor('a look into the mailbox', async () => (await state())?.checked_at, { seen: () => logged });

const mailTo = (id: string, { head = '', body = 'Hello', from = 'ann@shop.example' } = {}) =>
	`Return-Path: <${from}>\r\nDelivered-To: portal+${id}@example.com\r\n${head}From: Ann <${from}>\r\nTo: portal+${id}@example.com\r\nSubject: Hi\r\nMessage-ID: <${crypto.randomUUID()}@shop.example>\r\n\r\n${body}\r\n`;

const flagsOf = (uid: number) => [...(imap.mails().find((mail) => mail.uid === uid)?.flags ?? [])].sort();
const isFinished = (uid: number) => waitFor('the flag', () => flagsOf(uid).includes('$Watchword'));
const runsOf = async (id: string) =>
	Number(
		(
			await server.services.database.db.execute(
				sql`select count(*) from automation_runs where "_automationId" = ${id}`,
			)
		).rows[0]?.count,
	);

const automation = (fields = {}) => addAutomation(server, customer.uid, fields);

describe('a mail in the mailbox', () => {
	test('makes one run of its automation, as soon as it is there, and is flagged', async () => {
		const id = await automation();
		read();
		await isRead();
		const uid = imap.deliver(mailTo(id));
		const [run] = await endedRuns(server, id, 1);
		expect(run).toMatchObject({ trigger_from: 'Ann <ann@shop.example>', trigger_subject: 'Hi' });
		await isFinished(uid);
		expect(flagsOf(uid)).toEqual(['$Watchword', '\\Seen']);
		expect((await state())?.mail_at).not.toBeNull();
	});

	test('is found without IDLE, too, also if somebody else has read it', async () => {
		await imap.stop();
		imap = await new ImapServer({ hasIdle: false }).start();
		const id = await automation();
		read();
		await isRead();
		const uid = imap.deliver(mailTo(id));
		imap.mails().at(-1)?.flags.add('\\Seen');
		await endedRuns(server, id, 1);
		await isFinished(uid);
	});

	test('is moved to a folder, which is made, if the operator wants that', async () => {
		const id = await automation();
		read({ env: { MAIL_IN_FOLDER: 'Done' } });
		await isRead();
		imap.deliver(mailTo(id));
		await endedRuns(server, id, 1);
		await waitFor('the move', () => imap.mails('Done').length === 1 && imap.mails().length === 0);
	});

	test('to a device makes captures', async () => {
		const { deviceId } = await addCamera(server, customer.uid);
		const { rows } = await server.services.database.db.execute(
			sql`select mail_address from devices where id = ${deviceId}`,
		);
		read();
		await isRead();
		const uid = imap.deliver(mailTo(String(rows[0]?.mail_address)));
		await isFinished(uid);
		const problems = await server.services.database.db.execute(
			sql`select problem from devices where id = ${deviceId}`,
		);
		expect(problems.rows[0]?.problem).toBe('A mail without a picture came.');
	});

	test('of somebody else, or to nobody, stays as it is, and so does what was there before', async () => {
		const id = await automation();
		const old = imap.deliver(mailTo(id));
		read();
		await isRead();
		const others = [
			imap.deliver('From: a@b.example\r\nTo: portal@example.com\r\n\r\nFor the operator\r\n'),
			imap.deliver(mailTo('aaaaaaaaaaaaaaaaaaaa')),
		];
		const uid = imap.deliver(mailTo(id));
		await isFinished(uid);
		expect([old, ...others].map(flagsOf)).toEqual([[], [], []]);
		expect(await runsOf(id)).toBe(1);
	});

	test('to a catch-all address, or in copy, finds its automation', async () => {
		const [one, two] = [await automation(), await automation()];
		read({ env: { MAIL_IN_ADDRESS: '{id}@in.example.com' } });
		await isRead();
		imap.deliver(
			`From: ann@shop.example\r\nTo: "A, b" <${one}@IN.example.com>\r\nCc: x@y.example, ${two}@in.example.com\r\n\r\nHi\r\n`,
		);
		await endedRuns(server, one, 1);
		await endedRuns(server, two, 1);
	});
});

describe('each mail makes one run', () => {
	test('if the process ends before it is flagged', async () => {
		const id = await automation();
		const reader = read();
		await isRead();
		const { promise: reached, resolve } = Promise.withResolvers<void>();
		imap.before = (command) => {
			if (command === 'UID STORE') resolve();
			return command !== 'UID STORE';
		};
		const uid = imap.deliver(mailTo(id));
		await reached;
		await reader.stop();
		imap.before = () => true;
		expect(await runsOf(id)).toBe(1);
		read();
		await isFinished(uid);
		expect(await runsOf(id)).toBe(1);
	});

	test('if the connection breaks again and again, and the network is away meanwhile', async () => {
		const id = await automation();
		read();
		await isRead();
		let count = 0;
		// Every third question for a mail ends the connection.
		imap.before = (command) => command !== 'UID FETCH' || ++count % 3 !== 0;
		const uids = Array.from({ length: 12 }, () => imap.deliver(mailTo(id)));
		await waitFor('some of them', async () => (await runsOf(id)) >= 3);
		await imap.stop();
		await waitFor('its problem', async () => (await state())?.problem?.startsWith('cannot be reached'));
		uids.push(imap.deliver(mailTo(id)));
		await imap.start();
		for (const uid of uids) await isFinished(uid);
		expect(await runsOf(id)).toBe(13);
		await waitFor('no problem', async () => (await state())?.problem === null);
	});

	test('if the server numbers its mails anew, and after the runs are gone', async () => {
		const id = await automation();
		read();
		await isRead();
		const [one, two] = [imap.deliver(mailTo(id)), imap.deliver(mailTo(id))];
		await isFinished(one);
		await isFinished(two);
		await endedRuns(server, id, 2);
		await server.services.database.db.execute(sql`delete from automation_runs where "_automationId" = ${id}`);
		imap.renumber();
		const three = imap.deliver(mailTo(id));
		await endedRuns(server, id, 1);
		await isFinished(three);
		expect(await runsOf(id)).toBe(1);
	});

	test('if the mailbox moves to another server with its mails', async () => {
		const id = await automation();
		const reader = read();
		await isRead();
		const raw = mailTo(id);
		await isFinished(imap.deliver(raw));
		await reader.stop();
		const old = imap;
		imap = await new ImapServer().start();
		await old.stop();
		imap.deliver(raw);
		// It came while the mailbox was moved.
		const uid = imap.deliver(mailTo(id));
		read();
		await isFinished(uid);
		expect(await runsOf(id)).toBe(2);
	});

	test('if two processes read: one of them at a time, and the other once it ends', async () => {
		const id = await automation();
		const [first] = [read({ asOneOf: true }), read({ asOneOf: true })];
		await isRead();
		await isFinished(imap.deliver(mailTo(id)));
		expect(imap.connections).toBe(1);
		await first?.stop();
		await isFinished(imap.deliver(mailTo(id)));
		expect(await runsOf(id)).toBe(2);
	});
});

describe('who sent it', () => {
	const checksOf = async (head: string, authserv = 'mx.example.com') => {
		const id = await automation();
		read({ env: { ...(authserv && { MAIL_IN_AUTHSERV: authserv }) } });
		await isRead();
		imap.deliver(mailTo(id, { head }));
		const [run] = await endedRuns(server, id, 1);
		const { spf, dmarc } = (run?.trigger_checks ?? {}) as Record<string, string>;
		return `${spf} ${dmarc}`;
	};
	const GOOD = 'spf=pass smtp.mailfrom=ann@shop.example; dmarc=pass header.from=shop.example';

	test.each([
		[
			'is confirmed by the host of the mailbox',
			`Authentication-Results: mx.example.com; ${GOOD}\r\n`,
			'mx.example.com',
			'pass pass',
		],
		[
			'is not confirmed by the sender',
			`Authentication-Results: evil.example; ${GOOD}\r\n`,
			'mx.example.com',
			'none none',
		],
		[
			'is not confirmed below what another host found',
			`Authentication-Results: a.example; spf=none\r\nAuthentication-Results: mx.example.com; ${GOOD}\r\n`,
			'mx.example.com',
			'none none',
		],
		[
			'is not confirmed where no host is trusted',
			`Authentication-Results: mx.example.com; ${GOOD}\r\n`,
			'',
			'none none',
		],
	])('%s', async (_what, head, authserv, checks) => {
		expect(await checksOf(head, authserv)).toBe(checks);
	});
});

describe('what is wrong', () => {
	const problem = (words: string) =>
		waitFor(words, async () => (await state())?.problem?.includes(words), { seen: () => logged });

	test('a wrong password is said, without the password, and tried seldom', async () => {
		imap.password = 'another';
		read({ pace: { refusedMs: [100_000, 100_000] } });
		await problem('refuses the user name or the password');
		expect(imap.logins).toBe(1);
		expect((await state())?.problem).toContain('"***" is not the password');
		expect(JSON.stringify(logged)).not.toContain('pass/word');
	});

	test('a folder that is not there is named', async () => {
		read({ url: imap.url('Automations') });
		await problem('has no folder named Automations');
	});

	test('a server that freezes is given up, and read again once it answers', async () => {
		const id = await automation();
		read({ limits: { silenceMs: 2000, answerMs: 3000, connectMs: 2000 } });
		await isRead();
		imap.frozen = true;
		await problem('does not answer');
		imap.frozen = false;
		await isFinished(imap.deliver(mailTo(id)));
	});

	test('a mail that is too large is not fetched, is said to the operator, and keeps nobody waiting', async () => {
		const id = await automation();
		read();
		await isRead();
		const head = mailTo(id);
		const large = imap.deliver({ size: 100 * 2 ** 20, head });
		await isFinished(imap.deliver(mailTo(id)));
		expect(flagsOf(large)).toEqual([]);
		expect((await state())?.skipped).toContain('has 100 MB, and a mail may have 1 (MAIL_MAX_MB)');
		expect(imap.sent).toBeLessThan(2 ** 20);
		expect(await runsOf(id)).toBe(1);
	});

	test('a mail that somebody removes while it is read makes no run of its first half', async () => {
		const id = await automation();
		read();
		await isRead();
		let fetched = 0;
		imap.before = (command) => {
			// The list of mails, the first piece of the mail, and the second.
			if (command === 'UID FETCH' && ++fetched === 3) imap.mails().shift();
			return true;
		};
		imap.deliver({ size: 2 * LIMITS.pieceBytes, head: mailTo(id) });
		await waitFor('the second piece', () => fetched >= 3);
		await isFinished(imap.deliver(mailTo(id)));
		expect(await runsOf(id)).toBe(1);
	});

	test('a mail waits in the mailbox while its automation has no credits, and others do not', async () => {
		const poor = await server.customer();
		const [waiting, other] = [await addAutomation(server, poor.uid), await automation()];
		read();
		await isRead();
		const uid = imap.deliver(mailTo(waiting));
		await isFinished(imap.deliver(mailTo(other)));
		expect([flagsOf(uid), await runsOf(waiting)]).toEqual([[], 0]);
		await grant(server, poor.uid, 5);
		await isFinished(uid);
		expect(await runsOf(waiting)).toBe(1);
	});

	test('a mail to two automations, one of which has no credits, is fetched once for the other', async () => {
		const poor = await server.customer();
		const [waiting, id] = [await addAutomation(server, poor.uid), await automation()];
		let looks = 0;
		imap.before = (command) => {
			if (command === 'UID SEARCH') looks++;
			return true;
		};
		read();
		await isRead();
		const head = `Subject: Hi\r\nTo: portal+${id}@example.com, portal+${waiting}@example.com\r\n\r\nHello\r\n`;
		const size = 300_000;
		const uid = imap.deliver({ size, head });
		await endedRuns(server, id, 1);
		const [sent, before] = [imap.sent, looks];
		await waitFor('some more looks', () => looks > before + 4);
		// Its header alone is looked at again.
		expect(imap.sent - sent).toBeLessThan(size);
		await grant(server, poor.uid, 5);
		await isFinished(uid);
		expect([await runsOf(id), await runsOf(waiting)]).toEqual([1, 1]);
	});

	test('a mailbox with a hundred thousand mails is read from its end', async () => {
		const id = await automation();
		for (let at = 0; at < 100_000; at++) imap.deliver('Subject: old\r\n\r\n');
		read();
		await isRead();
		await isFinished(imap.deliver(mailTo(id)));
		expect(imap.sent).toBeLessThan(100_000);
	});
});
