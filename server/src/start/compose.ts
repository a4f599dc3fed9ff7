import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { finishSso } from '@watchword/contract/routes/accounts';
import { makeIdentity } from '../accounts/identity.ts';
import { sharedSecret } from '../accounts/secrets.ts';
import { shortenSessions } from '../accounts/sessions/session-use.ts';
import { type EmbeddedDatabase, openEmbedded } from '../adapters/database/pglite.ts';
import { openPostgres, type PostgresDatabase } from '../adapters/database/postgres.ts';
import { chosenMailer } from '../adapters/mail/chosen.ts';
import { openMailer } from '../adapters/mail/open.ts';
import { openModels } from '../adapters/model/choose.ts';
import { CATALOGUE } from '../adapters/model/local/catalogue.ts';
import { folderStore } from '../adapters/objects/folder.ts';
import { withRecent } from '../adapters/objects/recent.ts';
import { typedFailures } from '../adapters/objects/typed-failures.ts';
import { testCards } from '../adapters/payments/test-cards.ts';
import { openQueue } from '../adapters/queue/pg-boss.ts';
import { openIdConnect } from '../adapters/sso/openid-connect.ts';
import { INTAKE, Spool } from '../base/incoming.ts';
import { measuredMailer, measuredModel } from '../base/metrics.ts';
import { openOutgoing } from '../deliveries/outgoing.ts';
import type { Db } from '../ports/database.ts';
import type { Log } from '../ports/log.ts';
import type { ObjectStore } from '../ports/objects.ts';
import type { Payments } from '../ports/payments.ts';
import type { Settings } from '../settings.ts';
import { closeDataFolder } from './data-folder.ts';
import { JOBS } from './jobs.ts';
import type { Services } from './services.ts';

/** Opens PostgreSQL if the settings name one, otherwise the embedded database in the data folder. */
export async function openDatabase(
	settings: Settings,
	log: Log,
): Promise<EmbeddedDatabase | PostgresDatabase> {
	if (settings.database.url) return openPostgres(settings.database.url, log);
	const database = await openEmbedded(settings.dataDir);
	// The files of a new database have other permissions.
	await closeDataFolder(settings.dataDir);
	return database;
}

/** Opens the service behind each port, as the settings name them. Closing the services closes the database too. */
export async function openServices(
	database: EmbeddedDatabase | PostgresDatabase,
	settings: Settings,
	publicUrl: string,
	log: Log,
	outside: Partial<Pick<Services, 'model' | 'firstLook' | 'resolve' | 'catalogue' | 'interfaces'>> = {},
): Promise<Services> {
	try {
		const queue = await openQueue(database, JOBS, log);
		const mailer = measuredMailer(
			settings.mail.outUrl
				? openMailer(settings, log)
				: await chosenMailer({ db: database.db, log }, settings),
		);
		const objects = await openObjects(settings);
		const spool = new Spool(join(settings.dataDir, 'arriving'), INTAKE.mails);
		const mirror = settings.files.mirror && (await openS3(settings.files.mirror));
		const opened = outside.model
			? { model: outside.model, firstLook: null }
			: await openModels(settings, log, database.db);
		const model = measuredModel(opened.model);
		const firstLook = outside.firstLook ?? opened.firstLook;
		const payments = await openPayments(settings, database.db);
		const catalogue = outside.catalogue ?? CATALOGUE;
		const resolve = outside.resolve ?? null;
		const outgoing = openOutgoing({
			networks: settings.webhooks.networks,
			ownHost: new URL(publicUrl).hostname,
			ownPorts: ownPorts(settings, publicUrl),
			resolve,
		});
		const { identity, sso } = await openSignIn({ db: database.db, settings }, publicUrl);
		const close = async (withinMs?: number) => {
			await queue.stop(withinMs);
			mailer.close();
			await model.close();
			await firstLook?.close();
			await database.close();
		};
		return {
			settings,
			publicUrl,
			places: { publicUrl, trustPage: null },
			interfaces: outside.interfaces ?? networkInterfaces,
			log,
			database,
			queue,
			mailer,
			objects,
			spool,
			mirror,
			model,
			firstLook,
			catalogue,
			payments,
			resolve,
			outgoing,
			hosts: { telegramUrl: settings.telegramUrl },
			identity,
			sso,
			freeDevices: new Set(),
			close,
		};
	} catch (error) {
		await database.close();
		throw error;
	}
}

/** How browsers sign in that find the portal under this address: cookies and single sign-on depend on it. */
export async function openSignIn(
	{ db, settings }: { db: Db; settings: Settings },
	publicUrl: string,
): Promise<Pick<Services, 'identity' | 'sso'>> {
	const { idleSeconds } = settings.auth;
	await shortenSessions(db, idleSeconds);
	const secret = settings.auth.secret ?? (await sharedSecret(db, 'auth'));
	return {
		identity: makeIdentity({ publicUrl, secret, idleSeconds }),
		sso: settings.sso && openIdConnect(settings.sso, `${publicUrl}${finishSso.path}`),
	};
}

/** What this server listens on. */
function ownPorts({ http, mail, metrics }: Settings, publicUrl: string): Set<number> {
	const { port, protocol } = new URL(publicUrl);
	const ofPortal = Number(port) || (protocol === 'https:' ? 443 : 80);
	return new Set([ofPortal, http.port, mail.inPort, metrics.port ?? http.port]);
}

async function openObjects({ files, dataDir }: Settings): Promise<ObjectStore> {
	const store = files.s3 ? await openS3(files.s3) : typedFailures(folderStore(join(dataDir, 'objects')));
	return withRecent(store);
}

async function openS3(settings: NonNullable<Settings['files']['s3' | 'mirror']>): Promise<ObjectStore> {
	// Loaded only when used: the client is larger than the rest of the server.
	const { s3Store } = await import('../adapters/objects/s3.ts');
	return typedFailures(s3Store(settings));
}

async function openPayments({ stripe }: Settings, db: Db): Promise<Payments> {
	if (!stripe) return testCards(db, await sharedSecret(db, 'test-cards'));
	// Loaded only when used, because it needs much memory.
	const { stripePayments } = await import('../adapters/payments/stripe.ts');
	return stripePayments(stripe);
}
