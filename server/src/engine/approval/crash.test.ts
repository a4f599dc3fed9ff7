import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { addAutomation, grant } from '../../testing/automation.ts';
import { openKeptDatabase } from '../../testing/database.ts';
import { deathOf } from '../../testing/deaths.ts';
import { answerOf } from '../../testing/model.ts';
import { type ModelServer, sendJson, startModelServer, WIRES } from '../../testing/model-server.ts';
import { ServerProcess } from '../../testing/process.ts';
import { startServer } from '../../testing/server.ts';
import { connectSmtp } from '../../testing/smtp-client.ts';
import { waitFor } from '../../testing/wait.ts';

const TO = 'boss@example.com';

let dataDir: string;
let model: ModelServer;
let server: ServerProcess;
let automation: string;
let cookie: string;

beforeAll(async () => {
	dataDir = await mkdtemp(join(tmpdir(), 'watchword-crash-'));
	model = await startModelServer();
	model.respond = (response) =>
		sendJson(response, 200, WIRES['openai-compatible'].says(answerOf({ verdict: 'met' })));
	const kept = await openKeptDatabase(dataDir);
	const seeding = await startServer({ database: kept.database, env: { ROLES: 'api' } });
	const customer = await seeding.customer();
	await grant(seeding, customer.uid, 1000);
	automation = await addAutomation(seeding, customer.uid, { action_toAddress: TO, _approve: true });
	cookie = [...customer.cookies].map((pair) => pair.join('=')).join('; ');
	await seeding.stop();
	server = new ServerProcess(
		{
			...kept.env,
			...{ MODEL: 'openai-compatible', MODEL_URL: `${model.url}/v1`, MODEL_NAME: 'sees-all' },
			// One run at a time, so that the nth write is the same write in every life of the process.
			RUNS_IN_FLIGHT: '1',
		},
		{ mortal: true },
	);
	await server.start();
});
afterAll(async () => {
	await server.kill();
	model.close();
	await rm(dataDir, { recursive: true, force: true });
});

/** Delivers the nth mail to the automation. Delivered again, it is the same mail. */
async function deliver(n: number): Promise<void> {
	const client = await connectSmtp(server.smtpPort);
	try {
		const head = ['From: ann@customers.example', `Message-ID: <n${n}@customers.example>`, `Subject: ${n}`];
		const message = [...head, 'Date: Thu, 01 Jan 2026 00:00:00 +0000', '', 'Hello'].join('\r\n');
		await client.send('ann@customers.example', `${automation}@automations.localhost`, message);
	} finally {
		client.close();
	}
}

interface StoredRun {
	id: string;
	_status: string;
}

const runs = async () =>
	(await server.query(`select id, _status from automation_runs order by seq`)) as unknown as StoredRun[];

const reached = (n: number, status: string) =>
	waitFor(`run number ${n} to be ${status}`, async () => {
		const run = (await runs())[n - 1];
		return run?._status === status && run;
	});

async function answer(run: string, what: 'approve' | 'discard'): Promise<number> {
	const response = await fetch(`${server.url}/api/runs/${run}/${what}`, {
		method: 'POST',
		body: '{}',
		headers: { cookie, origin: String(server.url), 'content-type': 'application/json' },
	});
	await response.text();
	return response.status;
}

/** The Message-IDs of the mails to an address, one for each time they were sent. */
async function sentTo(wanted: (address: string) => boolean): Promise<string[]> {
	const folder = join(dataDir, 'outbox');
	const names = (await readdir(folder).catch(() => [])).filter((name) => !name.startsWith('.'));
	const mails = await Promise.all(
		names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
	);
	return mails.filter(({ to }) => wanted(to?.[0]?.address ?? '')).map(({ messageId = '' }) => messageId);
}
const sent = () => sentTo((address) => address === TO);
const asked = () => sentTo((address) => address !== TO);

/** Ends the leases of the dead worker, which would otherwise take time to run out. */
async function passTime(): Promise<void> {
	await server.query(`update automation_runs set lease_until = now() where lease_until is not null`);
	await server.query(`notify watchword_runs`);
}

/** The nth life, which may end before a lasting write. Whether it ended instead of doing all it was to do. */
async function dies(n: number, live: () => Promise<void>): Promise<boolean> {
	server.dieBefore(deathOf(n));
	const life = live().then(async () => {
		// The worker continues to poll, and must not be killed by that.
		server.dieBefore(1e9);
		await runs();
	});
	const died = await life.then(
		() => false,
		() => server.ended.then(() => true),
	);
	if (!died) return false;
	await server.start();
	await passTime();
	return true;
}

let count = 0;

test('a yes survives a kill before every lasting write: nothing is sent before it, and it is sent once', async () => {
	for (let died = true, n = 1; died; n++) {
		const number = ++count;
		await deliver(number);
		const { id } = await reached(number, 'waiting');
		await waitFor('the draft to be mailed', async () => (await asked()).length >= number);
		let acknowledged = false;
		died = await dies(n, async () => {
			expect(await answer(id, 'approve')).toBe(200);
			acknowledged = true;
			await reached(number, 'succeeded');
		});
		if (!acknowledged) {
			const isStored = (await runs())[number - 1]?._status !== 'waiting';
			if (!isStored) expect((await sent()).filter((messageId) => messageId.includes(id))).toEqual([]);
			// Who got no answer asks again, and learns whether the first one counted.
			expect(await answer(id, 'approve')).toBe(isStored ? 409 : 200);
		}
		await reached(number, 'succeeded');
	}
	const all = await sent();
	expect(new Set(all).size).toBe(count);
	expect(all.length - count).toBeLessThan(count);
}, 300_000);

/** Further restarts, which the crash test of runs makes too. */
const ALSO = inject('crashAll') ? ['mail'] : [];

test.each(ALSO)(
	'a run set off by %s comes to wait through a kill before every lasting write, and sends nothing',
	async () => {
		const before = (await sent()).length;
		for (let died = true, n = 1; died; n++) {
			const number = ++count;
			let acknowledged = false;
			died = await dies(n, async () => {
				await deliver(number);
				acknowledged = true;
				await reached(number, 'waiting');
			});
			if (!acknowledged) await deliver(number);
			const { id } = await reached(number, 'waiting');
			expect(await answer(id, 'discard')).toBe(200);
			await reached(number, 'skipped');
		}
		expect(await runs()).toHaveLength(count);
		expect(await sent()).toHaveLength(before);
	},
	300_000,
);
