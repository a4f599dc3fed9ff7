import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { id as idSchema } from '@watchword/contract/ids';
import { sql } from 'drizzle-orm';
import {
	SMTPServer,
	type SMTPServerAddress,
	type SMTPServerDataStream,
	type SMTPServerSession,
} from 'smtp-server';
import type { automations } from '../../automations/tables.ts';
import { newId } from '../../ids.ts';
import { mailsIn } from '../../metrics.ts';
import type { Db, Log, ObjectStore } from '../../ports.ts';
import type { mails } from '../../runs/tables.ts';
import type { Settings } from '../../settings.ts';
import { together } from '../../together.ts';
import { queueing, telling } from '../queue-runs.ts';

interface MailInNeeds {
	db: Db;
	objects: ObjectStore;
	log: Log;
	mail: Settings['mail'];
	host: string;
	tls: Settings['http']['tls'];
}

export const LIMITS = {
	maxClients: 1000,
	recipients: 50,
	socketTimeout: 60_000,
	/** Whoever sends a byte now and then is never silent: no connection lasts longer than this. */
	connectionMs: 15 * 60_000,
	/** What all mails that are still coming in may take of the memory. */
	heldBytes: 256 * 1024 * 1024,
	closeTimeout: 5_000,
};

type Automation = Pick<typeof automations.$inferSelect, 'id' | '_owner'>;

/** Listens for mail to automations' addresses. A mail is acknowledged once it and its queued run are committed. */
export async function startMailIn(
	needs: MailInNeeds,
	limits = LIMITS,
): Promise<{ port: number; stop(): Promise<void> }> {
	const { log, mail, tls } = needs;
	const room = { bytes: Math.max(limits.heldBytes, mail.maxBytes) };
	const known: Known = new WeakMap();
	const server = new SMTPServer({
		name: mail.domain,
		banner: 'Watchword',
		size: mail.maxBytes,
		authOptional: true,
		disabledCommands: tls ? ['AUTH'] : ['AUTH', 'STARTTLS'],
		...(tls && { cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile) }),
		disableReverseLookup: true,
		logger: false,
		maxClients: limits.maxClients,
		socketTimeout: limits.socketTimeout,
		closeTimeout: limits.closeTimeout,
		onRcptTo(address, session, done) {
			if (session.envelope.rcptTo.length >= limits.recipients)
				return done(refuse(452, 'Too many recipients.'));
			automationAt(needs, address.address).then(
				(found) => {
					if (found) known.set(address, found);
					else mailsIn.inc({ answer: 'unknown address' });
					done(found ? null : refuse(550, 'No such automation.'));
				},
				(error: unknown) => done(notNow(log, error)),
			);
		},
		onData(stream, session, done) {
			takeMail({ ...needs, room, known }, stream, session).then(
				(refusal) => {
					mailsIn.inc({ answer: refusal ? 'refused' : 'taken' });
					done(refusal);
				},
				(error: unknown) => done(notNow(log, error)),
			);
		},
	});
	server.on('error', (error) => log.debug({ err: error }, 'smtp connection'));
	server.server.on('connection', (socket) => {
		const end = setTimeout(() => socket.destroy(), limits.connectionMs);
		socket.once('close', () => clearTimeout(end));
	});
	await new Promise<void>((listening, failed) => {
		server.server.once('error', failed);
		server.listen(mail.inPort, needs.host, () => listening());
	});
	return {
		port: (server.server.address() as AddressInfo).port,
		stop: () => new Promise((closed) => server.close(() => closed())),
	};
}

/** The automation behind each recipient that was accepted. */
type Known = WeakMap<SMTPServerAddress, Automation>;

async function takeMail(
	{ db, objects, log, mail, room, known }: MailInNeeds & { room: Room; known: Known },
	stream: SMTPServerDataStream,
	session: SMTPServerSession,
): Promise<Error | null> {
	const raw = await readWhole(stream, room);
	if (stream.sizeExceeded)
		return refuse(552, `A mail may have at most ${Math.floor(mail.maxBytes / 1024 / 1024)} MB.`);
	if (!raw) return refuse(452, 'Too many mails are coming in. Please try again later.');
	const sender = (session.envelope.mailFrom || { address: '' }).address;
	const recipients = new Map(session.envelope.rcptTo.map((to) => [to.address.toLowerCase(), known.get(to)]));
	for (const [recipient, automation] of recipients) {
		if (!automation) throw new Error('a recipient was accepted that nobody knows');
		const id = newId();
		const path = `users/${automation._owner}/mails/${id}.eml`;
		await objects.put(path, raw, 'message/rfc822');
		const run = await recordTogether(db, {
			automation,
			key: mailKey(automation.id, raw),
			row: {
				id,
				_owner: automation._owner,
				automationId: automation.id,
				sender,
				recipient,
				remote_address: session.remoteAddress,
				helo: session.hostNameAppearsAs || '',
				raw_path: path,
			},
		});
		if (!run) await objects.delete(path);
		log.info(
			{ automation: automation.id, run, bytes: raw.length },
			run ? 'mail in' : 'mail in, nothing to do',
		);
	}
	return null;
}

