import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OperatorStatus } from '@watchword/contract/operator-status';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { addAutomation, addCamera, askForRun, grant } from '../testing/automation.ts';
import { openKeptDatabase } from '../testing/database.ts';
import { addFactors } from '../testing/factors.ts';
import { ServerProcess } from '../testing/process.ts';
import { endedRuns } from '../testing/runs.ts';
import { startS3 } from '../testing/s3.ts';
import { startServer, type TestServer } from '../testing/server.ts';
import { makeToken } from '../testing/token.ts';
import { waitFor } from '../testing/wait.ts';
import { runCommand } from './commands.ts';

let server: TestServer;
beforeAll(async () => {
	server = await startServer();
});
afterAll(() => server.stop());

async function admin(of: TestServer, ...argv: string[]) {
	const lines: string[] = [];
	const code = await runCommand(of.services, argv, (line) => lines.push(line));
	return { code, said: lines.join('\n') };
}

const statusOf = async (of: TestServer) =>
	JSON.parse((await admin(of, 'status', '--json')).said) as OperatorStatus;
/** The disk of whoever runs the tests is not their subject. */
const needs = ({ attention }: OperatorStatus) => attention.filter((line) => !line.includes('on the disk'));

test('status says how the installation is, as a table and as JSON', async () => {
	const { uid, email } = await server.customer();
	await grant(server, uid, 5);
	const camera = await addCamera(server, uid);
	await server.services.database.db.execute(
		sql`update devices set last_seen_at = now() - interval '2 days' where id = ${camera.deviceId}`,
	);
	const automation = await addAutomation(server, uid, { _triggerType: 'schedule' });
	await askForRun(server, automation);
	await endedRuns(server, automation, 1);
	await server.visitor().post('/api/auth/request-password-reset', { email });
	await server.mails(email, 1);
	const status = await statusOf(server);
	expect(status).toMatchObject({
		version: expect.stringMatching(/^\d+\.\d+\.\d+/),
		server: { url: server.url, problem: null },
		queue: { failed: 0 },
		runs: { open: 0, waitingForYes: 0 },
		customers: { all: 1, activeInSevenDays: 1, disabled: 0, leaving: 0 },
		cameras: { all: 1, silent: 1 },
		deliveries: { waiting: 0 },
		model: { problem: null, lastAnswer: expect.any(String), lastFailure: null },
		mail: { out: { problem: null, lastSent: expect.any(String), lastFailure: null } },
	});
	expect(status.storage.databaseBytes).toBeGreaterThan(1_000_000);
	expect(status.storage.freeBytes).toBeGreaterThan(0);
	expect(needs(status)).toEqual([]);
	const { code, said } = await admin(server, 'status');
	for (const words of [
		/^Server +http\S+ answers$/m,
		/^Customers +1, 1 active in the last 7 days, 0 disabled, 0 leaving$/m,
		/^Cameras +1, 1 silent$/m,
		/^Model +.*; last answered \d{4}-\d\d-\d\d \d\d:\d\d UTC, last failed never$/m,
		/^Mail out +kept as files in .*; last sent \d{4}/m,
	])
		expect(said).toMatch(words);
	expect(code).toBe(status.attention.length === 0 ? 0 : 1);
});

test('status fails where the operator is needed, and says for what', async () => {
	const idle = await startServer({ env: { ROLES: 'api', SMTP_URL: 'smtp://127.0.0.1:1' } });
	const { uid } = await idle.customer();
	const { db } = idle.services.database;
	await idle.services.queue.send(db, 'security-mail', { uid, notice: { what: 'password-changed' } });
	await db.execute(
		sql`update queue.job set start_after = now() - interval '20 minutes' where name = 'security-mail'`,
	);
	const automation = await addAutomation(idle, uid, { _triggerType: 'schedule' });
	for (const [reason, minutes] of [
		['The model refuses the key.', 5],
		['The mail server could not be reached.', 6],
	] as const) {
		await askForRun(idle, automation);
		await db.execute(sql`update automation_runs set _status = 'failed', _reason = ${reason},
			ended_at = now() - make_interval(mins => ${minutes}) where ended_at is null`);
	}
	const status = await statusOf(idle);
	expect(needs(status)).toEqual([
		'A job has been due for 20 minutes: is a worker running?',
		'The last question to the model failed. Try: npm run admin -- model test',
		'The mail server for outgoing mail cannot be reached (ECONNREFUSED).',
		'The last mail was not sent. Try: npm run admin -- mail test --to E',
	]);
	const { code, said } = await admin(idle, 'status');
	expect([code, said]).toEqual([1, expect.stringContaining('This needs you:\n- A job has been due')]);
	await idle.stop();
	expect((await admin(server, 'status', '--yaml')).said).toContain("Unknown option '--yaml'");
	expect((await admin(server, 'status', '--yaml')).said).toContain('npm run admin -- status [--json]');
});

