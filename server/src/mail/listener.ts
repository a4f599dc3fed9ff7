import type { AddressInfo } from 'node:net';
import { domainToASCII } from 'node:url';
import {
	SMTPServer,
	type SMTPServerAddress,
	type SMTPServerDataStream,
	type SMTPServerSession,
} from 'smtp-server';
import { ACCOUNT_DISABLED } from '../accounts/standing.ts';
import { openPort } from '../base/cannot-start.ts';
import { servedCertificate } from '../base/certificate.ts';
import { type Arrived, pacing, Room, type Spool } from '../base/incoming.ts';
import { addressKey } from '../base/limits.ts';
import { mailsIn } from '../base/metrics.ts';
import type { Log } from '../ports/log.ts';
import type { Settings } from '../settings.ts';
import { type Addressee, findAddressee, type Hindrance, openDoor } from './addressees.ts';
import { countConnections } from './mail-connections.ts';
import { mailDigest } from './mail-key.ts';
import { isOurMail } from './reading/answerable.ts';
import { type TakingNeeds, takeMail } from './take-mail.ts';

interface MailInNeeds extends TakingNeeds {
	spool: Spool;
	mail: Settings['mail'];
	creditsPerRun: number;
	host: string;
	tls: Settings['http']['tls'];
}

export const LIMITS = {
	maxClients: 1000,
	/** Simultaneous connections from one address. */
	clientsPerAddress: 20,
	recipients: 50,
	/** Addresses and user names that may be refused on one connection. */
	refusals: 20,
	socketTimeout: 60_000,
	/** The longest a connection may last. The socket timeout alone does not end a client that sends a byte now and then. */
	connectionMs: 15 * 60_000,
	/** The bytes of mails that are not stored yet: all of them together, and those from one address. Large ones are on the disk. */
	heldBytes: 1024 * 1024 * 1024,
	heldBytesPerAddress: 64 * 1024 * 1024,
	closeTimeout: 5_000,
};

/**
 * Listens for mail to the addresses of automations and devices. A mail is acknowledged once it, or its pictures, and the
 * queued runs are committed.
 */
