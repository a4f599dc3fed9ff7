/** A connection to the operator's mailbox, by IMAP. What is read is bounded, and every wait has an end. */
import { ImapFlow } from 'imapflow';
import type { MailboxSettings } from '../../settings/mail.ts';
import { MailboxProblem, problemOf } from './problems.ts';

/** A mail in the mailbox, as far as its place and the beginning of its header show it. */
export interface Listed {
	uid: number;
	size: number;
	/** When the mailbox got it. */
	arrived: Date;
	head: Buffer;
}

export const LIMITS = {
	connectMs: 30_000,
	/** A server that says nothing for so long is gone, and so is one that takes so long for an answer. */
	silenceMs: 60_000,
	answerMs: 120_000,
	/** How much of a header is looked at, and of a mail at a time. */
	headBytes: 64 * 1024,
	pieceBytes: 256 * 1024,
};

/** A piece of a mail, and the answer to a search that names a million of them. */
const MAX_LITERAL = 1024 * 1024;
const MAX_RESPONSE = 16 * 1024 * 1024;

/** Set on every mail that is done and stays. Unlike \Seen, nobody else sets it. */
const DONE = '$Watchword';

/** A part of a mail must not be taken for the whole. */
export class MailGone extends Error {}

export interface MailboxConnection {
	uidValidity: number;
	uidNext: number;
	/** The numbers of mails from this one on that are not done, in order. */
	search(from: number): Promise<number[]>;
	/** The lowest number of a mail that came on or after a day; null if there is none. */
	firstSince(day: Date): Promise<number | null>;
	list(uids: number[]): Promise<Listed[]>;
	/** The bytes of a mail in pieces. Rejects with MailGone if somebody removes it meanwhile. */
	read(uid: number): AsyncGenerator<Buffer>;
	/** Flags a mail, or moves it. Returns why the server does not want that; null if it does. */
	finish(uid: number): Promise<string | null>;
	/** Until something new may be there, at most for so long. Rejects if the connection ends. */
	wait(ms: number): Promise<void>;
	close(): void;
}

export async function connectMailbox(
	settings: MailboxSettings,
	stopped: AbortSignal,
	limits = LIMITS,
): Promise<MailboxConnection> {
	const client = new ImapFlow({
		...{ host: settings.host, port: settings.port, secure: settings.isSecure },
		// A password goes to another machine only encrypted. One on this machine may have no certificate.
		...(settings.isSecure ? {} : { doSTARTTLS: !settings.isHere }),
		auth: { user: settings.user, pass: settings.password },
		// It would write down what it sends and gets.
		logger: false,
		...{ connectionTimeout: limits.connectMs, greetingTimeout: limits.connectMs },
		socketTimeout: limits.silenceMs,
		...{ maxLiteralSize: MAX_LITERAL, maxLineLength: MAX_RESPONSE, maxResponseSize: MAX_RESPONSE },
		...{ disableAutoIdle: true, disableCompression: true },
	});
	let failure: unknown;
	let [isNew, wake] = [false, () => {}];
	client.on('error', (error: unknown) => {
		failure ??= error;
	});
	client.on('exists', () => {
		isNew = true;
		wake();
	});
	client.on('close', () => {
		stopped.removeEventListener('abort', close);
		wake();
	});
	const close = () => client.close();
	stopped.addEventListener('abort', close);

	/** The library may wait forever for a server that keeps the connection alive and never answers. */
	async function within<T>(ms: number, act: () => Promise<T>): Promise<T> {
		const { promise: late, reject } = Promise.withResolvers<never>();
		const timer = setTimeout(() => reject(new MailboxProblem('does not answer', { isSilent: true })), ms);
		try {
			const answer = await Promise.race([act(), late]);
			// The library answers a lost connection like a refusal.
			if (!client.usable) throw new Error('closed');
			return answer;
		} catch (error) {
			client.close();
			throw problemOf(failure ?? error, settings);
		} finally {
			clearTimeout(timer);
		}
	}
	const ask = <T>(act: () => Promise<T>) => within(limits.answerMs, act);
	/** The library answers false to what the server refused. */
	const agreed = <T>(answer: T | false | undefined, what: string): T => {
		if (answer === false || answer === undefined) throw new MailboxProblem(`refuses ${what}`);
		return answer;
	};

	const opened = await within(limits.connectMs + limits.answerMs, async () => {
		await client.connect();
		return client.mailboxOpen(settings.folder);
	});
	async function move(one: string, folder: string): Promise<boolean> {
		const exists = await client.status(folder, { uidNext: true }).catch(() => false);
		// Without it, the server refuses the move, too.
		if (!exists) await client.mailboxCreate(folder).catch(() => undefined);
		return Boolean(await client.messageMove(one, folder, { uid: true }));
	}

	return {
		uidValidity: Number(opened.uidValidity),
		uidNext: opened.uidNext,
		search: (from) =>
			ask(async () => {
				const found = await client.search({ uid: `${from}:*`, unKeyword: DONE }, { uid: true });
				// The range always includes the last mail, whatever its number is.
				return agreed(found, 'to be searched').filter((uid) => uid >= from);
			}),
		firstSince: (day) =>
			ask(async () => {
				const found = await client.search({ since: day, unKeyword: DONE }, { uid: true });
				return agreed(found, 'to be searched')[0] ?? null;
			}),
		list: (uids) =>
			ask(async () => {
				const listed: Listed[] = [];
				const wanted = {
					...{ uid: true, size: true, internalDate: true },
					bodyParts: [{ key: 'header', start: 0, maxLength: limits.headBytes }],
				};
				for await (const one of client.fetch(uids.join(','), wanted, { uid: true })) {
					listed.push({
						...{ uid: one.uid, size: one.size ?? 0 },
						// The library gives a date that it cannot read as text.
						arrived: one.internalDate instanceof Date ? one.internalDate : new Date(),
						head: one.headers ?? Buffer.alloc(0),
					});
				}
				return listed.sort((a, b) => a.uid - b.uid);
			}),
		async *read(uid) {
			for (let at = 0; ; at += limits.pieceBytes) {
				const source = { start: at, maxLength: limits.pieceBytes };
				const found = await ask(() => client.fetchOne(String(uid), { source }, { uid: true }));
				if (!found) throw new MailGone();
				const piece = found.source;
				if (piece && piece.length > 0) yield piece;
				if (!piece || piece.length < limits.pieceBytes) return;
			}
		},
		finish: (uid) =>
			ask(async () => {
				const one = String(uid);
				const { doneFolder } = settings;
				// Where the server keeps no flags of others, only \Seen is set.
				const flags = doneFolder === null ? ['\\Seen', DONE] : ['\\Seen'];
				if (!(await client.messageFlagsAdd(one, flags, { uid: true })) && doneFolder === null)
					return 'was taken, but the server refuses to flag it';
				if (doneFolder === null || (await move(one, doneFolder))) return null;
				return `was taken, but the server refuses to move it to ${doneFolder}`;
			}),
		async wait(ms) {
			if (!isNew && client.usable) {
				const { promise, resolve } = Promise.withResolvers<void>();
				const timer = setTimeout(resolve, ms);
				wake = resolve;
				// The next command ends it. Where the server has none, the library asks now and then.
				client.idle().catch((error: unknown) => {
					failure ??= error;
					resolve();
				});
				await promise;
				clearTimeout(timer);
			}
			isNew = false;
			if (!client.usable) throw problemOf(failure ?? new Error('closed'), settings);
		},
		close() {
			wake();
			client.close();
		},
	};
}
