import { join } from 'node:path';
import { createIdentity, type Identity } from './accounts/identity.ts';
import { openEmbedded } from './adapters/database/pglite.ts';
import { openPostgres } from './adapters/database/postgres.ts';
import { outboxMailer } from './adapters/mail/outbox.ts';
import { smtpMailer } from './adapters/mail/smtp.ts';
import { openQueue } from './adapters/queue/pg-boss.ts';
import type { Database, Log, Mailer, Queue } from './ports.ts';
import type { Settings } from './settings.ts';

/** Everything a role or an operator's command works with. */
export interface House {
	settings: Settings;
	publicUrl: string;
	log: Log;
	database: Database;
	queue: Queue;
	mailer: Mailer;
	identity: Identity;
	close(): Promise<void>;
}

/** Chooses what stands behind each port, from the settings alone, and opens it. */
export async function openHouse(settings: Settings, publicUrl: string, log: Log): Promise<House> {
	const database = settings.database.url
		? await openPostgres(settings.database.url, log)
		: await openEmbedded(settings.dataDir);
	try {
		const queue = await openQueue(database, log);
		const mailer = settings.mail.outUrl
			? smtpMailer(settings.mail.outUrl, settings.mail.from, log)
			: outboxMailer(join(settings.dataDir, 'outbox'), settings.mail.from, log);
		const identity = await createIdentity({
			db: database.db,
			mailer,
			log,
			publicUrl,
			secret: settings.auth.secret,
		});
		const close = async () => {
			await queue.stop();
			mailer.close();
			await database.close();
		};
		return { settings, publicUrl, log, database, queue, mailer, identity, close };
	} catch (error) {
		await database.close();
		throw error;
	}
}
