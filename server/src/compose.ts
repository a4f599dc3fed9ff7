import { join } from 'node:path';
import { createIdentity, type Identity } from './accounts/identity.ts';
import { sharedSecret } from './accounts/secrets.ts';
import { type EmbeddedDatabase, openEmbedded } from './adapters/database/pglite.ts';
import { openPostgres, type PostgresDatabase } from './adapters/database/postgres.ts';
import { outboxMailer } from './adapters/mail/outbox.ts';
import { smtpMailer } from './adapters/mail/smtp.ts';
import { openModel } from './adapters/model/choose.ts';
import { folderStore } from './adapters/objects/folder.ts';
import { testCards } from './adapters/payments/test-cards.ts';
import { openQueue } from './adapters/queue/pg-boss.ts';
import { measuredMailer, measuredModel } from './metrics.ts';
import type { Database, Db, Log, Mailer, Model, ObjectStore, Payments, Queue, Resolver } from './ports.ts';
import type { Settings } from './settings.ts';

/** Everything a role or an operator's command works with. */
export interface House {
	settings: Settings;
	publicUrl: string;
	log: Log;
	database: Database;
	queue: Queue;
	mailer: Mailer;
	objects: ObjectStore;
	model: Model;
	payments: Payments;
	/** Answers DNS questions about senders; the machine's own where null. */
	resolve: Resolver | null;
	identity: Identity;
	close(): Promise<void>;
}

/** Opens the database the settings name: PostgreSQL by its address, otherwise the embedded one of the data folder. */
export async function openDatabase(
	settings: Settings,
	log: Log,
): Promise<EmbeddedDatabase | PostgresDatabase> {
	return settings.database.url ? openPostgres(settings.database.url, log) : openEmbedded(settings.dataDir);
}

/** Chooses what stands behind the other ports, from the settings alone. Closing the house closes the database. */
export async function furnish(
	database: EmbeddedDatabase | PostgresDatabase,
	settings: Settings,
	publicUrl: string,
	log: Log,
	outside: Partial<Pick<House, 'model' | 'resolve'>> = {},
): Promise<House> {
	try {
		const queue = await openQueue(database, log);
		const mailer = measuredMailer(openMailer(settings, log));
		const objects = await openObjects(settings);
		const model = measuredModel(outside.model ?? (await openModel(settings, log)));
		const payments = await openPayments(settings, database.db);
		const resolve = outside.resolve ?? null;
		const { secret } = settings.auth;
		const identity = await createIdentity({ db: database.db, mailer, log, publicUrl, secret });
		const close = async () => {
			await queue.stop();
			mailer.close();
			await model.close();
			await database.close();
		};
		return {
			settings,
			publicUrl,
			log,
			database,
			queue,
			mailer,
			objects,
			model,
			payments,
			resolve,
			identity,
			close,
		};
	} catch (error) {
		await database.close();
		throw error;
	}
}

function openMailer({ mail, dataDir }: Settings, log: Log): Mailer {
	if (mail.outUrl) return smtpMailer(mail.outUrl, mail.from, log);
	return outboxMailer(join(dataDir, 'outbox'), mail.from, log);
}

async function openObjects({ files, dataDir }: Settings): Promise<ObjectStore> {
	if (!files.s3) return folderStore(join(dataDir, 'objects'));
	// Loaded only where it is used: the client is larger than the rest of the server.
	const { s3Store } = await import('./adapters/objects/s3.ts');
	return s3Store(files.s3);
}

async function openPayments({ stripe }: Settings, db: Db): Promise<Payments> {
	if (!stripe) return testCards(db, await sharedSecret(db, 'test-cards'));
	// Loaded only where it is used, for the memory it takes.
	const { stripePayments } = await import('./adapters/payments/stripe.ts');
	return stripePayments(stripe);
}
