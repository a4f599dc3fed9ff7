import { and, eq, isNull } from 'drizzle-orm';
import type { Db, Mailer, Queue } from '../ports.ts';
import { noteFailedSignIn } from './history.ts';
import type { Identity } from './identity.ts';
import { mailLeaving } from './leaving.ts';
import { farewellMail, securityMail } from './mails.ts';
import { users } from './tables.ts';

interface Needs {
	db: Db;
	identity: Identity;
	mailer: Mailer;
	publicUrl: string;
}

export async function accountJobs({ db, identity, mailer, publicUrl }: Needs, queue: Queue): Promise<void> {
	await queue.work('password-reset', async ({ email }) => {
		await identity.api.requestPasswordReset({ body: { email } });
	});
	await queue.work('sign-in-failed', (failed) => noteFailedSignIn(db, failed));
	await queue.work('leaving-mail', (leaving) => mailLeaving({ db, mailer, publicUrl }, leaving));
	await queue.work('farewell-mail', (person) => mailer.send(farewellMail(person)));
	await queue.work('security-mail', async ({ uid, notice }) => {
		const [owner] = await db
			.select({ email: users.email, name: users.name })
			.from(users)
			.where(and(eq(users.id, uid), isNull(users.disabled_at)));
		if (owner) await mailer.send(securityMail(owner, notice, publicUrl));
	});
}
