import { access, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { addAutomation, addCamera, grant, sendCapture } from '../testing/automation.ts';
import { openKeptDatabase } from '../testing/database.ts';
import { jpeg } from '../testing/images.ts';
import { mailThroughKills, RECKONING } from '../testing/kills.ts';
import { answerOf } from '../testing/model.ts';
import { type ModelServer, sendJson, startModelServer, WIRES } from '../testing/model-server.ts';
import { ServerProcess } from '../testing/process.ts';
import { startServer } from '../testing/server.ts';

const CREDITS = 1000;

let dataDir: string;
let model: ModelServer;
let env: Record<string, string>;
let deviceKey: string;
let automations: Record<'email' | 'capture' | 'schedule' | 'notice', string>;
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
	automations = {
		email: await addAutomation(seeding, uid, { _actionType: 'replyToEmail', action_toAddress: null }),
		capture: await addAutomation(seeding, uid, {
			_triggerType: 'capture',
			_actionType: 'save',
			trigger_device_deviceID: camera.deviceId,
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
		// One after the other, so that the nth thing it does is the same thing each time.
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

interface Told {
	runs: number;
	ended: number;
}

/** Each sets off the nth run of its automation, and resolves once that is acknowledged. */
const SIGNALS = {
	async email(n: number) {
		const transport = createTransport({ host: '127.0.0.1', port: server.smtpPort, ignoreTLS: true });
		try {
			await transport.sendMail({
				// Another sender each time: one gets no more than ten answers an hour.
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
	async capture(n: number) {
		const response = await sendCapture(String(server.url), deviceKey, picture, {
			'x-capture-id': `crash-${n}`,
		});
		expect(response.status).toBe(202);
		await response.text();
	},
	/** A time of its own for each: the nth minute before the test began, missed and now due. */
	async schedule(n: number) {
		const time = new Date(Math.floor(began / 60_000 - n) * 60_000).toISOString();
		await query(`update automations set _schedule = '{${time.slice(11, 16)}}', next_fire_at = '${time}'
			where id = '${automations.schedule}'`);
	},
};
const began = Date.now();

async function told(automation: string): Promise<Told> {
	const [row] = await query(`select count(*)::int as runs, count(ended_at)::int as ended
		from automation_runs where "_automationId" = '${automation}'`);
	return row as unknown as Told;
}

async function ended(automation: string, count: number): Promise<void> {
	while ((await told(automation)).ended < count) await new Promise((again) => setTimeout(again, 20));
}

/** Lets a dead worker's lease run out, where nothing else says that it is dead. */
async function passTime(): Promise<void> {
	await query(`update automation_runs set lease_until = now() where ended_at is null`);
	await query(`notify watchword_runs`);
}

/** Each has some fifteen things that last, and a start after each: all of them on request, a mail's every time. */
const TRIGGERS = inject('crashAll') ? (['email', 'capture', 'schedule'] as const) : (['email'] as const);

test.each(TRIGGERS)(
	'a run set off by %s survives a kill before every thing that lasts: done once, nothing lost',
	async (trigger) => {
		const id = automations[trigger];
		const deaths: string[] = [];
		let signals = 0;
		for (let survived = false; !survived; ) {
			const n = ++signals;
			server.dieBefore(n);
			let acknowledged = false;
			const life = SIGNALS[trigger](n).then(async () => {
				acknowledged = true;
				await ended(id, n);
				// It goes on looking for runs, and might die of that next.
				server.dieBefore(1e9);
				await told(id);
			});
			survived = await life.then(
				() => true,
				() => server.ended.then(() => false),
			);
			if (survived) break;
			deaths.push(server.said.trim());
			await server.start();
			await passTime();
			// Its sender tries again what it got no answer for, and nothing else.
			if (!acknowledged) await SIGNALS[trigger](n);
			await ended(id, n);
			expect(await told(id), deaths.at(-1)).toEqual({ runs: n, ended: n });
		}

		const charged = trigger === 'capture' ? 0 : 1;
		const runs = await query(`select r.id, r._status, r.credits, r.action_files,
			(select count(*)::int from ledger_entries l where l.reference = r.id) as entries
			from automation_runs r where "_automationId" = '${id}' order by seq`);
		expect(runs).toHaveLength(signals);
		for (const run of runs) {
			expect(run).toMatchObject({ _status: 'succeeded', credits: charged, entries: charged });
		}
		await (trigger === 'capture' ? checkFiles(runs) : checkMails(runs, deaths.length));
	},
	300_000,
);

/** Every run's mail left; where one left twice it was the same mail. */
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

async function checkFiles(runs: Record<string, unknown>[]): Promise<void> {
	for (const { id, action_files } of runs) {
		const files = action_files as string[];
		expect(files).toHaveLength(3);
		await Promise.all(files.map((file) => access(join(dataDir, 'objects', file))));
		const folder = join(dataDir, 'objects', files[0] ?? '', '..');
		expect(folder.endsWith(String(id))).toBe(true);
		// What was half written when the process died has a name of its own and is in nobody's way.
		expect((await readdir(folder)).filter((name) => !name.startsWith('.'))).toHaveLength(3);
	}
}

test('mails sent while the server is killed at random instants each make one run and one mail', async () => {
	await server.kill();
	server = serverOf({ ...env, RUNS_IN_FLIGHT: '8' });
	await server.start();
	const [mails, kills, seed] = [40, 3, Date.now()];
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

test('afterwards the ledger is exact', async () => {
	const [sums] = await query(RECKONING);
	const [{ balance, charges }] = (await query(`select
		(select count(*)::int from automation_runs where credits > 0) as charges,
		(select balance from ledger_entries order by seq desc limit 1) as balance`)) as [Record<string, number>];
	expect(sums).toMatchObject({ doubled: 0, unsuccessful: 0, charged: charges, wrongly: 0, unbalanced: 0 });
	expect(balance).toBe(CREDITS - Number(charges));
});
