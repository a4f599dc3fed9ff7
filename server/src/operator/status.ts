import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { AWAY_AFTER_MINUTES } from '@watchword/contract/mailbox-state';
import type { OperatorOverview, OperatorStatus } from '@watchword/contract/operator-status';
import { SILENT_AFTER_MINUTES } from '@watchword/contract/silence';
import { desc, type SQL, sql } from 'drizzle-orm';
import { users } from '../accounts/tables.ts';
import { readCertificate, readFailure } from '../acme/state.ts';
import { readTask } from '../base/one-process.ts';
import { release } from '../base/release.ts';
import { mirrorInWords } from '../files/mirror.ts';
import type { Database, Db } from '../ports/database.ts';
import type { Mailer } from '../ports/mailer.ts';
import type { Model } from '../ports/model.ts';
import type { ObjectStore } from '../ports/objects.ts';
import { automationRuns, isForWorkers, isWaiting } from '../runs/tables.ts';
import type { Settings } from '../settings.ts';
import { attentionOf, type Known } from './attention.ts';
import { leavesOf } from './leaves.ts';
import { probeHttp, probePort, probeStorage } from './probe.ts';

const DAYS = 7;

const NEWEST = 5;

export interface StatusNeeds {
	settings: Settings;
	publicUrl: string;
	database: Database;
	objects: ObjectStore;
	mirror: ObjectStore | null;
	model: Model;
	mailer: Mailer;
}

/** The state of the installation as far as it is visible from here, and what the operator should do. */
export async function readStatus(needs: StatusNeeds): Promise<OperatorStatus> {
	const known = await whatIsKnown(needs);
	return { ...known, attention: attentionOf(known) };
}

export async function readOverview(needs: StatusNeeds): Promise<OperatorOverview> {
	const [status, newest, leaves] = await Promise.all([
		readStatus(needs),
		newestAccounts(needs.database.db),
		leavesOf(needs),
	]);
	return { ...status, newest, leaves };
}

async function newestAccounts(db: Db): Promise<OperatorOverview['newest']> {
	const rows = await db
		.select({ name: users.name, email: users.email, added_at: users.createdAt })
		.from(users)
		.orderBy(desc(users.createdAt))
		.limit(NEWEST);
	return rows.map((row) => ({ ...row, added_at: row.added_at.toISOString() }));
}

async function whatIsKnown(services: StatusNeeds): Promise<Known> {
	return {
		at: new Date().toISOString(),
		version: release,
		server: await serverState(services),
		database: services.database.describe,
		...(await figures(services)),
		storage: await storageState(services),
		model: await modelState(services),
		mail: await mailState(services),
		broker: await brokerState(services),
		certificate: await certificateState(services.settings),
	};
}

/** Asks the api on its port of this machine. Port 0 is chosen by the system; only the public address has the real one. */
async function serverState({ settings: { http, roles }, publicUrl }: StatusNeeds) {
	if (!roles.has('api')) return { url: null, problem: null };
	const host = here(http.host);
	const local = `${http.tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${http.port}`;
	const url = http.port === 0 ? publicUrl : local;
	const answer = await probeHttp(`${url}/readyz`);
	if ('problem' in answer) return { url, problem: `does not answer (${answer.problem})` };
	return { url, problem: answer.status === 200 ? null : `answers with status ${answer.status}` };
}

/** The host under which this machine reaches its own server. */
const here = (host: string) => (host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host);

/** The newest instant in the last days at which the condition is true. */
const lastRun = (holds: SQL) => sql`(select max(ended_at) from automation_runs
	where ended_at > now() - make_interval(days => ${DAYS}) and ${holds})`;

/** What the database knows, in one statement. */
async function figures({ database: { db } }: StatusNeeds) {
	const seconds = (oldest: SQL) => sql`coalesce(extract(epoch from now() - ${oldest})::int, 0)`;
	const { rows } = await db.execute(sql`select
		(select count(*)::int from queue.job where state in ('created', 'retry') and start_after <= now()) as jobs,
		${seconds(sql`(select min(start_after) from queue.job where state in ('created', 'retry') and start_after <= now())`)} as "jobsOldest",
		(select count(*)::int from queue.job where state = 'failed' and completed_on > now() - interval '30 minutes') as "jobsFailed",
		(select count(*)::int from ${automationRuns} where ${isForWorkers}) as runs,
		${seconds(sql`(select min(next_try_at) from ${automationRuns}
			where ${isForWorkers} and next_try_at <= now() and coalesce(lease_until, now()) <= now())`)} as "runsOldest",
		(select count(*)::int from ${automationRuns} where ${isWaiting}) as "runsWaiting",
		(select count(*)::int from users) as customers,
		(select count(*)::int from users where disabled_at is not null) as disabled,
		(select count(*)::int from users where leaves_at is not null) as leaving,
		(select count(*)::int from users u where
			exists (select from sessions s where s."userId" = u.id and s."updatedAt" > now() - make_interval(days => ${DAYS}))
			or exists (select from api_tokens k where k._owner = u.id and k.used_at > now() - make_interval(days => ${DAYS}))
			or exists (select from account_events e where e._owner = u.id and e.what = 'signed-in'
				and e.at > now() - make_interval(days => ${DAYS}))) as active,
		(select count(*)::int from devices where removed_at is null) as cameras,
		(select count(*)::int from devices where removed_at is null
			and last_seen_at < now() - make_interval(mins => ${SILENT_AFTER_MINUTES})) as silent,
		(select count(*)::int from deliveries where ended_at is null) as deliveries,
		${seconds(sql`(select min(created_at) from deliveries where ended_at is null)`)} as "deliveriesOldest"`);
	const row = rows[0] as Record<string, number>;
	const of = (name: string) => row[name] ?? 0;
	return {
		queue: { due: of('jobs'), oldestSeconds: of('jobsOldest'), failed: of('jobsFailed') },
		runs: { open: of('runs'), oldestSeconds: of('runsOldest'), waitingForYes: of('runsWaiting') },
		customers: {
			all: of('customers'),
			activeInSevenDays: of('active'),
			disabled: of('disabled'),
			leaving: of('leaving'),
		},
		cameras: { all: of('cameras'), silent: of('silent') },
		deliveries: { waiting: of('deliveries'), oldestSeconds: of('deliveriesOldest') },
	};
}

