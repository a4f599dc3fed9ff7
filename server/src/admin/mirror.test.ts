import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { s3Store } from '../adapters/objects/s3.ts';
import { mirrorInWords } from '../files/mirror.ts';
import type { ObjectStore } from '../ports/objects.ts';
import { banner } from '../start/banner.ts';
import { addAutomation, askForRun, grant } from '../testing/automation.ts';
import { openTestDatabase } from '../testing/database.ts';
import { endedRuns } from '../testing/runs.ts';
import { startS3 } from '../testing/s3.ts';
import { addSaved } from '../testing/saved.ts';
import { startServer, type TestServer } from '../testing/server.ts';
import { waitFor } from '../testing/wait.ts';
import { runCommand } from './commands.ts';

let s3: Awaited<ReturnType<typeof startS3>>;
let server: TestServer;
/** The bucket as the operator sees it. */
let bucket: ObjectStore;

const mirrorEnv = () => ({
	MIRROR_S3_BUCKET: s3.env.S3_BUCKET,
	MIRROR_S3_ENDPOINT: s3.env.S3_ENDPOINT,
	MIRROR_S3_ACCESS_KEY_ID: s3.env.S3_ACCESS_KEY_ID,
	MIRROR_S3_SECRET_ACCESS_KEY: s3.env.S3_SECRET_ACCESS_KEY,
	MIRROR_S3_PREFIX: 'copy',
});

beforeAll(async () => {
	s3 = await startS3();
	bucket = s3Store({
		bucket: s3.env.S3_BUCKET,
		endpoint: s3.env.S3_ENDPOINT,
		region: 'us-east-1',
		keys: { accessKeyId: s3.env.S3_ACCESS_KEY_ID, secretAccessKey: s3.env.S3_SECRET_ACCESS_KEY },
		prefix: null,
	});
	server = await startServer({ env: mirrorEnv() });
});
afterAll(async () => {
	await server.stop();
	await s3.stop();
});

const inMirror = async (path: string) => {
	const bytes = await bucket.read(`copy/${path}`);
	return bytes && String(bytes);
};
const words = (of = server) => mirrorInWords(of.services.database.db, of.services.mirror as ObjectStore);
/** As the scheduler does every minute. */
const wake = (of = server) => of.services.queue.send(of.services.database.db, 'mirror', {});
const upToDate = (of = server) =>
	waitFor(
		'the mirror to be up to date',
		async () => {
			await wake(of);
			return (await words(of)).endsWith('up to date');
		},
		{ everyMs: 200 },
	);
const pathsOf = async (uid: string, of = server) =>
	(
		await of.services.database.db.execute(sql`select path from files where _owner = ${uid} order by 1`)
	).rows.map(({ path }) => String(path));

test('a saved result is copied with the save, and goes when the customer deletes it', async () => {
	const customer = await server.customer();
	await grant(server, customer.uid, 1);
	const automation = await addAutomation(server, customer.uid, {
		_triggerType: 'schedule',
		_actionType: 'save',
	});
	await askForRun(server, automation);
	const [run] = await endedRuns(server, automation, 1);
	const [json = '', text = ''] = await pathsOf(customer.uid);
	await waitFor('the copy in the mirror', async () => (await inMirror(text)) === 'Someone is there.\n');
	expect(JSON.parse(String(await waitFor('the other copy', () => inMirror(json))))).toMatchObject({
		run: run?.id,
	});
	await upToDate();

	await customer.send('DELETE', `/api/files/${run?.id}`, {});
	await upToDate();
	expect([await inMirror(text), await inMirror(json)]).toEqual([null, null]);
});

