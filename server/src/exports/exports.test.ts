import type { DataExport } from '@watchword/contract/export';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { users } from '../accounts/tables.ts';
import { newId } from '../base/ids.ts';
import { addAutomation, addCamera, askForRun, grant, sendBurst } from '../testing/automation.ts';
import { addEpisodeWithRuns } from '../testing/episodes.ts';
import { jpeg } from '../testing/images.ts';
import { addBrowser } from '../testing/push-browser.ts';
import { quiet } from '../testing/quiet.ts';
import { endedRuns } from '../testing/runs.ts';
import { refusal, startServer, type TestServer } from '../testing/server.ts';
import { shareIt } from '../testing/shares.ts';
import { makeToken } from '../testing/token.ts';
import { waitFor } from '../testing/wait.ts';
import { addWebhook, HOOK } from '../testing/webhook.ts';
import { unzip } from '../testing/zip.ts';
import { forgetExports, makeExport } from './exports.ts';
import { exports } from './tables.ts';

let server: TestServer;
beforeAll(async () => {
	server = await startServer();
});
afterAll(() => server.stop());

type Customer = Awaited<ReturnType<TestServer['customer']>>;

const latest = async (customer: Customer) =>
	((await (await customer.get('/api/exports')).json()) as { latest: DataExport | null }).latest;

async function ready(customer: Customer): Promise<DataExport> {
	return waitFor('an export that is ready', async () => {
		const made = await latest(customer);
		return made?.status === 'ready' && made;
	});
}

const addressOf = ({ path }: DataExport) => `/v0/b/watchword/o/${encodeURIComponent(String(path))}?alt=media`;

test('an export has all data of its owner and nothing of others, and only the owner can read it', async () => {
	const customer = await server.customer();
	const stranger = await server.customer();
	const camera = await addCamera(server, customer.uid);
	const picture = await jpeg();
	await sendBurst(server.url, camera.deviceKey, [picture, picture]);
	const points = [0.1, 0.5, 0.9].map((x, at) => ({ x, y: at % 2 ? 0.2 : 0.8 }));
	const zones = [{ name: 'pool', points, use: 'named', ratio: null }];
	await customer.send('PUT', `/api/devices/${camera.deviceId}/zones`, { zones });
	await grant(server, customer.uid, 300);
	const automation = await addAutomation(server, customer.uid, {
		_triggerType: 'schedule',
		action_prompt: 'Ours.',
	});
	// More than one page of documents.
	await Promise.all(Array.from({ length: 230 }, () => askForRun(server, automation)));
	await endedRuns(server, automation, 230);
	const theirs = await addAutomation(server, stranger.uid, { action_prompt: 'Not ours.' });
	const episode = await addEpisodeWithRuns(server, {
		uid: customer.uid,
		automation,
		minutesAgo: 9,
		captures: 2,
	});
	await addEpisodeWithRuns(server, { uid: stranger.uid, automation: theirs, minutesAgo: 9, captures: 2 });

	await server.services.database.db.execute(sql`
		insert into examples (id, "_automationId", "captureId", said, "from", features, version)
		select c.id, ${automation}, c.id, 'yes', 'sheet', '\\x0102'::bytea, 'test' from captures c
		where c."deviceId" = ${camera.deviceId}`);

	const webhook = await addWebhook(server, customer.uid);
	const browser = await addBrowser(server, customer.uid);
	await addWebhook(server, stranger.uid);

	const token = await makeToken(customer, ['read']);
	const share = await shareIt(customer, { episodeId: episode.id });

	expect(await latest(customer)).toBeNull();
	const [first, second] = await Promise.all([customer.post('/api/exports'), customer.post('/api/exports')]);
	expect([first?.status, second?.status]).toEqual([200, 200]);
	const made = await ready(customer);
	expect(made.done).toBe(made.total);
	expect(made.total).toBeGreaterThan(230);
	const asked = await server.services.database.db
		.select()
		.from(exports)
		.where(eq(exports._owner, customer.uid));
	expect(asked).toHaveLength(1);

	// An API token reads less than an export holds.
	const withToken = await server.visitor().fetch(addressOf(made), { headers: token.headers });
	expect(await refusal(withToken)).toBe('403 token/scope');
	const zip = Buffer.from(await (await customer.get(addressOf(made))).arrayBuffer());
	expect(zip.length).toBe(made.size);
	const files = unzip(zip);
	const lines = (name: string) =>
		String(files.get(`${name}.ndjson`))
			.trimEnd()
			.split('\n');
	expect(lines('runs')).toHaveLength(232);
	expect(new Set(lines('runs').map((line) => JSON.parse(line).id)).size).toBe(232);
	expect(lines('episodes').map((line) => JSON.parse(line))).toMatchObject([{ id: episode.id, captures: 2 }]);
	expect(lines('devices').map((line) => JSON.parse(line))).toMatchObject([{ id: camera.deviceId, zones }]);
	const [captured] = lines('captures').map((line) => JSON.parse(line));
	expect(captured.frames).toHaveLength(1);
	expect([...files.keys()]).toContain(`files/${captured.frames[0].replace(`users/${customer.uid}/`, '')}`);
	expect(JSON.parse(String(lines('devices')[0]))).toMatchObject({ mail_address: expect.any(String) });
	expect(lines('examples').map((line) => JSON.parse(line))).toMatchObject([
		{ _automationId: automation, captureId: captured.id, said: 'yes' },
	]);
	const [exported = ''] = lines('api-tokens');
	expect(JSON.parse(exported)).toMatchObject({ id: token.id, name: 'For read', scopes: ['read'] });
	expect(exported).not.toContain('hash');
	const [phone = ''] = lines('push-browsers');
	expect(JSON.parse(phone)).toMatchObject({ id: browser, name: 'Phone of the owner' });
	expect(phone).not.toMatch(/endpoint|p256dh|auth/);
	const [shared = ''] = lines('shares');
	expect(JSON.parse(shared)).toMatchObject({ id: share.id, episode_id: episode.id, opened: 0 });
	expect(shared).not.toContain('hash');
	expect(lines('webhooks').map((line) => JSON.parse(line))).toMatchObject([{ id: webhook, url: HOOK.url }]);
	expect(lines('deliveries').map((line) => JSON.parse(line))).toMatchObject([{ webhookId: webhook }]);
	expect(lines('credits')).toHaveLength(231);
	expect(JSON.parse(String(lines('account')[0]))).toMatchObject({ email: customer.email });
	expect([...files].filter(([name]) => name.startsWith('files/')).map(([, bytes]) => bytes)).toContainEqual(
		picture,
	);
	const whole = Buffer.concat([...files.values()]).toString('latin1');
	for (const secret of [theirs, HOOK.secret]) expect(whole).not.toContain(secret);
	for (const { token } of (await server.services.database.db.execute(sql`select token from sessions`)).rows) {
		expect(whole).not.toContain(String(token));
	}

	expect(await refusal(await stranger.get(addressOf(made)))).toBe('403 permission-denied');
	expect(await refusal(await server.visitor().get(addressOf(made)))).toBe('401 unauthenticated');
	expect(await latest(stranger)).toBeNull();

	// When it expires, it is removed with its bytes.
	await server.services.database.db.update(exports).set({ expires_at: sql`now() - interval '1 second'` });
	await forgetExports(server.services.database.db, server.services.objects);
	expect(await latest(customer)).toBeNull();
	expect(await refusal(await customer.get(addressOf(made)))).toBe('404 not-found');
});