export async function startMailIn(
	needs: MailInNeeds,
	limits = LIMITS,
): Promise<{ port: number; stop(): Promise<void> }> {
	const { log, mail, tls } = needs;
	// There is always room for one mail.
	const room = new Room(
		Math.max(limits.heldBytes, mail.maxBytes),
		Math.max(limits.heldBytesPerAddress, mail.maxBytes),
	);
	const known: Known = new WeakMap();
	const connections = countConnections(limits.clientsPerAddress);
	const hindranceOf = openDoor(needs.db, needs.queue, {
		...mail.allowance,
		creditsPerRun: needs.creditsPerRun,
	});
	const whyRefused = async (found: Addressee): Promise<Error | null> => {
		const hindrance = await hindranceOf(found);
		return hindrance && refuse(hindrance === 'disabled' ? 550 : 452, REFUSALS[hindrance]);
	};
	const refused = new WeakMap<SMTPServerSession, number>();
	/** Ends the connection of a client that keeps guessing: answering thousands of commands at once would delay everything else. */
	const orHangUp = (session: SMTPServerSession, refusal: Error): Error => {
		const count = (refused.get(session) ?? 0) + 1;
		refused.set(session, count);
		if (count <= limits.refusals) return refusal;
		return refuse(421, 'Too many addresses were refused. Please try again later.');
	};
	const certificate =
		tls &&
		servedCertificate(tls, log, (pair) => {
			server.updateSecureContext(pair);
			server.options.disabledCommands = [];
		});
	const server = new SMTPServer({
		name: mail.domain,
		banner: 'Watchword',
		size: mail.maxBytes,
		authOptional: true,
		// Many cameras name a sender such as cam@front_door. Who gets a reply is checked later.
		lenientAddressParsing: true,
		// Many cameras cannot send without a user name. It is the address of the device, which is in the mail anyway, so an
		// unencrypted connection reveals nothing more. The password is ignored.
		authMethods: ['PLAIN', 'LOGIN'],
		allowInsecureAuth: true,
		onAuth({ username = '' }, session, done) {
			const address = username.includes('@') ? username : `${username}@${mail.domain}`;
			recipientAt(needs, address).then(
				(found) => {
					if (found && 'device' in found) done(null, { user: found.device.id });
					else done(orHangUp(session, refuse(535, 'The user name must be the mail address of a device.')));
				},
				(error: unknown) => done(tryLater(log, error)),
			);
		},
		disabledCommands: certificate?.pair ? [] : ['STARTTLS'],
		...certificate?.pair,
		disableReverseLookup: true,
		logger: false,
		maxClients: limits.maxClients,
		socketTimeout: limits.socketTimeout,
		closeTimeout: limits.closeTimeout,
		onConnect(session, done) {
			if (!connections.isSurplus(session.remoteAddress, session.remotePort)) return done();
			done(refuse(421, 'Too many connections from your address. Please try again later.'));
		},
		onRcptTo(address, session, done) {
			if (session.envelope.rcptTo.length >= limits.recipients)
				return done(refuse(452, 'Too many recipients.'));
			const take = async (): Promise<Error | null> => {
				const found = await recipientAt(needs, address.address);
				if (!found) {
					mailsIn.inc({ answer: 'unknown address' });
					return refuse(550, 'No such automation.');
				}
				const refusal = await whyRefused(found);
				if (refusal) mailsIn.inc({ answer: 'refused' });
				else known.set(address, found);
				return refusal;
			};
			take().then(
				(refusal) => done(refusal && orHangUp(session, refusal)),
				(error: unknown) => done(tryLater(log, error)),
			);
		},
		onData(stream, session, done) {
			const hangUp = () => connections.hangUp(session.remoteAddress, session.remotePort);
			receiveMail(needs, { room, known, hangUp }, stream, session).then(
				(refusal) => {
					mailsIn.inc({ answer: refusal ? 'refused' : 'taken' });
					done(refusal);
				},
				(error: unknown) => {
					if (error instanceof HungUp) mailsIn.inc({ answer: 'hung up' });
					done(error instanceof HungUp ? error : tryLater(log, error));
				},
			);
		},
	});
	server.on('error', (error) => log.debug({ err: error }, 'smtp connection'));
	server.server.on('connection', (socket) => {
		connections.add(socket);
		const end = setTimeout(() => socket.destroy(), limits.connectionMs);
		socket.once('close', () => clearTimeout(end));
	});
	await openPort(server.server, { port: mail.inPort, host: needs.host, setting: 'SMTP_PORT' });
	return {
		port: (server.server.address() as AddressInfo).port,
		stop() {
			certificate?.close();
			return new Promise((closed) => server.close(() => closed()));
		},
	};
}

const REFUSALS: Record<Hindrance, string> = {
	disabled: ACCOUNT_DISABLED,
	'device-allowance': 'This device has got too much mail in this hour. Please try again later.',
	credits: 'This automation has no credits left. Please try again later.',
	allowance: 'This automation has got too much mail in this hour. Please try again later.',
};

/** The automation or device of each accepted recipient. */
type Known = WeakMap<SMTPServerAddress, Addressee>;

