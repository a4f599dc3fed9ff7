import type { Me, UserEdit } from '@watchword/contract/account';
import type { Presence } from '@watchword/contract/alerts';
import type { TourName } from '@watchword/contract/constants';
import { id as anId } from '@watchword/contract/ids';
import { nextFire } from '@watchword/contract/schedule';
import { and, count, eq, lt, type SQL, sql } from 'drizzle-orm';
import { publish } from '../base/events.ts';
import { Refusal } from '../base/failures.ts';
import { newId } from '../base/ids.ts';
import { rateLimits } from '../base/limits.ts';
import type { Db } from '../ports/database.ts';
import { noteEvent, type Origin } from './history.ts';
import { passwords } from './passwords/hashing.ts';
import { forgetOldBrowsers } from './sessions/known-browser.ts';
import { isOpenToOthers } from './standing.ts';
import { addressChanges, credentials, sessions, users, verifications } from './tables.ts';

/** The provider id of credentials for single sign-on. */
export const SSO_PROVIDER = 'sso';

/** The provider id of credentials with a password. */
export const PASSWORD_PROVIDER = 'credential';

interface NewAccount {
	email: string;
	name: string;
	/** If null, the owner sets a password with a mailed link. */
	password: string | null;
}

export async function addAccount(db: Db, account: NewAccount): Promise<string> {
	const email = account.email.toLowerCase();
	const hash = account.password && (await passwords.hash(account.password));
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

// In a nested statement, columns must keep the name of their table.
const howMany = (rows: SQL) => sql<number>`(select count(*)::int from ${rows})`;
const has = (rows: SQL) => sql<boolean>`exists (select from ${rows})`;
const latest = (of: SQL) => sql<Date | null>`(select ${of})`.mapWith(users.createdAt);

/** Every account, with the details an operator needs. */
export async function listAccounts(db: Db) {
	return db
		.select({
			uid: users.id,
			email: users.email,
			name: users.name,
			createdAt: users.createdAt,
			disabledAt: users.disabled_at,
			leavesAt: users.leaves_at,
			password: has(
				sql`credentials c where c."userId" = ${users.id} and c."providerId" = ${PASSWORD_PROVIDER}`,
			),
			sso: has(sql`credentials c where c."userId" = ${users.id} and c."providerId" <> ${PASSWORD_PROVIDER}`),
			passkeys: howMany(sql`passkeys p where p._owner = ${users.id}`),
			app: has(sql`second_factors f where f._owner = ${users.id} and f.confirmed_at is not null`),
			lastSignIn: latest(
				sql`max(e.at) from account_events e where e._owner = ${users.id} and e.what = 'signed-in'`,
			),
			/** In a browser or by a token. */
			lastUsed: latest(sql`greatest(
				(select max(s."updatedAt") from sessions s where s."userId" = ${users.id}),
				(select max(k.used_at) from api_tokens k where k._owner = ${users.id}))`),
		})
		.from(users)
		.orderBy(users.createdAt);
}

/** The uid of an email address, in upper or lower case. Only for the operator: others must not learn which accounts exist. */
export async function accountOf(db: Db, email: string): Promise<string> {
	const uid = await uidOf(db, email);
	if (!uid) throw new Refusal('not-found', `There is no account for ${email.toLowerCase()}.`);
	return uid;
}

export async function uidOf(db: Db, email: string): Promise<string | undefined> {
	const [found] = await db.select({ uid: users.id }).from(users).where(eq(users.email, email.toLowerCase()));
	return found?.uid;
}

export async function countAccounts(db: Db): Promise<number> {
	const [row] = await db.select({ accounts: count() }).from(users);
	return row?.accounts ?? 0;
}

/** What a customer owns in other slices: the ids of devices and automations, oldest first. */
export type OwnedLists = (
	db: Db,
	uid: string,
) => Promise<Pick<NonNullable<Me['details']>, 'devices' | 'automations'>>;

const { name, tours, zone, mail_failures, mail_credits, mail_silent, mail_waiting } = users;
const { quiet_start, quiet_end, brief_at, alert_zone, presence, presence_key, home_assistant, leaves_at } =
	users;
const DETAILS = {
	...{ name, tours, zone, mail_failures, mail_credits, mail_silent, mail_waiting },
	...{ quiet_start, quiet_end, brief_at, alert_zone, presence, presence_key, home_assistant, leaves_at },
};

/** The signed-in user: the user document, with the lists derived from what the user owns. */
export async function readMe(db: Db, uid: string, ownedLists: OwnedLists): Promise<Me> {
	const [user] = await db
		.select({ email: users.email, details: DETAILS })
		.from(users)
		.where(eq(users.id, uid));
	if (!user) throw new Refusal('unauthenticated', 'Please sign in.');
	const ways = await db
		.select({ id: credentials.providerId })
		.from(credentials)
		.where(eq(credentials.userId, uid));
	const has = (provider: string) => ways.some(({ id }) => id === provider);
	const providers: Me['account']['providers'] = [];
	if (has(PASSWORD_PROVIDER)) providers.push('password');
	if (has(SSO_PROVIDER)) providers.push('sso');
	return {
		account: { uid, email: user.email, providers },
		details: {
			...user.details,
			leaves_at: user.details.leaves_at?.toISOString() ?? null,
			...(await ownedLists(db, uid)),
		},
	};
}

/** Changes the profile of a user and which mails the user gets. */
export async function editUser(db: Db, uid: string, edit: UserEdit): Promise<void> {
	await db.transaction(async (tx) => {
		const { brief_at, alert_zone, next_brief_at } = users;
		const own = eq(users.id, uid);
		const [was] = await tx
			.select({ brief_at, alert_zone, next_brief_at })
			.from(users)
			.where(own)
			.for('no key update');
		await tx
			.update(users)
			.set({ ...edit, ...(was && plannedBrief(was, edit)) })
			.where(own);
		await publish(tx, uid, { topic: 'user' });
	});
}

type Brief = Pick<typeof users.$inferSelect, 'brief_at' | 'alert_zone' | 'next_brief_at'>;

/** When the next brief is due after an edit. One that is planned stays, unless its time has changed. */
function plannedBrief(was: Brief, edit: UserEdit): { next_brief_at?: Date | null } {
	const { brief_at = was.brief_at, alert_zone = was.alert_zone } = edit;
	if (brief_at === null) return { next_brief_at: null };
	const isSame = brief_at === was.brief_at && alert_zone === was.alert_zone && was.next_brief_at !== null;
	return isSame ? {} : { next_brief_at: nextFire([brief_at], alert_zone, 0, new Date()) };
}

export async function setPresence(db: Db, uid: string, presence: Presence): Promise<void> {
	await db.transaction(async (tx) => {
		await tx.update(users).set({ presence }).where(eq(users.id, uid));
		await publish(tx, uid, { topic: 'user' });
	});
}

/** The account whose home/away switch this key opens; null for a wrong key, or an account that is disabled or about to be deleted. */
export async function findPresence(db: Db, key: string): Promise<{ uid: string; presence: Presence } | null> {
	if (!anId.safeParse(key).success) return null;
	const [found] = await db
		.select({ uid: users.id, presence: users.presence })
		.from(users)
		.where(and(eq(users.presence_key, key), isOpenToOthers));
	return found ?? null;
}

/** Whoever knows the new key can switch between home and away; the previous key stops working. */
export async function renewPresenceKey(db: Db, uid: string, origin: Origin): Promise<void> {
	await db.transaction(async (tx) => {
		await tx.update(users).set({ presence_key: newId() }).where(eq(users.id, uid));
		await noteEvent(tx, uid, 'presence-link', {}, origin);
		await publish(tx, uid, { topic: 'user' });
	});
}

/** Remembers that a tour was shown. Each name is stored once. */
export async function addTour(db: Db, uid: string, tour: TourName): Promise<void> {
	await db.transaction(async (tx) => {
		await tx
			.update(users)
			.set({ tours: sql`array(select distinct unnest(${users.tours} || array[${tour}]))` })
			.where(eq(users.id, uid));
		await publish(tx, uid, { topic: 'user' });
	});
}

/** Deletes expired sessions, links and counts. */
export async function forgetExpired(db: Db): Promise<void> {
	await db.delete(sessions).where(lt(sessions.expiresAt, sql`now()`));
	await db.delete(verifications).where(lt(verifications.expiresAt, sql`now()`));
	await db.delete(addressChanges).where(lt(addressChanges.expires_at, sql`now()`));
	await forgetOldBrowsers(db);
	await db.delete(rateLimits).where(lt(rateLimits.resets_at, sql`now()`));
}