interface Room {
	bytes: number;
}

/** The mail as it came, or null where it found no room. What is too large is read to its end, as SMTP wants it, but not kept. */
async function readWhole(stream: SMTPServerDataStream, room: Room): Promise<Buffer | null> {
	let chunks: Buffer[] = [];
	let held = 0;
	let kept = true;
	const letGo = () => {
		room.bytes += held;
		chunks = [];
		held = 0;
	};
	try {
		for await (const chunk of stream as AsyncIterable<Buffer>) {
			kept &&= !stream.sizeExceeded && room.bytes >= chunk.length;
			if (!kept) {
				letGo();
				continue;
			}
			chunks.push(chunk);
			held += chunk.length;
			room.bytes -= chunk.length;
		}
		return kept ? Buffer.concat(chunks) : null;
	} finally {
		letGo();
	}
}

interface NewMail {
	automation: Automation;
	key: string;
	row: Omit<typeof mails.$inferInsert, 'received_at'>;
}

/**
 * Records mails with their queued runs. The run of each; null where the mail had come before, or its automation was deleted
 * or made to listen to something else meanwhile, and nothing is kept.
 */
const recordTogether = together(async (db: Db, given: NewMail[]): Promise<(string | null)[]> => {
	const runs = given.map(({ automation, key, row }) => ({
		automation,
		signal: { _triggerKey: key, trigger_mailId: row.id, trigger_from: row.sender },
	}));
	const { rows } = await db.execute(sql`
		with ${queueing(runs, sql`a."_triggerType" = 'email'`)}, kept as (
			insert into mails (id, _owner, "automationId", sender, recipient, remote_address, helo, raw_path)
			select m.id, m._owner, m."automationId", m.sender, m.recipient, m.remote_address, m.helo, m.raw_path
			from jsonb_populate_recordset(null::mails, ${JSON.stringify(given.map(({ row }) => row))}::jsonb) m
			join signals s on s."trigger_mailId" = m.id join queued q on q.id = s.id
		)
		select q.id, s."trigger_mailId", ${telling}`);
	const queued = new Map(rows.map((row) => [row.trigger_mailId, String(row.id)]));
	return given.map(({ row }) => queued.get(row.id) ?? null);
});

/** The same Message-ID, recipient and body are the same mail, whatever the servers between added to its head. */
function mailKey(automationId: string, raw: Buffer): string {
	const end = raw.indexOf('\r\n\r\n');
	const head = raw.toString('latin1', 0, end === -1 ? raw.length : end);
	const messageId = /^message-id:\s*(\S+)/im.exec(head)?.[1] ?? '';
	const body = end === -1 ? Buffer.alloc(0) : raw.subarray(end + 4);
	return `mail:${automationId}:${createHash('sha256').update(messageId).update('\0').update(body).digest('base64url')}`;
}

async function automationAt(
	{ db, mail }: Pick<MailInNeeds, 'db' | 'mail'>,
	address: string,
): Promise<Automation | null> {
	const [local = '', domain = ''] = address.toLowerCase().split('@');
	if (domain !== mail.domain || !idSchema.safeParse(local).success) return null;
	return findTogether(db, local);
}

const findTogether = together(async (db: Db, ids: string[]): Promise<(Automation | null)[]> => {
	const { rows } = await db.execute(sql`
		select id, _owner from automations
		where id in ${[...new Set(ids)]} and not _deleted and "_triggerType" = 'email'`);
	const found = new Map(rows.map((row) => [row.id, row as unknown as Automation]));
	return ids.map((id) => found.get(id) ?? null);
});

function refuse(responseCode: number, message: string): Error {
	return Object.assign(new Error(message), { responseCode });
}

/** Whatever keeps us from storing it, the sender keeps the mail and tries again. */
function notNow(log: Log, error: unknown): Error {
	mailsIn.inc({ answer: 'later' });
	log.error({ err: error }, 'mail could not be taken');
	return refuse(451, 'It cannot be stored right now. Please try again later.');
}
