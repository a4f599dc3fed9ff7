import { access, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { addAutomation, addCamera, grant, sendCapture } from '../testing/automation.ts';
import { openKeptDatabase } from '../testing/database.ts';
import { deathOf } from '../testing/deaths.ts';
import { jpeg } from '../testing/images.ts';
import { mailThroughKills, RECKONING } from '../testing/kills.ts';
import { answerOf } from '../testing/model.ts';
import { type ModelServer, sendJson, startModelServer, WIRES } from '../testing/model-server.ts';
import { ServerProcess } from '../testing/process.ts';
import { startServer } from '../testing/server.ts';
import { waitFor } from '../testing/wait.ts';

const CREDITS = 1000;

let dataDir: string;
let model: ModelServer;
let env: Record<string, string>;
let deviceKey: string;
let watchingKey: string;
let automations: Record<'email' | 'capture' | 'alert' | 'schedule' | 'notice', string>;
let picture: Buffer;
let server: ServerProcess;

beforeAll(async () => {
	dataDir = await mkdtemp(join(tmpdir(), 'watchword-crash-'));
	picture = await jpeg();
	model = await startModelServer();
	model.respond = (response) =>
		sendJson(response, 200, WIRES['openai-compatible'].says(answerOf({ verdict: 'met' })));
	const kept = await openKeptDatabase(dataDir);
	const seeding = await startServer({ database: kept.database, env: { ROLES: 'api' } });
	const { uid } = await seeding.customer();
	await grant(seeding, uid, CREDITS);
	const camera = await addCamera(seeding, uid);
	deviceKey = camera.deviceKey;
	const watching = await addCamera(seeding, uid);
	watchingKey = watching.deviceKey;
	automations = {
		email: await addAutomation(seeding, uid, { _actionType: 'replyToEmail', action_toAddress: null }),
		capture: await addAutomation(seeding, uid, {
			_triggerType: 'capture',
			_actionType: 'save',
			trigger_device_deviceID: camera.deviceId,
		}),
		alert: await addAutomation(seeding, uid, {
			_triggerType: 'capture',
			trigger_device_deviceID: watching.deviceId,
			_tell: 'begin',
		}),
		schedule: await addAutomation(seeding, uid, { _triggerType: 'schedule' }),
		notice: await addAutomation(seeding, uid),
	};
	await seeding.stop();
	env = {
		...kept.env,
		MODEL: 'openai-compatible',
		MODEL_URL: `${model.url}/v1`,
		MODEL_NAME: 'sees-all',
		// One run at a time, so that the nth write is the same write in every life of the process.
		RUNS_IN_FLIGHT: '1',
	};
	server = serverOf(env);
	await server.start();
});
afterAll(async () => {
	await server.kill();
	model.close();
	await rm(dataDir, { recursive: true, force: true });
});

const serverOf = (settings: Record<string, string>) => new ServerProcess(settings, { mortal: true });

const query = (sql: string) => server.query(sql);

interface Counts {
	runs: number;
	ended: number;
}

async function capture(key: string, n: number): Promise<void> {
	const response = await sendCapture(String(server.url), key, picture, { 'x-capture-id': `crash-${n}` });
	expect(response.status).toBe(202);
	await response.text();
}

/** Each triggers the nth run of its automation, and resolves when the trigger is acknowledged. */
const SIGNALS = {
	async email(n: number) {
		const transport = createTransport({ host: '127.0.0.1', port: server.smtpPort, ignoreTLS: true });
		try {
			await transport.sendMail({
				// A new sender each time, because one sender gets at most ten replies an hour.
				from: `ann-${n}@customers.example`,
				to: `${automations.email}@automations.localhost`,
				subject: `Number ${n}`,
				text: 'Hello',
				messageId: `<crash-${n}@customers.example>`,
				date: new Date(0),
			});
		} finally {
			transport.close();
		}
	},
	capture: (n: number) => capture(deviceKey, n),
	alert: (n: number) => capture(watchingKey, n),
	/** Each run has its own time: the nth minute before the test began, which was missed and is now due. */
	async schedule(n: number) {
		const time = new Date(Math.floor(began / 60_000 - n) * 60_000).toISOString();
		await query(`update automations set _schedule = '{${time.slice(11, 16)}}', next_fire_at = '${time}'
			where id = '${automations.schedule}'`);
	},
};
const began = Date.now();

async function counts(automation: string): Promise<Counts> {
	const [row] = await query(`select count(*)::int as runs, count(ended_at)::int as ended
		from automation_runs where "_automationId" = '${automation}'`);
	return row as unknown as Counts;
}

async function ended(automation: string, count: number): Promise<void> {
	const what = `${count} ended runs of automation ${automation}`;
	await waitFor(what, async () => (await counts(automation)).ended >= count);
}

/** Ends the leases of the dead worker, which would otherwise take time to run out. */
async function passTime(): Promise<void> {
	await query(`update automation_runs set lease_until = now() where ended_at is null`);
	await query(`notify watchword_runs`);
}

/** Each trigger makes about fifteen lasting writes. Without the request for all, only mail is tested. */
const TRIGGERS = inject('crashAll')
	? (['email', 'capture', 'alert', 'schedule'] as const)
	: (['email'] as const);

test.each(TRIGGERS)(
	'a run triggered by %s survives a kill before every lasting write: it happens once, and nothing is lost',
	async (trigger) => {
		const id = automations[trigger];
		const deaths: string[] = [];
		let signals = 0;
		for (let survived = false; !survived; ) {
			const n = ++signals;
			server.dieBefore(deathOf(n));
			let acknowledged = false;
			const life = SIGNALS[trigger](n).then(async () => {
				acknowledged = true;
				await ended(id, n);
				// The worker continues to poll, and must not be killed by that.
				server.dieBefore(1e9);
				await counts(id);
			});
			survived = await life.then(
				() => true,
				() => server.ended.then(() => false),
			);
			if (survived) break;
			deaths.push(server.said.trim());
			await server.start();
			await passTime();
			// The sender repeats only what was not acknowledged.
			if (!acknowledged) await SIGNALS[trigger](n);
			await ended(id, n);
			expect(await counts(id), deaths.at(-1)).toEqual({ runs: n, ended: n });
		}

		const charged = trigger === 'capture' || trigger === 'alert' ? 0 : 1;
		const runs = await query(`select r.id, r._status, r._reason, r.credits, r.action_files,
			(select count(*)::int from ledger_entries l where l.reference = r.id) as entries
			from automation_runs r where "_automationId" = '${id}' order by seq`);
		expect(runs).toHaveLength(signals);
		for (const run of runs) {
			const ended = { _status: 'succeeded', credits: charged, entries: charged };
			expect(run, String(run._reason)).toMatchObject(ended);
		}
		if (trigger === 'alert') await checkEpisode(runs);
		else if (trigger === 'capture') await checkFiles(runs);
		else await checkMails(runs, deaths.length);
	},
	300_000,
);

/** The mail of every run was sent. If one was sent twice, it was the same mail. */
async function checkMails(runs: Record<string, unknown>[], deaths: number): Promise<void> {
	const folder = join(dataDir, 'outbox');
	const names = (await readdir(folder)).filter((name) => !name.startsWith('.'));
	const mails = await Promise.all(
		names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
	);
	const sent = mails
		.map(({ messageId = '' }) => messageId)
		.filter((messageId) => runs.some(({ id }) => messageId.includes(String(id))));
	expect(new Set(sent).size).toBe(runs.length);
	expect(sent.length - runs.length).toBeLessThanOrEqual(deaths);
}

/** It is one episode with every capture in it, and one run told of it: whatever was sent is the same mail. */
async function checkEpisode(runs: Record<string, unknown>[]): Promise<void> {
	const found = await query(`select e.captures, e."told_runId", count(r.id)::int as runs from episodes e
		join automation_runs r on r."_episodeId" = e.id where e."_automationId" = '${automations.alert}' group by e.id`);
	expect(found).toEqual([{ captures: runs.length, runs: runs.length, told_runId: runs[0]?.id }]);
	const folder = join(dataDir, 'outbox');
	const names = (await readdir(folder)).filter((name) => !name.startsWith('.'));
	const mails = await Promise.all(
		names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
	);
	const told = runs.filter(({ id }) => mails.some(({ messageId = '' }) => messageId.includes(String(id))));
	expect(told.map(({ id }) => id)).toEqual([runs[0]?.id]);
}

async function checkFiles(runs: Record<string, unknown>[]): Promise<void> {
	for (const { id, action_files } of runs) {
		const files = action_files as string[];
		expect(files).toHaveLength(3);
		await Promise.all(files.map((file) => access(join(dataDir, 'objects', file))));
		const folder = join(dataDir, 'objects', files[0] ?? '', '..');
		expect(folder.endsWith(String(id))).toBe(true);
		// A file that was half written when the process died has a hidden name and is ignored.
		expect((await readdir(folder)).filter((name) => !name.startsWith('.'))).toHaveLength(3);
	}
}

test('each mail that arrives while the server is killed at random makes one run and one mail', async () => {
	await server.kill();
	server = serverOf({ ...env, RUNS_IN_FLIGHT: '8' });
	await server.start();
	const [mails, kills] = inject('crashAll') ? [40, 3] : [16, 2];
	const seed = Date.now();
	await mailThroughKills({
		server,
		started: passTime,
		to: [`${automations.notice}@automations.localhost`],
		mails,
		kills,
		seed,
	});
	await ended(automations.notice, mails);
	const runs = await query(`select id from automation_runs where "_automationId" = '${automations.notice}'`);
	expect(runs, `seed ${seed}`).toHaveLength(mails);
	await checkMails(runs, kills * 8);
}, 300_000);

test('after all kills, the ledger is exact', async () => {
	const [sums] = await query(RECKONING);
	const [{ balance, charges }] = (await query(`select
		(select count(*)::int from automation_runs where credits > 0) as charges,
		(select balance from ledger_entries order by seq desc limit 1) as balance`)) as [Record<string, number>];
	expect(sums).toMatchObject({ doubled: 0, unsuccessful: 0, charged: charges, wrongly: 0, unbalanced: 0 });
	expect(balance).toBe(CREDITS - Number(charges));
});
