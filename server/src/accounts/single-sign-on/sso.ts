import { NAME_MAX_LENGTH } from '@watchword/contract/constants';
import { email as anEmail } from '@watchword/contract/ids';
import type { SsoProblem } from '@watchword/contract/sso-problem';
import { and, eq } from 'drizzle-orm';
import { newId } from '../../base/ids.ts';
import type { Db } from '../../ports/database.ts';
import type { Queue } from '../../ports/queue.ts';
import type { SingleSignOn, SsoPerson } from '../../ports/single-sign-on.ts';
import { addAccount, SSO_PROVIDER } from '../accounts.ts';
import { noteEvent, type Origin } from '../history.ts';
import type { Identity } from '../identity.ts';
import { credentials, users } from '../tables.ts';

/** The provider named the person, but they may not sign in. Nothing was changed. */
export class SsoRefused extends Error {
	readonly problem: SsoProblem;
	/** The account concerned, if there is one. */
	readonly uid: string | null;

	constructor(problem: SsoProblem, uid: string | null = null) {
		super(problem);
		this.problem = problem;
		this.uid = uid;
	}
}

interface Needs {
	db: Db;
	identity: Identity;
	queue: Queue;
	sso: SingleSignOn;
}

/**
 * The account that is linked to a person at the provider, even if their address has changed. At the first sign-in it is the one
 * with their address, if the provider has verified it; it is then linked.
 */
export async function accountOfPerson(needs: Needs, person: SsoPerson, origin: Origin): Promise<string> {
	return needs.db.transaction(async (tx) => {
		const linked = await linkedAccount(tx, person);
		if (linked?.isDisabled) throw new SsoRefused('disabled', linked.uid);
		return linked?.uid ?? linkByAddress({ ...needs, db: tx }, person, origin);
	});
}

export async function linkedAccount(db: Db, person: SsoPerson) {
	const [found] = await db
		.select({ uid: users.id, disabledAt: users.disabled_at })
		.from(credentials)
		.innerJoin(users, eq(users.id, credentials.userId))
		.where(and(eq(credentials.providerId, SSO_PROVIDER), eq(credentials.accountId, nameOf(person))));
	return found && { uid: found.uid, isDisabled: found.disabledAt !== null };
}

async function linkByAddress(needs: Needs, person: SsoPerson, origin: Origin): Promise<string> {
	const { db, queue, sso } = needs;
	// Checked before lower-casing: some letters beyond ASCII become ASCII, which would give the address of another person.
	const { success, data: given } = anEmail.safeParse(person.email);
	if (!success) throw new SsoRefused('no-address');
	const email = given.toLowerCase();
	// Locked, so that two persons with the same address are not both linked.
	const [account] = await db
		.select({ uid: users.id, disabledAt: users.disabled_at })
		.from(users)
		.where(eq(users.email, email))
		.for('no key update');
	if (!person.emailVerified) throw new SsoRefused('unverified', account?.uid);
	if (!account) {
		if (!sso.makesAccounts) throw new SsoRefused('no-account');
		const name = (person.name ?? email.split('@', 1)[0] ?? email).slice(0, NAME_MAX_LENGTH);
		const uid = await addAccount(db, { email, name, password: null });
		await link(db, uid, person, sso.name, origin);
		return uid;
	}
	const { uid } = account;
	if (account.disabledAt) throw new SsoRefused('disabled', uid);
	if (await isLinked(db, uid, person.issuer)) throw new SsoRefused('other-person', uid);
	await link(db, uid, person, sso.name, origin);
	await queue.send(db, 'security-mail', { uid, notice: { what: 'sso-linked', provider: sso.name } });
	return uid;
}

/** Removes all single sign-on links of an account. Returns whether there were any. */
export async function unlink(db: Db, uid: string): Promise<boolean> {
	const forgotten = await db
		.delete(credentials)
		.where(and(eq(credentials.userId, uid), eq(credentials.providerId, SSO_PROVIDER)))
		.returning({ id: credentials.id });
	return forgotten.length > 0;
}

/** An issuer contains no space, so no two persons have the same name. */
const nameOf = ({ issuer, subject }: SsoPerson) => `${issuer} ${subject}`;

/** With an issuer, links to an earlier provider do not count: they can no longer be used. */
export async function isLinked(db: Db, uid: string, issuer?: string): Promise<boolean> {
	const links = await db
		.select({ person: credentials.accountId })
		.from(credentials)
		.where(and(eq(credentials.userId, uid), eq(credentials.providerId, SSO_PROVIDER)));
	return links.some(({ person }) => issuer === undefined || person.startsWith(`${issuer} `));
}

async function link(db: Db, uid: string, person: SsoPerson, provider: string, origin: Origin): Promise<void> {
	await db
		.insert(credentials)
		.values({ id: newId(), userId: uid, providerId: SSO_PROVIDER, accountId: nameOf(person) });
	await noteEvent(db, uid, 'sso-linked', { name: provider }, origin);
}
