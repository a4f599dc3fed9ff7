/** How reading the mailbox goes, in a row that all processes share: how far, and whether it works. */
import { type AutomationMail, AWAY_AFTER_MINUTES } from '@watchword/contract/mailbox-state';
import { eq, inArray, lt, max, sql } from 'drizzle-orm';
import type { Db } from '../../ports/database.ts';
import { mailboxes, mails, mailsTaken } from '../tables.ts';

/** There is one mailbox. */
export const ID = 'in';

const AWAY_MS = AWAY_AFTER_MINUTES * 60_000;

/** How far back a mailbox is read that was moved: days are compared, in the time zone of its server. */
const BACK_MS = 2 * 24 * 60 * 60_000;

type Row = typeof mailboxes.$inferInsert;

const update = (db: Db, change: Partial<Row> | Record<string, unknown>) =>
	db.update(mailboxes).set(change).where(eq(mailboxes.id, ID));

/** From now on it is known that there is one, also if it can never be read. */
export const addMailbox = (db: Db, name: string) =>
	db.insert(mailboxes).values({ id: ID, name }).onConflictDoNothing();

interface Opened {
	name: string;
	uidValidity: number;
	uidNext: number;
	firstSince(day: Date): Promise<number | null>;
}

/**
 * The number up to which every mail is done. Of a mailbox that is read for the first time, what is in it already stays as it is.
 * One that was moved, or whose server numbers its mails anew, is read from some days before it was last read: what was taken
 * then is recognised.
 */
export async function whereItStopped(
	db: Db,
	{ name, uidValidity, uidNext, firstSince }: Opened,
): Promise<number> {
	const [row] = await db.select().from(mailboxes).where(eq(mailboxes.id, ID));
	if (row?.name === name && row.uid_validity === uidValidity) return row.last_uid;
	const since = row?.checked_at && new Date(row.checked_at.getTime() - BACK_MS);
	const first = since ? await firstSince(since) : null;
	const last_uid = (first ?? uidNext) - 1;
	await update(db, { name, uid_validity: uidValidity, last_uid });
	return last_uid;
}

/** Every mail up to this number is done. */
export const advance = (db: Db, last_uid: number) => update(db, { last_uid });

export const noteCheck = (db: Db) => update(db, { checked_at: sql`now()`, problem: null });

export const noteProblem = (db: Db, problem: string) => update(db, { problem });

/** A mail to one of us that stays in the mailbox for good. */
export const noteSkipped = (db: Db, skipped: string) => update(db, { skipped, skipped_at: sql`now()` });

/** Whether mail reaches an automation. */
export async function automationMail(db: Db, id: string, hasMailbox: boolean): Promise<AutomationMail> {
	const [mail] = await db
		.select({ at: max(mails.received_at) })
		.from(mails)
		.where(eq(mails.automationId, id));
	const [row] = hasMailbox ? await db.select().from(mailboxes).where(eq(mailboxes.id, ID)) : [];
	const away = (row?.checked_at ?? row?.added_at ?? new Date()).getTime() < Date.now() - AWAY_MS;
	return {
		last_mail_at: mail?.at?.toISOString() ?? null,
		mailbox: hasMailbox ? { checked_at: row?.checked_at?.toISOString() ?? null, away } : null,
	};
}

/** Those of the keys that were taken before. */
export async function takenBefore(db: Db, keys: string[]): Promise<Set<string>> {
	const rows = await db.select({ key: mailsTaken.key }).from(mailsTaken).where(inArray(mailsTaken.key, keys));
	return new Set(rows.map(({ key }) => key));
}

export async function rememberTaken(db: Db, key: string, _owner: string): Promise<void> {
	await db.insert(mailsTaken).values({ key, _owner }).onConflictDoNothing();
	await update(db, { mail_at: sql`now()` });
}

/** Much longer than any run is kept without a mark. */
const REMEMBERED_DAYS = 730;

/** Part of the daily cleaning. */
export async function forgetTaken(db: Db): Promise<number> {
	const gone = await db
		.delete(mailsTaken)
		.where(lt(mailsTaken.taken_at, sql`now() - make_interval(days => ${REMEMBERED_DAYS})`))
		.returning({ key: mailsTaken.key });
	return gone.length;
}
