import { and, eq, isNull } from 'drizzle-orm';
import type { Db, Mailer, Queue } from '../ports.ts';
import type { Identity } from './identity.ts';
import { securityMail } from './mails.ts';
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
	await queue.work('security-mail', async ({ uid, notice }) => {
		const [owner] = await db
			.select({ email: users.email, name: users.name })
			.from(users)
			.where(and(eq(users.id, uid), isNull(users.disabled_at)));
		if (owner) await mailer.send(securityMail(owner, notice, publicUrl));
	});
}