test('status says that a mail failed while its job is still tried again', async () => {
	const busy = await startServer();
	const { email } = await busy.customer();
	const { db } = busy.services.database;
	vi.spyOn(busy.services.mailer, 'send').mockRejectedValue(new Error('535 wrong password'));
	await busy.services.queue.send(db, 'password-reset', { email });
	const said = async () => (await statusOf(busy)).mail.out.lastFailure !== null;
	await waitFor('the status to say that a mail failed', said, { everyMs: 200 });
	await busy.stop();
});

test('status counts jobs that failed for good lately, not those that are kept for longer', async () => {
	const quiet = await startServer({ env: { ROLES: 'api' } });
	const { db, queue } = { ...quiet.services, ...quiet.services.database };
	await queue.send(db, 'credits-mail', { uid: 'nobody' }, { key: 'nobody', oncePerSeconds: 86_400 });
	await db.execute(sql`update queue.job set state = 'failed', completed_on = now() - interval '2 hours'`);
	expect((await statusOf(quiet)).queue.failed).toBe(0);
	await db.execute(sql`update queue.job set completed_on = now() - interval '5 minutes'`);
	const lately = '1 job failed for good in the last half hour: see the log.';
	expect((await statusOf(quiet)).attention).toContain(lately);
	await quiet.stop();
});

test('status says that files cannot be stored, and why', async () => {
	const s3 = await startS3();
	const misspelled = await startServer({ env: { ROLES: 'api', ...s3.env, S3_BUCKET: 'misspelled' } });
	const { code, said } = await admin(misspelled, 'status');
	expect(code).toBe(1);
	expect(said).toMatch(/^Files +0 with 0.0 kB, S3 bucket misspelled at \S+, cannot be written$/m);
	expect(said).toContain('- Files cannot be stored: The specified bucket does not exist.');
	await misspelled.stop();
	await s3.stop();
});

test('a server that cannot store files says so when it starts, and goes on', async () => {
	const dataDir = await mkdtemp(join(tmpdir(), 'watchword-start-'));
	onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
	const { database, env } = await openKeptDatabase(dataDir);
	await database.close();
	const lines: string[] = [];
	const s3 = { S3_BUCKET: 'any', S3_ACCESS_KEY_ID: 'any', S3_SECRET_ACCESS_KEY: 'any' };
	const away = { ...s3, S3_ENDPOINT: 'http://127.0.0.1:1' };
	const started = new ServerProcess(
		{ ...env, ...away, ROLES: 'api' },
		{ log: (line) => void lines.push(line) },
	);
	await started.start();
	const warning = await waitFor('a warning in the log', () =>
		lines.find((line) => line.includes('files cannot be stored')),
	);
	expect(JSON.parse(warning)).toMatchObject({ level: 40, problem: 'ECONNREFUSED' });
	expect((await fetch(`${started.url}/healthz`)).status).toBe(200);
	expect(await started.stop()).toBe(0);
});

test('user list shows how an account signs in, when it was used, and that it is leaving', async () => {
	const { uid, email } = await server.customer();
	const customer = await server.customer();
	const automation = await addAutomation(server, uid, { _triggerType: 'schedule' });
	await askForRun(server, automation);
	const [run] = await endedRuns(server, automation, 1);
	await addFactors(server, uid, String(run?.id));
	const { db } = server.services.database;
	await db.execute(sql`update second_factors set confirmed_at = now() where _owner = ${uid}`);
	await db.execute(sql`update users set leaves_at = '2100-01-02T00:00:00Z' where id = ${uid}`);
	await makeToken(customer, ['read']);
	const lines = (await admin(server, 'user', 'list')).said.split('\n');
	const today = new Date().toISOString().slice(0, 10);
	expect(lines.find((line) => line.includes(email))).toMatch(
		/Robin Example {2}\(deleted on 2100-01-02; signs in with password, authenticator app, 1 passkey; last sign-in \d{4}-\d\d-\d\d; last used \d{4}-\d\d-\d\d\)$/,
	);
	expect(lines.find((line) => line.includes(customer.email))).toContain(
		'(signs in with password; last sign-in',
	);
	await admin(server, 'user', 'add', '--email', 'new@example.com', '--name', 'New');
	const added = (await admin(server, 'user', 'list')).said.split('\n').find((line) => line.includes('new@'));
	expect(added).toContain(`  ${today}  new@example.com  New  (signs in with nothing yet; never signed in)`);
});
