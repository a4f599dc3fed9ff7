/** Reads the operator's mailbox for as long as the server runs. */
import { setTimeout as sleep } from 'node:timers/promises';
import { mailsIn } from '../../base/metrics.ts';
import {
	type LIMITS as CONNECTION_LIMITS,
	connectMailbox,
	type Listed,
	type MailboxConnection,
} from './connection.ts';
import { MailboxProblem } from './problems.ts';
import { addMailbox, advance, noteCheck, noteProblem, noteSkipped, whereItStopped } from './state.ts';
import { type MailboxNeeds, takeListed } from './take-listed.ts';

export const PACE = {
	/** How often it is looked at, also where the server tells of new mail at once: this shows that it can be read. */
	lookMs: 30_000,
	/** The first and the longest wait after a failure; where the server refuses the password, the same. */
	retryMs: [1_000, 60_000] as readonly [number, number],
	refusedMs: [60_000, 15 * 60_000] as readonly [number, number],
	/** When a mail is looked at again that waits for its automation, or that could not be stored. */
	waitMs: 5 * 60_000,
	storeMs: 60_000,
};

const PAGE = 50;
/** How often the same mail may break the connection before it is skipped. */
const MAX_BREAKS = 2;

interface Waiting {
	until: number;
	/** The addresses of ours that have it already. */
	taken: Set<string>;
}

interface Session {
	needs: MailboxNeeds;
	connection: MailboxConnection;
	/** The mails after the first one that is not done: those that are, and when to look at the others again. */
	done: Set<number>;
	waiting: Map<number, Waiting>;
	breaks: Map<number, number>;
	stopped: AbortSignal;
	pace: typeof PACE;
}

/** Must be called in one process at a time. A stop lets the mail that is being stored end. */
export function startMailbox(
	needs: MailboxNeeds,
	pace = PACE,
	limits?: typeof CONNECTION_LIMITS,
): { stop(): Promise<void> } {
	const { db, log, mailbox } = needs;
	const stopping = new AbortController();
	const breaks = new Map<number, number>();
	let failures = 0;

	const read = async () => {
		await addMailbox(db, mailbox.name);
		const connection = await connectMailbox(mailbox, stopping.signal, limits);
		const session = { needs, connection, done: new Set<number>(), waiting: new Map<number, Waiting>() };
		try {
			await readOn({ ...session, breaks, stopped: stopping.signal, pace }, () => {
				if (failures > 0) log.info({ mailbox: mailbox.name }, 'the mailbox is read again');
				failures = 0;
			});
		} finally {
			connection.close();
		}
	};

	const readForever = async () => {
		while (!stopping.signal.aborted) {
			try {
				await read();
			} catch (error) {
				const { signal } = stopping;
				if (!signal.aborted)
					await sleep(await afterFailure(error), undefined, { signal }).catch(() => undefined);
			}
		}
	};

	async function afterFailure(error: unknown): Promise<number> {
		failures++;
		const isMailbox = error instanceof MailboxProblem;
		const problem = isMailbox ? error.message : 'is there, but its mails cannot be stored';
		const words = `the mailbox ${mailbox.name} ${problem}`;
		// The errors of the library hold what it sent and got.
		if (isMailbox) log.warn({ problem, failures }, words);
		else log.error({ err: error }, words);
		await noteProblem(db, problem).catch(() => undefined);
		const [first, longest] = isMailbox && error.kind.isRefused ? pace.refusedMs : pace.retryMs;
		return Math.min(longest, first * 2 ** Math.min(failures - 1, 20));
	}

	const reading = readForever();
	return {
		async stop() {
			stopping.abort();
			await reading;
		},
	};
}

async function readOn(session: Session, readable: () => void): Promise<void> {
	const { needs, connection, stopped, pace } = session;
	const { db, mailbox } = needs;
	let last = await whereItStopped(db, { ...connection, name: mailbox.name });
	while (!stopped.aborted) {
		const found = await connection.search(last + 1);
		last = await takeAll(session, found, last);
		await noteCheck(db);
		readable();
		await connection.wait(pace.lookMs);
	}
}

/** Takes the mails that are due, in order, and returns the number up to which all are done. */
async function takeAll(session: Session, found: number[], last: number): Promise<number> {
	const { needs, connection, done, waiting, stopped } = session;
	const there = new Set(found);
	for (const uid of waiting.keys()) if (!there.has(uid)) waiting.delete(uid);
	const isDue = (uid: number) => !done.has(uid) && (waiting.get(uid)?.until ?? 0) <= Date.now();
	const due = found.filter(isDue);
	let upTo = last;
	for (let at = 0; at < due.length && !stopped.aborted; at += PAGE) {
		const page = due.slice(at, at + PAGE);
		for (const listed of await connection.list(page)) {
			if (stopped.aborted) return upTo;
			if (await takeOne(session, listed)) done.add(listed.uid);
			upTo = await advanceTo(listed.uid);
		}
		// Mails that were listed no more are gone.
		upTo = await advanceTo(page.at(-1) ?? upTo);
	}
	return upTo;

	/** Stays before the first mail that waits. */
	async function advanceTo(uid: number): Promise<number> {
		// They are in the order of their numbers, as they were found. There may be very many.
		const [first = Number.POSITIVE_INFINITY] = waiting.keys();
		const end = Math.min(uid, first - 1);
		if (end <= upTo) return upTo;
		await advance(needs.db, end);
		for (const one of done) if (one <= end) done.delete(one);
		return end;
	}
}

/** Whether nothing is left to do with it. */
async function takeOne(
	{ needs, connection, waiting, breaks, pace }: Session,
	listed: Listed,
): Promise<boolean> {
	const { uid } = listed;
	const report = async (why: string) => {
		const mail = `A mail of ${listed.arrived.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
		needs.log.warn({ uid, why }, 'a mail stays in the mailbox');
		await noteSkipped(needs.db, `${mail} ${why}`);
	};
	const taken = waiting.get(uid)?.taken ?? new Set();
	const waitFor = (ms: number) => {
		waiting.set(uid, { until: Date.now() + ms, taken });
		return false;
	};
	const outcome = await takeListed(needs, connection, listed, taken).catch((error: unknown) => {
		if (!(error instanceof MailboxProblem)) return { is: 'not stored' as const, error };
		if (!error.kind.isNonsense) throw error;
		const count = (breaks.get(uid) ?? 0) + 1;
		breaks.set(uid, count);
		if (count < MAX_BREAKS) throw error;
		return { is: 'skipped' as const, why: `cannot be read: the server ${error.message}` };
	});
	if (outcome.is === 'not stored') {
		// Others may be stored: this one does not keep them waiting.
		mailsIn.inc({ answer: 'later' });
		needs.log.error({ err: outcome.error, uid }, 'mail could not be stored');
		return waitFor(pace.storeMs);
	}
	if (outcome.is === 'waits') return waitFor(pace.waitMs);
	waiting.delete(uid);
	const why =
		outcome.is === 'skipped' ? outcome.why : outcome.is === 'taken' ? await connection.finish(uid) : null;
	if (why !== null) await report(why);
	return true;
}