async function receiveMail(
	needs: MailInNeeds,
	{ room, known, hangUp }: { room: Room; known: Known; hangUp(): void },
	stream: SMTPServerDataStream,
	session: SMTPServerSession,
): Promise<Error | null> {
	const { mail } = needs;
	const arrived = await receive(
		stream,
		{ room, hangUp, spool: needs.spool },
		addressKey(session.remoteAddress),
	);
	try {
		if (stream.sizeExceeded)
			return refuse(552, `A mail may have at most ${Math.floor(mail.maxBytes / 1024 / 1024)} MB.`);
		if (!arrived) return refuse(452, 'Too many mails are coming in. Please try again later.');
		const { content } = arrived;
		if (isOurMail(content, mail.domain))
			return refuse(554, 'This mail came from here: it would go round in a loop.');
		const from = {
			sender: asSent((session.envelope.mailFrom || { address: '' }).address),
			remote_address: session.remoteAddress,
			helo: session.hostNameAppearsAs || '',
		};
		const recipients = new Map(
			session.envelope.rcptTo.map((to) => [asSent(to.address).toLowerCase(), known.get(to)]),
		);
		const given = { content, digest: await mailDigest(content) };
		for (const [recipient, addressee] of recipients) {
			if (!addressee) throw new Error('an accepted recipient is not known');
			await takeMail(needs, addressee, given, { ...from, recipient });
		}
		return null;
	} finally {
		arrived?.drop();
	}
}

/** The client disconnected before the end of its mail. It got no answer, so it will send the mail again. */
class HungUp extends Error {}

/**
 * A line that begins with a dot comes in a piece of its own, which takes far more time than other lines. This many of them are
 * always read, and more in a large mail: one for so many bytes, so that a listing of files with a dot in front of each is no attack.
 */
const DOTTED_LINES = { most: 10_000, orOneIn: 8 };

/** The whole mail; null if there was no room for it. A mail that is too large is read to its end, as SMTP requires, but not kept. */
async function receive(
	stream: SMTPServerDataStream,
	{ spool, room, hangUp }: { spool: Spool; room: Room; hangUp(): void },
	sender: string,
): Promise<Arrived | null> {
	let [dotted, received, held, whole] = [0, 0, 0, false];
	const pass = pacing({ owner: sender, stranger: true });
	async function* pieces() {
		try {
			for await (const piece of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
				received += piece.length;
				if (piece[0] === DOT && ++dotted > DOTTED_LINES.most + received / DOTTED_LINES.orOneIn) hangUp();
				await pass(piece.length);
				yield piece;
			}
		} catch (cause) {
			throw new HungUp('The connection ended before the end of the mail.', { cause });
		}
	}
	async function* fitting() {
		for await (const piece of pieces()) {
			if (stream.sizeExceeded || !room.take(sender, piece.length)) return;
			held += piece.length;
			yield piece;
		}
		whole = true;
	}
	const release = () => room.release(sender, held);
	try {
		const { content, drop } = await spool.keep(fitting());
		const forget = () => {
			drop();
			release();
		};
		if (whole) return { content, drop: forget };
		drop();
	} catch (error) {
		release();
		if (!(error instanceof HungUp)) await toEnd(pieces());
		throw error;
	}
	release();
	await toEnd(pieces());
	return null;
}

async function toEnd(pieces: AsyncIterable<unknown>): Promise<void> {
	for await (const _ of pieces);
}

const DOT = 0x2e;

async function recipientAt(
	{ db, mail }: Pick<MailInNeeds, 'db' | 'mail'>,
	address: string,
): Promise<Addressee | null> {
	const [local = '', domain = ''] = asSent(address).toLowerCase().split('@');
	if (domain !== mail.domain) return null;
	return findAddressee(db, local);
}

/** The library decodes international domains (xn--). DNS and mail servers need them as they were. */
function asSent(address: string): string {
	const at = address.lastIndexOf('@') + 1;
	return address.slice(0, at) + (domainToASCII(address.slice(at)) || address.slice(at));
}

function refuse(responseCode: number, message: string): Error {
	return Object.assign(new Error(message), { responseCode });
}

/** Whatever the reason, the sender keeps the mail and tries again. */
function tryLater(log: Log, error: unknown): Error {
	mailsIn.inc({ answer: 'later' });
	log.error({ err: error }, 'mail could not be stored');
	return refuse(451, 'It cannot be stored right now. Please try again later.');
}