test('a mirror that is down delays nothing; it catches up with copies and deletions later', async () => {
	const customer = await server.customer();
	await grant(server, customer.uid, 2);
	const automation = await addAutomation(server, customer.uid, {
		_triggerType: 'schedule',
		_actionType: 'save',
	});
	const before = await addSaved(server, customer.uid, automation);
	await upToDate();
	await s3.down();
	try {
		await askForRun(server, automation);
		const ended = await endedRuns(server, automation, 2);
		expect(ended.map(({ _status }) => _status)).toEqual(['succeeded', 'succeeded']);
		expect((await customer.send('DELETE', `/api/files/${before}`, {})).status).toBe(200);
		expect(await words()).toBe(`${server.services.mirror?.describe}, 2 files to copy, 2 to delete`);
		const said: string[] = [];
		await runCommand(server.services, ['mirror', 'status'], (line) => said.push(line));
		expect(said).toEqual([`${await words()}.`]);
		expect(banner(server.services, null, null, await words())).toMatch(
			/Mirror +S3 bucket pictures, folder copy, at/,
		);
	} finally {
		await s3.up();
	}
	await upToDate();
	for (const path of await pathsOf(customer.uid)) expect(await inMirror(path)).not.toBeNull();
	const gone = `users/${customer.uid}/automations/${automation}/${before}/result.txt`;
	expect(await inMirror(gone)).toBeNull();
});

test('files that the mirror always refuses do not block the others', async () => {
	const customer = await server.customer();
	const automation = await addAutomation(server, customer.uid);
	for (const _ of [1, 2, 3]) await addSaved(server, customer.uid, automation);
	const refused = new Set(await pathsOf(customer.uid));
	expect(refused.size).toBeGreaterThan(4);
	const mirror = server.services.mirror as ObjectStore;
	const { putStream } = mirror;
	mirror.putStream = async (path, ...rest) => {
		if (refused.has(path)) throw new Error('this name is not allowed');
		await putStream(path, ...rest);
	};
	try {
		await addSaved(server, customer.uid, automation);
		const [other = ''] = (await pathsOf(customer.uid)).filter((path) => !refused.has(path));
		await waitFor('the copy of another file', async () => {
			await wake();
			return inMirror(other);
		});
	} finally {
		mirror.putStream = putStream;
	}
	await upToDate();
});

test('files saved before there was a mirror, or by a process that died, are caught up with', async () => {
	const database = await openTestDatabase();
	const { close } = database;
	// The next process opens it again.
	database.close = async () => undefined;
	const without = await startServer({ database });
	const customer = await without.customer();
	const automation = await addAutomation(without, customer.uid);
	await addSaved(without, customer.uid, automation);
	const said: string[] = [];
	expect(await runCommand(without.services, ['mirror', 'status'], (line) => said.push(line))).toBe(1);
	expect(said).toEqual(['No mirror is set. To set one, see MIRROR_S3_BUCKET in .env.example.']);
	// A copy that was cut short by the end of a process, of a file that was deleted after that.
	const cut = `users/${customer.uid}/automations/${automation}/gone/result.txt`;
	await bucket.put(`copy/${cut}`, Buffer.from('x'), 'text/plain');
	await database.db.execute(sql`insert into mirror_leftovers (path) values (${cut})`);
	const [path = ''] = await pathsOf(customer.uid, without);
	const bytes = (await without.services.objects.read(path)) as Buffer;
	await without.stop();

	const restarted = await startServer({ database, env: mirrorEnv() });
	try {
		await restarted.services.objects.put(path, bytes, 'text/plain');
		for (const other of (await pathsOf(customer.uid, restarted)).slice(1))
			await restarted.services.objects.put(other, bytes, 'text/plain');
		await upToDate(restarted);
		expect(await inMirror(path)).toBe(String(bytes));
		expect(await inMirror(cut)).toBeNull();
		await bucket.delete(`copy/${path}`);
		await runCommand(restarted.services, ['mirror', 'again'], () => undefined);
		await upToDate(restarted);
		expect(await inMirror(path)).toBe(String(bytes));
	} finally {
		await restarted.stop();
		await close();
	}
});

test('an erased customer is erased in the mirror too', async () => {
	const customer = await server.customer();
	const automation = await addAutomation(server, customer.uid);
	await addSaved(server, customer.uid, automation);
	await upToDate();
	const paths = await pathsOf(customer.uid);
	expect(await inMirror(String(paths[0]))).not.toBeNull();
	await runCommand(server.services, ['user', 'remove', '--email', customer.email], () => undefined);
	await upToDate();
	expect(await Promise.all(paths.map(inMirror))).toEqual(paths.map(() => null));
	const { rows } = await server.services.database.db.execute(sql`select from mirror_leftovers`);
	expect(rows).toEqual([]);
});
