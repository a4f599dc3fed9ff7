/** Every process, the database and the storage on its own machine, each disconnected and slowed down in turn. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '../../scripts/postgres.ts';
import { seeded } from '../../server/src/testing/kills.ts';
import { ServerProcess } from '../../server/src/testing/process.ts';
import { picture } from '../load.ts';
import { mailSink, stubModel } from '../outside.ts';
import { asker, countEnding } from './fleet.ts';
import { Machine, OUTSIDE, openNetwork, runInNetwork, whyNoMachines } from './machines.ts';
import { drained, reckon, report, sayReasons } from './reckoning.ts';
import { addCustomers, type Doors, type Sent, sendSignals, wrongAnswers } from './signals.ts';

const ROLES = ['api', 'api', 'mail', 'mail', 'worker', 'worker,scheduler'];
const CUSTOMERS = 20;
const SENDERS = 4;
const MODEL_MS = 100;
const PACE_MS = 200;
const PATIENCE_MS = 5000;
/** One shorter than a lease, and one longer: then another worker takes over the runs of the disconnected one. */
const CUTS_MS = [8000, 60_000];
const SLOW_MS = 8000;
const BETWEEN_MS = 4000;
const [API_PORT, MAIL_PORT] = [8080, 2525];

export async function hosts(size: { seed: number }): Promise<boolean> {
	const why = whyNoMachines();
	if (why) {
		console.log(`  not run: network namespaces cannot be made here, which needs root on Linux (${why})`);
		return true;
	}
	if (!process.env.IN_NETWORK) return runInNetwork([import.meta.filename, String(size.seed)]);
	return inNetwork(size.seed);
}

if (process.argv[1] === import.meta.filename) {
	process.exitCode = (await inNetwork(Number(process.argv[2]))) ? 0 : 1;
}

async function inNetwork(seed: number): Promise<boolean> {
	openNetwork();
	const machines: Machine[] = [];
	const machine = async (name: string) => {
		const made = await new Machine(name, machines.length + 2).connect();
		machines.push(made);
		return made;
	};
	const [database, storage] = [await machine('database'), await machine('storage')];
	const postgres = await startPostgres({ enter: database.enter, address: database.address });
	const s3 = await startStorage(storage);
	const [model, sink] = [await stubModel(MODEL_MS, OUTSIDE), await mailSink(OUTSIDE)];
	const ended = new Map<string, number>();
	const log = (line: string) => countEnding(ended, line);
	const servers: { machine: Machine; server: ServerProcess }[] = [];
	for (const [n, roles] of ROLES.entries()) {
		const place = await machine(`${roles} ${n + 1}`);
		const own = { HOST: place.address, PORT: String(API_PORT), SMTP_PORT: String(MAIL_PORT), ROLES: roles };
		const shared = { DATABASE_URL: postgres.url, PUBLIC_URL: `http://${OUTSIDE}`, LOG_LEVEL: 'info' };
		const server = new ServerProcess(
			{ ...shared, ...s3.env, ...model.env, ...sink.env, ...own },
			{ enter: place.enter, log },
		);
		await server.start();
		servers.push({ machine: place, server });
	}
	const crashed = new Set<string>();
	for (const { machine, server } of servers) void server.ended.then(() => crashed.add(machine.name));
	const { ask, end } = asker(postgres.url);
	const customers = await addCustomers(ask, CUSTOMERS, 1_000_000);
	const sent: Sent = { acknowledged: 0, answers: new Map() };
	const began = Date.now();
	const say = (line: string) => console.log(`  ${Math.round((Date.now() - began) / 1000)} s: ${line}`);
	let over = false;
	const sending = sendSignals(
		{
			...customers,
			doors: doorsOf(servers.map(({ machine }) => machine)),
			picture: await picture(),
			senders: SENDERS,
			paceMs: PACE_MS,
			patienceMs: PATIENCE_MS,
			over: () => over,
		},
		sent,
	);

	const random = seeded(seed);
	let troubles = 0;
	for (const ms of CUTS_MS) {
		for (const one of shuffled(machines, random)) {
			// Without the database or the storage everything would stop for this long; the short cut has already shown that.
			if (ms > SLOW_MS && !one.name.startsWith('worker')) continue;
			troubles++;
			one.cut();
			await sleep(ms);
			one.mend();
			say(`${one.name} was cut off for ${ms / 1000} s; ${sent.acknowledged} acknowledged`);
			await sleep(BETWEEN_MS);
		}
	}
	for (const one of shuffled(machines, random)) {
		troubles++;
		one.slow();
		await sleep(SLOW_MS);
		one.hasten();
		say(`${one.name} was slow; ${sent.acknowledged} acknowledged`);
		await sleep(BETWEEN_MS);
	}
	over = true;
	await sending;
	const runs = sent.acknowledged;
	say(`${runs} acknowledged; the rest drains`);
	await drained(ask, runs, say);
	await sayReasons(ask);
	const violations = {
		...(await reckon(ask, runs, sink.received)),
		'answers other than taken, or later': wrongAnswers(sent),
		'runs that ended twice': [...ended.values()].filter((times) => times > 1).length,
		'processes that ended by themselves': crashed.size,
	};
	for (const { server } of servers) await server.stop();
	await end();
	const well = report(violations, { runs, 'cut off or slowed down': troubles, machines: machines.length });
	console.log('  what the senders were told:', Object.fromEntries([...sent.answers].sort()));
	model.stop();
	sink.stop();
	await s3.stop();
	await postgres.stop();
	return well;
}

/** Like a load balancer that removes servers that do not answer. */
function doorsOf(machines: Machine[]): Doors {
	const inTurn = (roles: string) => {
		let turn = 0;
		return () => {
			const up = machines.filter(({ name, isCut }) => name.startsWith(roles) && !isCut);
			return up[turn++ % up.length]?.address ?? null;
		};
	};
	const [api, mail] = [inTurn('api'), inTurn('mail')];
	return {
		api: () => {
			const host = api();
			return host === null ? null : `http://${host}:${API_PORT}`;
		},
		smtp: () => {
			const host = mail();
			return host === null ? null : { host, port: MAIL_PORT };
		},
	};
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
	return list
		.map((item) => ({ item, place: random() }))
		.sort((a, b) => a.place - b.place)
		.map(({ item }) => item);
}

/** An S3 server as a process on a machine. */
async function startStorage(machine: Machine) {
	const s3 = JSON.stringify(import.meta.resolve('../../server/src/testing/s3.ts'));
	const program = `const { startS3 } = await import(${s3}); const s3 = await startS3(process.argv[1]);
		console.log(JSON.stringify(s3.env)); process.stdin.on('end', () => s3.stop().then(() => process.exit())).resume();`;
	const [nsenter = '', ...args] = machine.enter;
	const child: ChildProcess = spawn(
		nsenter,
		[...args, process.execPath, '--input-type=module', '-e', program, machine.address],
		{ stdio: ['pipe', 'pipe', 'inherit'] },
	);
	const [line] = await once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), 'line');
	return {
		env: JSON.parse(String(line)) as Record<string, string>,
		async stop() {
			const gone = once(child, 'exit');
			child.stdin?.end();
			await gone;
		},
	};
}
