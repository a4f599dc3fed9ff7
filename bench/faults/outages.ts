/** A service that the server needs is down for a while: senders wait or are told to try later, and finally all runs end. */
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '../../scripts/postgres.ts';
import { startS3 } from '../../server/src/testing/s3.ts';
import { picture } from '../load.ts';
import { mailSink, stubModel } from '../outside.ts';
import type { Ask } from '../seed.ts';
import { asker, Fleet } from './fleet.ts';
import { type Gate, openGate } from './gate.ts';
import { drained, reckon, report, sayReasons } from './reckoning.ts';
import { addCustomers, type Sent, sendSignals, wrongAnswers } from './signals.ts';
import { smallDisk } from './small-disk.ts';

const ALL_ROLES = ['api,mail,worker,scheduler'];
const CUSTOMERS = 5;
const CREDITS = 1_000_000;
const BEFORE_MS = 3000;
/** The number of cameras and of mail senders, and their pause after an accepted signal. */
const SENDERS = 2;
const PACE_MS = 500;
const DISK_MB = 200;

interface Outage {
	name: string;
	begin(): Promise<void>;
	end(): Promise<void>;
}

interface Choice {
	seconds: number;
	/** A word in the names of the wanted outages; empty for all. */
	only: string;
}

interface World {
	fleet: Fleet;
	ask: Ask;
	received: Map<string, number[]>;
	choice: Choice;
}

export async function outages(choice: Choice): Promise<boolean> {
	console.log(`  each lasts ${choice.seconds} s`);
	const [model, sink] = [await stubModel(), await mailSink()];
	const well = [
		await remote(choice, model.env, sink),
		await diskFull(choice, model.env, sink, true),
		await diskFull(choice, model.env, sink, false),
	];
	model.stop();
	sink.stop();
	return well.every(Boolean);
}

type Sink = Awaited<ReturnType<typeof mailSink>>;
type Environment = Record<string, string>;

/** The mail server, the model, the storage and the database: each unreachable, and each without an answer. */
async function remote(choice: Choice, model: Environment, sink: Sink): Promise<boolean> {
	const postgres = await startPostgres();
	const storage = await startS3();
	const gates = {
		'mail server': await openGate(sink.env.SMTP_URL),
		model: await openGate(String(model.MODEL_URL)),
		storage: await openGate(storage.env.S3_ENDPOINT),
		database: await openGate(postgres.url),
	};
	const fleet = await Fleet.start(
		{
			...model,
			MODEL_URL: gates.model.url,
			MODEL_TIMEOUT_SECONDS: '5',
			// Every run waits for the model that is down.
			MODEL_FALLBACK: 'no',
			SMTP_URL: gates['mail server'].url,
			...storage.env,
			S3_ENDPOINT: gates.storage.url,
			DATABASE_URL: gates.database.url,
		},
		ALL_ROLES,
	);
	const { ask, end } = asker(postgres.url);
	const all = Object.entries(gates).flatMap(([name, gate]) => [
		away(`${name} refuses`, gate, 'refuse'),
		away(`${name} says nothing`, gate, 'ignore'),
	]);
	const well = await through(all, { fleet, ask, received: sink.received, choice });
	await fleet.stop();
	await end();
	for (const gate of Object.values(gates)) await gate.close();
	await storage.stop();
	await postgres.stop();
	return well;
}

const away = (name: string, gate: Gate, how: 'refuse' | 'ignore'): Outage => ({
	name,
	begin: () => gate.shut(how),
	end: () => gate.open(),
});

/** Fills the disk of the files; with the embedded database, that of everything. */
async function diskFull(choice: Choice, model: Environment, sink: Sink, embedded: boolean): Promise<boolean> {
	const disk = await smallDisk(DISK_MB);
	if (!disk) {
		console.log('  disk full: not tried, as only root may make a small disk');
		return true;
	}
	const postgres = embedded ? null : await startPostgres();
	const where = { DATA_DIR: disk.folder, ...(postgres && { DATABASE_URL: postgres.url }) };
	const fleet = await Fleet.start({ ...model, ...sink.env, ...where }, ALL_ROLES);
	const outside = postgres && asker(postgres.url);
	const ask: Ask = outside?.ask ?? ((sql) => fleet.members[0]?.server.query(sql) ?? Promise.resolve([]));
	let filling: NodeJS.Timeout | undefined;
	const full: Outage = {
		name: embedded ? 'disk of everything full' : 'disk of the files full',
		async begin() {
			await disk.fill();
			filling = setInterval(() => void disk.fill(), 1000);
		},
		async end() {
			clearInterval(filling);
			await sleep(1000);
			await disk.empty();
		},
	};
	const well = await through([full], { fleet, ask, received: sink.received, choice });
	await fleet.stop();
	await outside?.end();
	await postgres?.stop();
	await disk.remove();
	return well;
}

/** One after the other, while captures and mails continue to arrive. */
async function through(all: Outage[], { fleet, ask, received, choice }: World): Promise<boolean> {
	received.clear();
	const customers = await addCustomers(ask, CUSTOMERS, CREDITS);
	const bytes = await picture();
	let [runs, well] = [0, true];
	for (const { name, begin, end } of all.filter((outage) => outage.name.includes(choice.only))) {
		const sent: Sent = { acknowledged: 0, answers: new Map() };
		let over = false;
		const load = { senders: SENDERS, paceMs: PACE_MS, patienceMs: 10_000, over: () => over };
		const crashes = fleet.crashes.length;
		const sending = sendSignals(
			{ ...customers, ...load, doors: fleet.doors, picture: bytes, name: name.replaceAll(' ', '-') },
			sent,
		);
		await sleep(BEFORE_MS);
		const before = new Map(sent.answers);
		await begin();
		await sleep(choice.seconds * 1000);
		const during = Object.fromEntries(
			[...sent.answers].map(([answer, count]) => [answer, count - (before.get(answer) ?? 0)]),
		);
		await end();
		const back = Date.now();
		over = true;
		await sending;
		runs += sent.acknowledged;
		await drained(ask, runs, (line) => console.log(`  ${name}: ${line}`));
		const violations = {
			...(await reckon(ask, runs, received)),
			'answers other than taken, or later': wrongAnswers(sent),
		};
		console.log(`  ${name}: senders were told`, during);
		const figures = {
			signals: sent.acknowledged,
			'seconds until all had ended': Math.round((Date.now() - back) / 1000),
			'processes that ended and were started again': fleet.crashes.length - crashes,
			violations: Object.values(violations).reduce((sum, count) => sum + count, 0),
		};
		console.log(`  ${name}:`, figures);
		if (figures.violations > 0) {
			well = report(violations, {});
			await sayReasons(ask);
		}
	}
	for (const crash of fleet.crashes) console.log(crash);
	return well;
}
