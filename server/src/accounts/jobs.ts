import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../ports/database.ts';
import type { Mailer } from '../ports/mailer.ts';
import type { Queue } from '../ports/queue.ts';
import { makeAddressLinks } from './address/address-change.ts';
import { addressLink } from './address/address-page.ts';
import { noteFailedSignIn } from './history.ts';
import type { Identity } from './identity.ts';
import { mailLeaving } from './leaving.ts';
import {
	addressChangedMail,
	farewellMail,
	newAddressMail,
	oldAddressMail,
	securityMail,
	takenAddressMail,
} from './mails.ts';
import { mailResetLink } from './passwords/reset-link.ts';
import { users } from './tables.ts';

interface Needs {
	db: Db;
	identity: Identity;
	mailer: Mailer;
	publicUrl: string;
	supportEmail: string;
}

export async function accountJobs(needs: Needs, queue: Queue): Promise<void> {
	const { db, mailer, publicUrl, supportEmail } = needs;
	const ownerOf = async (uid: string) => {
		const [owner] = await db
			.select({ email: users.email, name: users.name })
			.from(users)
			.where(and(eq(users.id, uid), isNull(users.disabled_at)));
		return owner;
	};
	await queue.work('password-reset', ({ email }) => mailResetLink(needs, email));
	await queue.work('sign-in-failed', (failed) => noteFailedSignIn(db, failed));
	await queue.work('leaving-mail', (leaving) => mailLeaving({ db, mailer, publicUrl }, leaving));
	await queue.work('farewell-mail', (person) => mailer.send(farewellMail(person)));
	await queue.work('security-mail', async ({ uid, notice }) => {
		const owner = await ownerOf(uid);
		if (owner) await mailer.send(securityMail(owner, notice, { publicUrl, supportEmail }));
	});
	await queue.work('address-mail', async ({ uid, email }) => {
		const owner = await ownerOf(uid);
		const links = owner && (await makeAddressLinks(db, uid, email));
		if (!links) return;
		const newLink = addressLink(publicUrl, links.newToken);
		await mailer.send(
			links.isTaken ? takenAddressMail(email, owner.email) : newAddressMail(email, owner.email, newLink),
		);
		await mailer.send(oldAddressMail(owner, email, addressLink(publicUrl, links.oldToken)));
	});
	await queue.work('address-changed-mail', async ({ uid, old }) => {
		const owner = await ownerOf(uid);
		if (owner) await mailer.send(addressChangedMail(old, owner, supportEmail));
	});
}
