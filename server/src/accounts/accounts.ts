import type { Me, UserEdit } from '@watchword/contract/account';
import type { TourName } from '@watchword/contract/constants';
import { count, eq, lt, sql } from 'drizzle-orm';
import { publish } from '../events.ts';
import { newId } from '../ids.ts';
import { rateLimits } from '../limits.ts';
import type { Db } from '../ports.ts';
import { Refusal } from '../refusal.ts';
import type { Identity } from './identity.ts';
import { credentials, sessions, users, verifications } from './tables.ts';

/** better-auth's word for an email and password; the product says `password`. */
export const PASSWORD_PROVIDER = 'credential';

interface NewAccount {
	email: string;
	name: string;
	/** Without one the account waits for its owner to set it from a mailed link. */
	password: string | null;
}

export async function addAccount(db: Db, identity: Identity, account: NewAccount): Promise<string> {
	const email = account.email.toLowerCase();
	const hash = account.password && (await (await identity.$context).password.hash(account.password));
	const uid = newId();
	await db.transaction(async (tx) => {
		const added = await tx
			.insert(users)
			.values({ id: uid, email, name: account.name })
			.onConflictDoNothing({ target: users.email })
			.returning({ id: users.id });
		if (added.length === 0) throw new Refusal('conflict', `There is already an account for ${email}.`);
		if (hash) {
			await tx
				.insert(credentials)
				.values({ id: newId(), userId: uid, accountId: uid, providerId: PASSWORD_PROVIDER, password: hash });
		}
	});
	return uid;
}

export async function listAccounts(db: Db) {
	return db
		.select({ uid: users.id, email: users.email, name: users.name, createdAt: users.createdAt })
		.from(users)
		.orderBy(users.createdAt);
}

/** The uid behind an address, in whichever case it is written. For the operator: nobody else may learn whether there is one. */
export async function accountOf(db: Db, email: string): Promise<string> {
	const [found] = await db.select({ uid: users.id }).from(users).where(eq(users.email, email.toLowerCase()));
	if (!found) throw new Refusal('not-found', `There is no account for ${email.toLowerCase()}.`);
	return found.uid;
}

export async function countAccounts(db: Db): Promise<number> {
	const [row] = await db.select({ accounts: count() }).from(users);
	return row?.accounts ?? 0;
}

/** Who is asking, and their user document with the lists derived from what they own. */
export async function readMe(db: Db, uid: string): Promise<Me> {
	const { rows } = await db.execute(sql`
		select u.email, u.name, u.tours, u.zone, u.mail_failures, u.mail_credits,
			array(select id from devices where _owner = u.id and removed_at is null order by created_at, id) as devices,
			array(select id from automations where _owner = u.id and not _deleted order by created_at, id) as automations,
			exists (select from credentials where "userId" = u.id and "providerId" = ${PASSWORD_PROVIDER}) as has_password
		from users u where u.id = ${uid}`);
	const row = rows[0] as
		| {
				email: string;
				name: string;
				tours: TourName[];
				zone: string | null;
				mail_failures: boolean;
				mail_credits: boolean;
				devices: string[];
				automations: string[];
				has_password: boolean;
		  }
		| undefined;
	if (!row) throw new Refusal('unauthenticated', 'Please sign in.');
	const { email, has_password, ...details } = row;
	return {
		account: { uid, email, providers: has_password ? ['password'] : [] },
		details,
	};
}

/** Changes what one says about oneself and which mails one gets. */
export async function editUser(db: Db, uid: string, edit: UserEdit): Promise<Me> {
	return db.transaction(async (tx) => {
		await tx.update(users).set(edit).where(eq(users.id, uid));
		await publish(tx, uid, { topic: 'user' });
		return readMe(tx, uid);
	});
}

/** Remembers that a tour was shown; a name already there stays there once. */
export async function addTour(db: Db, uid: string, tour: TourName): Promise<void> {
	await db.transaction(async (tx) => {
		await tx
			.update(users)
			.set({ tours: sql`array(select distinct unnest(${users.tours} || array[${tour}]))` })
			.where(eq(users.id, uid));
		await publish(tx, uid, { topic: 'user' });
	});
}

/** Clears what has run out: sessions, links and counts nobody can use any more. */
export async function forgetExpired(db: Db): Promise<void> {
	await db.delete(sessions).where(lt(sessions.expiresAt, sql`now()`));
	await db.delete(verifications).where(lt(verifications.expiresAt, sql`now()`));
	await db.delete(rateLimits).where(lt(rateLimits.resets_at, sql`now()`));
}