async function storageState({ database: { db }, objects, mirror, settings: { dataDir } }: StatusNeeds) {
	const { rows } =
		await db.execute(sql`select pg_database_size(current_database())::float8 as "databaseBytes",
		(select count(*)::int from captures) as captures,
		count(*)::int as files, coalesce(sum(size), 0)::float8 as "fileBytes" from files`);
	const disk = await statfs(dataDir).catch(() => null);
	return {
		...(rows[0] as Pick<Known['storage'], 'databaseBytes' | 'files' | 'fileBytes' | 'captures'>),
		kept: objects.describe,
		problem: await probeStorage(objects),
		freeBytes: disk && disk.bavail * disk.bsize,
		mirror: mirror && (await mirrorInWords(db, mirror)),
	};
}

const iso = (at: unknown) => (at ? new Date(String(at)).toISOString() : null);

async function modelState({ database: { db }, model, settings }: StatusNeeds) {
	const { rows } = await db.execute(sql`select ${lastRun(sql`model is not null`)} as answered,
		${lastRun(sql`_status = 'failed' and _reason like 'The model %'`)} as failed`);
	const asked = 'url' in settings.model ? await probeHttp(settings.model.url) : null;
	return {
		is: model.describe,
		/** The built-in model needs no network. */
		problem: asked && 'problem' in asked ? `cannot be reached (${asked.problem})` : null,
		lastAnswer: iso(rows[0]?.answered),
		lastFailure: iso(rows[0]?.failed),
	};
}

async function mailState({
	database: { db },
	mailer,
	settings: { http, mail, roles, dataDir },
}: StatusNeeds) {
	const { rows } = await db.execute(sql`select
		greatest(${lastRun(sql`"action_sentTo" is not null`)}, (select max(completed_on) from queue.job
			where state = 'completed' and (name like '%mail' or name = 'password-reset'))) as sent,
		greatest(${lastRun(sql`_status = 'failed' and _reason like 'The mail server %'`)}, (select max(coalesce(completed_on, started_on))
			from queue.job where state in ('failed', 'retry') and (name like '%mail' or name = 'password-reset'))) as failed,
		(select max(received_at) from mails) as received`);
	const out = mailer.server;
	const problem = out && (await probePort(out.host, out.port));
	const listens = roles.has('mail') && mail.inPort !== 0;
	const closed = listens ? await probePort(here(http.host), mail.inPort) : null;
	return {
		out: {
			is: mailer.describe,
			problem: problem ? `cannot be reached (${problem})` : null,
			lastSent: out ? iso(rows[0]?.sent) : await newestIn(join(dataDir, 'outbox')),
			lastFailure: iso(rows[0]?.failed),
		},
		in: {
			port: listens ? mail.inPort : null,
			problem: closed ? `does not answer (${closed})` : null,
			lastReceived: iso(rows[0]?.received),
			mailbox: mail.mailbox && (await mailboxState(db, mail.mailbox.name)),
		},
	};
}

async function certificateState({ http: { acme, tls }, dataDir }: Settings): Promise<Known['certificate']> {
	if (!acme || !tls) return null;
	const certificate = await readCertificate(tls.certFile, acme.name);
	return {
		name: acme.name,
		until: certificate?.validToDate.toISOString() ?? null,
		problem: (await readFailure(dataDir))?.why ?? null,
	};
}

async function brokerState({ database: { db }, settings: { mqtt } }: StatusNeeds): Promise<Known['broker']> {
	if (mqtt.url === null) return null;
	const state = await readTask(db, 'mqtt');
	const at = state && new Date(Date.now() - state.sinceSeconds * 1000).toISOString();
	const connected = state?.working ?? false;
	return {
		is: new URL(mqtt.url).host,
		connected,
		since: at,
		problem: connected ? null : (state?.problem ?? null),
	};
}

async function mailboxState(db: Db, name: string) {
	const { rows } = await db.execute(sql`select checked_at, mail_at, problem, skipped, skipped_at,
		coalesce(checked_at, added_at) < now() - make_interval(mins => ${AWAY_AFTER_MINUTES}) as away from mailboxes`);
	const row = rows[0] ?? {};
	const text = (value: unknown) => (typeof value === 'string' ? value : null);
	return {
		is: name,
		checked_at: iso(row.checked_at),
		mail_at: iso(row.mail_at),
		away: row.away === true,
		problem: text(row.problem),
		skipped: text(row.skipped),
		skipped_at: iso(row.skipped_at),
	};
}

/** When the newest file of a folder was written. Names begin with the time, so the last one is the newest. */
async function newestIn(folder: string): Promise<string | null> {
	const names = await readdir(folder).catch(() => []);
	const newest = names
		.filter((name) => !name.startsWith('.'))
		.sort()
		.at(-1);
	return newest ? (await stat(join(folder, newest))).mtime.toISOString() : null;
}