test('the number of exports per day is limited, and a failure of the storage is reported', async () => {
	const customer = await server.customer();
	const { objects } = server.services;
	const { putStream } = objects;
	await customer.confirm();
	objects.putStream = async () => {
		throw new Error('the disk is full');
	};
	await customer.post('/api/exports');
	await waitFor('an export that failed', async () => (await latest(customer))?.status === 'failed');
	objects.putStream = putStream;
	for (let n = 1; n < 5; n++) {
		await customer.post('/api/exports');
		await ready(customer);
	}
	expect(await refusal(await customer.post('/api/exports'))).toBe('429 resource-exhausted');
});

test('an export that no worker could finish in a day has failed, and another one can be made', async () => {
	const customer = await server.customer();
	const created_at = new Date(Date.now() - 25 * 3600_000);
	const lost = { id: newId(), _owner: customer.uid, status: 'making', created_at } as const;
	await server.services.database.db.insert(exports).values(lost);
	expect(await latest(customer)).toMatchObject({ id: lost.id, status: 'failed' });
	await customer.confirm();
	await customer.post('/api/exports');
	expect((await ready(customer)).id).not.toBe(lost.id);
});

test('an export of an account that is erased meanwhile leaves nothing in the storage', async () => {
	const { uid } = await server.customer();
	const { database, objects } = server.services;
	const { db } = database;
	const id = newId();
	await db.insert(exports).values({ id, _owner: uid });
	const path = `users/${uid}/exports/${id}.zip`;
	const stored: boolean[] = [];
	const erasing: typeof objects = {
		...objects,
		async putStream(...given) {
			await db.delete(users).where(eq(users.id, uid));
			await objects.putStream(...given);
			stored.push((await objects.read(path)) !== null);
		},
	};
	await makeExport({ db, objects: erasing, log: quiet }, id);
	expect([stored, await objects.read(path)]).toEqual([[true], null]);
});
