import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../base/ids.ts';
import { heldAlerts } from '../runs/tables.ts';
import { addAutomation, addCamera, askForRun, grant } from '../testing/automation.ts';
import { addChannel } from '../testing/channel.ts';
import { addFactors } from '../testing/factors.ts';
import { jpeg } from '../testing/images.ts';
import { BOT } from '../testing/messengers.ts';
import { addBrowser } from '../testing/push-browser.ts';
import { addEpisode, endedRuns } from '../testing/runs.ts';
import { startServer, type TestServer } from '../testing/server.ts';
import { makeToken } from '../testing/token.ts';
import { addWebhook } from '../testing/webhook.ts';
import { unzip } from '../testing/zip.ts';
import { archiveOf, kinds } from './archive.ts';

/** Tables that no export has, and why. */
const NOT_EXPORTED = {
	files: 'the files themselves are in the export, in files/; their download tokens are secrets',
	pairings: 'codes that live ten minutes and are secrets',
	snooze_links: 'links of mails that work once; they are secrets',
	alert_states: 'what follows from runs and episodes, for the next capture',
	verifications: 'links and states of some minutes, as hashes',
	test_intents: 'what a payment provider knows; payments has our record of it',
	rate_limits: 'counts of attempts, of some minutes',
	sole_tasks: 'which process does what',
	mailboxes: 'of the installation: how reading its mailbox goes',
	mails_taken: 'hashes of mails, which are themselves in the export, in mails/',
	mirror_leftovers: 'paths of files that were deleted',
	secrets: 'of the installation',
	operator_settings: 'of the installation, and not about customers',
};

let server: TestServer;
beforeAll(async () => {
	server = await startServer();
});
afterAll(() => server.stop());

const query = async (statement: ReturnType<typeof sql>) =>
	(await server.services.database.db.execute(statement)).rows;

test('every table is in the export, or in a short list with the reason', async () => {
	const tables = await query(sql`
		select table_name as name from information_schema.tables
		where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`);
	const exported = kinds('somebody').map(({ table }) => table);
	const known = [...exported, ...Object.keys(NOT_EXPORTED)].sort();
	expect(tables.map(({ name }) => name)).toEqual(known);
});

test('an export has something of every kind, and no secret', async () => {
	const customer = await server.customer();
	const { uid } = customer;
	const { db } = server.services.database;
	await grant(server, uid, 20);
	await customer.post('/api/users/me/presence-link');
	const camera = await addCamera(server, uid);
	await camera.send(await jpeg());
	const automation = await addAutomation(server, uid, { _triggerType: 'schedule' });
	await askForRun(server, automation);
	const [run] = await endedRuns(server, automation, 1);
	const runId = String(run?.id);
	await addEpisode(server, uid, automation, runId);
	const held = {
		_owner: uid,
		_automationId: automation,
		why: 'quiet',
		due_at: new Date('2100-01-01'),
	} as const;
	await db.insert(heldAlerts).values({ id: newId(), ...held });
	await addWebhook(server, uid);
	await addChannel(server, uid);
	await addBrowser(server, uid);
	await makeToken(customer, ['read']);
	await addFactors(server, uid, runId);
	await customer.post('/api/payment-intent', { userId: uid, amount: 5 });
	await query(sql`
		insert into examples (id, "_automationId", "captureId", said, "from", features, version)
		select c.id, ${automation}, c.id, 'yes', 'sheet', '\\x0102'::bytea, 'test' from captures c
		where c."deviceId" = ${camera.deviceId}`);
	await query(sql`insert into exports (id, _owner) values (${newId()}, ${uid})`);

	const archive = await archiveOf(db, server.services.objects, uid);
	const chunks: Uint8Array[] = [];
	for await (const chunk of archive.chunks()) chunks.push(chunk);
	const files = unzip(Buffer.concat(chunks));
	expect(archive.done()).toBe(archive.total);
	const empty = kinds(uid)
		.map(({ name }) => name)
		.filter((name) => String(files.get(`${name}.ndjson`)).trim() === '');
	// A mail and a version of an automation come by their own ways; their lines are in the other test.
	expect(empty.filter((name) => !['mails', 'automation-versions', 'mail-recipients'].includes(name))).toEqual(
		[],
	);

	const whole = Buffer.concat([...files.values()]).toString('latin1');
	for (const secret of [...(await secretsOf()), BOT]) expect(whole).not.toContain(secret);
});

/** Whatever is in columns whose names say that they are secret. */
async function secretsOf(): Promise<string[]> {
	const columns = await query(sql`
		select table_name as table, column_name as column from information_schema.columns
		where table_schema = 'public' and data_type = 'text' and table_name not in ('files', 'secrets', 'rate_limits')
			and column_name ~* '(hash|secret|token|password|presence_key|p256dh|endpoint|credential_id)$'`);
	expect(columns.length).toBeGreaterThan(12);
	const found: string[] = [];
	for (const { table, column } of columns) {
		const [name, of] = [sql.identifier(String(column)), sql.identifier(String(table))];
		const rows = await query(sql`select ${name} as secret from ${of} where length(${name}) > 5`);
		found.push(...rows.map(({ secret }) => String(secret)));
	}
	expect(found.length).toBeGreaterThan(8);
	return found;
}
