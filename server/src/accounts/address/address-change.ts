/** Another address for an account: both addresses must agree, each by a link that was mailed to it. */
import { randomBytes } from 'node:crypto';
import type { AddressChange } from '@watchword/contract/account';
import { ADDRESS_CHANGE_HOURS } from '@watchword/contract/constants';
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { publish } from '../../base/events.ts';
import { Refusal } from '../../base/failures.ts';
import { hashToken, newId } from '../../base/ids.ts';
import type { Db } from '../../ports/database.ts';
import type { Queue } from '../../ports/queue.ts';
import { uidOf } from '../accounts.ts';
import { noteEvent, type Origin } from '../history.ts';
import { addressChanges, users, verifications } from '../tables.ts';

const ofOwner = (uid: string) => eq(addressChanges._owner, uid);
const waits = gt(addressChanges.expires_at, sql`now()`);

export async function readAddressChange(db: Db, uid: string): Promise<AddressChange | null> {
	const [found] = await db
		.select()
		.from(addressChanges)
		.where(and(ofOwner(uid), waits));
	if (!found) return null;
	const { email, expires_at, old_confirmed_at, new_confirmed_at } = found;
	return {
		email,
		expires_at: expires_at.toISOString(),
		old_confirmed: old_confirmed_at !== null,
		new_confirmed: new_confirmed_at !== null,
	};
}

/** The job that mails the links looks up the new address, so this answer takes the same time whether or not it has an account. */
export async function askForAddress(
	db: Db,
	queue: Queue,
	{ uid, email: old }: { uid: string; email: string },
	given: string,
	origin: Origin,
): Promise<void> {
	const email = given.toLowerCase();
	if (email === old) throw new Refusal('invalid-argument', 'email: this is the address of your account');
	const row = {
		email,
		// No link has these hashes. The job replaces them when it mails the links.
		old_hash: newId(),
		new_hash: newId(),
		old_confirmed_at: null,
		new_confirmed_at: null,
		expires_at: sql`now() + make_interval(hours => ${ADDRESS_CHANGE_HOURS})`,
	};
	await db.transaction(async (tx) => {
		await tx
			.insert(addressChanges)
			.values({ _owner: uid, ...row })
			.onConflictDoUpdate({ target: addressChanges._owner, set: row });
		await queue.send(tx, 'address-mail', { uid, email });
		await noteEvent(tx, uid, 'address-asked', { name: email }, origin);
		await publish(tx, uid, { topic: 'user' });
	});
}

export async function cancelAddressChange(db: Db, uid: string): Promise<void> {
	await db.transaction(async (tx) => {
		await tx.delete(addressChanges).where(ofOwner(uid));
		await publish(tx, uid, { topic: 'user' });
	});
}

/** What the job needs for its mails: links that work from now on. Null if the change was cancelled or replaced meanwhile. */
export async function makeAddressLinks(db: Db, uid: string, email: string) {
	const [oldToken, newToken] = [linkToken(), linkToken()];
	const [kept] = await db
		.update(addressChanges)
		.set({ old_hash: hashToken(oldToken), new_hash: hashToken(newToken) })
		.where(and(ofOwner(uid), eq(addressChanges.email, email), waits))
		.returning({ uid: addressChanges._owner });
	if (!kept) return null;
	return { oldToken, newToken, isTaken: (await uidOf(db, email)) !== undefined };
}

const linkToken = () => randomBytes(24).toString('base64url');

/** What a mailed link confirms. */
export interface AddressLink {
	uid: string;
	side: 'old' | 'new';
	old: string;
	email: string;
	confirmed: boolean;
}

export async function findAddressLink(db: Db, token: string): Promise<AddressLink | null> {
	const hash = hashToken(token);
	const [found] = await db
		.select({ change: addressChanges, old: users.email })
		.from(addressChanges)
		.innerJoin(users, eq(users.id, addressChanges._owner))
		.where(
			and(
				or(eq(addressChanges.old_hash, hash), eq(addressChanges.new_hash, hash)),
				waits,
				isNull(users.disabled_at),
			),
		);
	if (!found) return null;
	const { _owner, email, old_hash, old_confirmed_at, new_confirmed_at } = found.change;
	const side = old_hash === hash ? 'old' : 'new';
	const confirmed = (side === 'old' ? old_confirmed_at : new_confirmed_at) !== null;
	return { uid: _owner, side, old: found.old, email, confirmed };
}

/** One address agrees. Once both have, the account gets its new address. */
export async function confirmAddress(
	db: Db,
	queue: Queue,
	{ uid, side, email }: AddressLink,
	origin: Origin,
): Promise<'waits' | 'changed' | 'taken' | 'gone'> {
	return db.transaction(async (tx) => {
		const [change] = await tx
			.update(addressChanges)
			.set({ [side === 'old' ? 'old_confirmed_at' : 'new_confirmed_at']: sql`now()` })
			.where(and(ofOwner(uid), eq(addressChanges.email, email), waits))
			.returning();
		if (!change) return 'gone';
		if (!change.old_confirmed_at || !change.new_confirmed_at) {
			await publish(tx, uid, { topic: 'user' });
			return 'waits';
		}
		await tx.delete(addressChanges).where(ofOwner(uid));
		await publish(tx, uid, { topic: 'user' });
		// Two accounts may ask for the same address, and get it confirmed at the same moment.
		await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`address:${email}`}, 0))`);
		// Another account got this address after the links were mailed.
		if (await uidOf(tx, email)) return 'taken';
		const [was] = await tx.select({ email: users.email }).from(users).where(eq(users.id, uid)).for('update');
		await tx.update(users).set({ email, emailVerified: true }).where(eq(users.id, uid));
		// Links that were mailed to the old address must no longer set the password.
		await tx.delete(verifications).where(eq(verifications.value, uid));
		await queue.send(tx, 'address-changed-mail', { uid, old: String(was?.email) });
		await noteEvent(tx, uid, 'address-changed', { name: email }, origin);
		return 'changed';
	});
}
