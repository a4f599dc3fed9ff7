import { PASSKEYS_MAX } from '@watchword/contract/constants';
import type { Passkey, PasskeyAnswer } from '@watchword/contract/passkey';
import { and, count, desc, eq, lt, sql } from 'drizzle-orm';
import { publish } from '../../base/events.ts';
import { Refusal } from '../../base/failures.ts';
import { newId } from '../../base/ids.ts';
import type { SignedIn } from '../../base/route.ts';
import type { Db } from '../../ports/database.ts';
import type { Queue } from '../../ports/queue.ts';
import { noteEvent, type Origin } from '../history.ts';
import { accountDisabled, isDisabled, lockAccount } from '../standing.ts';
import { passkeys, sessions } from '../tables.ts';
import { checkAnswer, type NewCredential, PasskeyRefused, type Site } from './webauthn.ts';

type Row = typeof passkeys.$inferSelect;

const present = ({ id, name, backed_up, created_at, used_at }: Row): Passkey => ({
	id,
	name,
	backed_up,
	created_at: created_at.toISOString(),
	used_at: used_at?.toISOString() ?? null,
});

const ownRows = (db: Db, uid: string) =>
	db
		.select()
		.from(passkeys)
		.where(eq(passkeys._owner, uid))
		.orderBy(desc(passkeys.created_at), desc(passkeys.id));

export const listPasskeys = async (db: Db, uid: string): Promise<Passkey[]> =>
	(await ownRows(db, uid)).map(present);

/** What browsers get to know about the passkeys of an account. */
export const knownCredentials = (db: Db, uid: string) => ownRows(db, uid);

const tooMany = () =>
	new Refusal(
		'resource-exhausted',
		`An account has at most ${PASSKEYS_MAX} passkeys. Remove one that is not needed any more.`,
	);

async function countPasskeys(db: Db, uid: string): Promise<number> {
	const [kept] = await db.select({ passkeys: count() }).from(passkeys).where(eq(passkeys._owner, uid));
	return kept?.passkeys ?? 0;
}

export const hasPasskey = async (db: Db, uid: string): Promise<boolean> => (await countPasskeys(db, uid)) > 0;

/** Refuses if the account has the most passkeys allowed, before the browser creates another. */
export async function requireRoom(db: Db, uid: string): Promise<void> {
	if ((await countPasskeys(db, uid)) >= PASSKEYS_MAX) throw tooMany();
}

/** From then on this session counts as signed in with more than a password. The owner gets a mail. */
export async function addPasskey(
	db: Db,
	queue: Queue,
	{ uid, sessionId }: SignedIn,
	name: string,
	credential: NewCredential,
	origin: Origin,
): Promise<Passkey> {
	return db.transaction(async (tx) => {
		await lockAccount(tx, uid);
		await requireRoom(tx, uid);
		const [added] = await tx
			.insert(passkeys)
			.values({ id: newId(), _owner: uid, name, ...credential })
			.onConflictDoNothing({ target: passkeys.credential_id })
			.returning();
		if (!added) throw new Refusal('conflict', 'This passkey was added before.');
		await markStrong(tx, sessionId);
		await queue.send(tx, 'security-mail', { uid, notice: { what: 'passkey-added', name } });
		await noteEvent(tx, uid, 'passkey-added', { name }, origin);
		await publish(tx, uid, { topic: 'passkeys' });
		return present(added);
	});
}

/** The owner of this session has authenticated with more than a password. */
export async function markStrong(db: Db, sessionId: string): Promise<void> {
	await db.update(sessions).set({ strong: true }).where(eq(sessions.id, sessionId));
}

const own = (uid: string, id: string) => and(eq(passkeys.id, id), eq(passkeys._owner, uid));
const notFound = () => new Refusal('not-found', 'There is no such passkey.');

export async function renamePasskey(db: Db, uid: string, id: string, name: string): Promise<Passkey> {
	return db.transaction(async (tx) => {
		const [renamed] = await tx.update(passkeys).set({ name }).where(own(uid, id)).returning();
		if (!renamed) throw notFound();
		await publish(tx, uid, { topic: 'passkeys' });
		return present(renamed);
	});
}

/** From the commit on it no longer opens the account. Sessions that it started continue. */
export async function removePasskey(
	db: Db,
	queue: Queue,
	uid: string,
	id: string,
	origin: Origin,
): Promise<void> {
	await db.transaction(async (tx) => {
		const [removed] = await tx.delete(passkeys).where(own(uid, id)).returning();
		if (!removed) throw notFound();
		const { name } = removed;
		await queue.send(tx, 'security-mail', { uid, notice: { what: 'passkey-removed', name } });
		await noteEvent(tx, uid, 'passkey-removed', { name }, origin);
		await publish(tx, uid, { topic: 'passkeys' });
	});
}

export async function findPasskey(db: Db, credentialId: string): Promise<Row | undefined> {
	const [found] = await db.select().from(passkeys).where(eq(passkeys.credential_id, credentialId));
	return found;
}

/** Refuses an answer that this passkey did not give to this challenge. Otherwise stores its counter and the time. */
export async function acceptAnswer(
	db: Db,
	site: Site,
	challenge: string,
	passkey: Row,
	answer: PasskeyAnswer,
): Promise<void> {
	const { counter, backed_up } = await checkAnswer(site, challenge, passkey, answer);
	if (await isDisabled(db, passkey._owner)) throw accountDisabled();
	// Compared again in the update: of two answers with the same counter, only one is accepted.
	const counts = counter > 0 ? lt(passkeys.counter, counter) : eq(passkeys.counter, 0);
	const used = await db
		.update(passkeys)
		.set({ counter, backed_up, used_at: sql`now()` })
		.where(and(eq(passkeys.id, passkey.id), counts))
		.returning({ id: passkeys.id });
	if (used.length === 0) throw new PasskeyRefused((await findPasskey(db, answer.id)) ? 'counter' : 'unknown');
	await publish(db, passkey._owner, { topic: 'passkeys' });
}
