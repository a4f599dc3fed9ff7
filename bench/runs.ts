/** A durable run from end to end: a 60 kB capture in over HTTP, a model asked over HTTP, a mail out over SMTP, all recorded. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServerProcess } from '../server/src/testing/process.ts';
import { cpuOf, cpuOfServer, memoryOf } from './cpu.ts';
import { sendCaptures, sendMails } from './load.ts';
import { mailSink, stubModel } from './outside.ts';
import { addAutomation, addCamera, addCustomer } from './seed.ts';

const CUSTOMERS = 8;
const CAMERAS = 64;
const CONNECTIONS = 8;
const SLOW_MS = 2000;

interface Bench {
	/** What says where the database is; nothing for the embedded one. */
	env: Record<string, string>;
	picture: Buffer;
	runs: number;
	flags?: string[];
}

export interface Figures {
	'run at rest, median': number;
	'run at rest, 95 %': number;
	'runs per second': number;
	'CPU a run': number;
	'of it the database': number;
	'captures in per second': number;
	'mails in per second': number;
	memory: string;
}

async function open({ env, flags = [] }: Bench, modelMs: number) {
	const [model, sink] = [await stubModel(modelMs), await mailSink()];
	const dataDir = await mkdtemp(join(tmpdir(), 'watchword-bench-'));
	const server = new ServerProcess(
		{ DATA_DIR: dataDir, LOG_LEVEL: 'info', ...env, ...model.env, ...sink.env },
		{ mortal: true, flags },
	);
	await server.start();
	const ask = (sql: string) => server.query(sql);
	const keys: string[] = [];
	for (let n = 0; n < CUSTOMERS; n++) {
		const uid = await addCustomer(ask, 1_000_000);
		for (let m = 0; m < CAMERAS / CUSTOMERS; m++) keys.push(await addCamera(ask, uid));
	}
	const [backend] = env.DATABASE_URL ? await ask('select pg_backend_pid() as pid') : [];
	const cpu = () => {
		const database = backend ? cpuOfServer(Number(backend.pid)) : 0;
		return { database, all: database + cpuOf(server.pid) };
	};
	/** Resolves when so many mails more have arrived. */
	const arrived = (count: number) => {
		const goal = sink.received.size + count;
		return new Promise<void>((done) => {
			sink.onMail(() => {
				if (sink.received.size >= goal) done();
			});
		});
	};
	const ended = async (count: number) => {
		while (
			Number((await ask('select count(*) from automation_runs where ended_at is not null'))[0]?.count) < count
		) {
			await new Promise((again) => setTimeout(again, 20));
		}
	};
	const close = async () => {
		await server.stop();
		model.stop();
		sink.stop();
		await rm(dataDir, { recursive: true, force: true });
	};
	return {
		server,
		model,
		sink,
		keys,
		ask,
		cpu,
		arrived,
		ended,
		close,
		captures: `${server.url}/api/captures`,
	};
}

export async function measureRuns(bench: Bench): Promise<Figures> {
	const { picture, runs } = bench;
	const { server, keys, ask, cpu, arrived, ended, close, captures } = await open(bench, 0);
	const send = (count: number, connections = CONNECTIONS) =>
		sendCaptures(captures, keys, picture, count, connections);
	const burst = async (count: number) => {
		const done = arrived(count);
		await send(count);
		await done;
	};
	await burst(runs / 4);

	const alone: number[] = [];
	for (let n = 0; n < 50; n++) {
		const began = performance.now();
		const done = arrived(1);
		await send(1, 1);
		await done;
		alone.push(performance.now() - began);
		await ended(runs / 4 + n + 1);
	}
	alone.sort((a, b) => a - b);

	const [before, began] = [cpu(), performance.now()];
	await burst(runs);
	await ended(runs / 4 + 50 + runs);
	const seconds = (performance.now() - began) / 1000;
	const after = cpu();

	// Without what follows from them: the way in alone.
	await ask(`update automations set _deleted = true`);
	const capturesIn = await send(runs);
	const uid = await addCustomer(ask, 1_000_000);
	const to: string[] = [];
	for (let n = 0; n < CUSTOMERS; n++) {
		to.push(`${await addAutomation(ask, uid, { trigger: 'email', action: 'save' })}@automations.localhost`);
	}
	const mailsIn = await sendMails(server.smtpPort, to, runs, CONNECTIONS);
	const memory = memoryOf(server.pid);
	await close();
	return {
		'run at rest, median': alone[25] ?? 0,
		'run at rest, 95 %': alone[47] ?? 0,
		'runs per second': runs / seconds,
		'CPU a run': (after.all - before.all) / runs,
		'of it the database': (after.database - before.database) / runs,
		'captures in per second': capturesIn,
		'mails in per second': mailsIn,
		memory,
	};
}

/** A model that takes two seconds: how many runs wait for it at once, and what waiting costs. */
export async function measureWaiting(
	bench: Bench,
): Promise<{ 'runs in flight': number; 'of a core': number }> {
	const { model, keys, cpu, arrived, close, captures } = await open(bench, SLOW_MS);
	const done = arrived(keys.length * 3);
	await sendCaptures(captures, keys, bench.picture, keys.length * 3, CONNECTIONS);
	const [before, began] = [cpu(), performance.now()];
	await done;
	const share = (cpu().all - before.all) / (performance.now() - began);
	const most = model.count.most;
	await close();
	return { 'runs in flight': most, 'of a core': share };
}
