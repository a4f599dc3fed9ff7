/** `npm run bench`: what Watchword does and costs, compared with the simplest programs that do the same, in one session. */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { startPostgres } from '../scripts/postgres.ts';
import { measureAlerts } from './alerts.ts';
import { measureCleaning } from './cleaning.ts';
import { measureHistory } from './history.ts';
import { measureIntake } from './intake.ts';
import { measureLarge } from './large.ts';
import { picture } from './load.ts';
import { measureMails } from './mails.ts';
import { measurePortal, portalTable } from './portal.ts';
import { measureReach } from './reach.ts';
import { measureReading } from './reading.ts';
import { singleRowCommits } from './references.ts';
import { measureBacklog, measureRuns, measureWaiting } from './runs.ts';
import { measureTicks } from './scheduler.ts';
import { measureStanding } from './standing.ts';

const CONNECTIONS = 8;
const HISTORY = [10_000, 1_000_000];
const AUTOMATIONS = [100, 100_000];
const BACKLOGS = [1_000, 8_000];
const LINES_OF_EACH = 20;
const { values } = parseArgs({
	options: {
		runs: { type: 'string', default: '3000' },
		/**
		 * Only some parts: references, runs, intake, waiting, standing, scheduler, alerts, reading, mails, history, reach,
		 * cleaning, portal, interaction.
		 */
		only: { type: 'string', default: '' },
		/** How often each screen of the portal is visited; by default 5 times, for interactions 3 times. */
		visits: { type: 'string' },
		/** Which screens of the portal are visited; all if empty. */
		screens: { type: 'string', default: '' },
		/** How many runs are announced to an open tab while its memory is measured. */
		updates: { type: 'string', default: '3600' },
		/** A data folder with a complete demo account for the portal; without one it is created, which takes minutes. */
		data: { type: 'string', default: '' },
		/** For cleaning: runs at the beginning, how many days pass, and how many runs are stored a second. */
		stored: { type: 'string', default: '1000000' },
		days: { type: 'string', default: '12' },
		rate: { type: 'string', default: '400' },
		/** A shell command that measures something else; it runs before and after the runs, in the same minutes. */
		beside: { type: 'string', default: '' },
		/** Flags for Node.js, such as --cpu-prof. */
		flag: { type: 'string', multiple: true, default: [] },
	},
});
const count = Number(values.runs);
const only = values.only.split(',').filter(Boolean);
const bytes = await picture();
type Row = [what: string, embedded: string, postgres: string, bar: string];
const rows: Row[] = [];
const began = performance.now();

/** The lines of each part, with their limits. */
async function part(name: string, act: () => Promise<Row[]>): Promise<void> {
	if (only.length > 0 && !only.includes(name)) return;
	process.stderr.write(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${name} ...\n`);
	const found = await act();
	rows.push(...found);
	for (const [what, ...figures] of found) process.stderr.write(`        ${what}: ${figures.join(' | ')}\n`);
}

const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
const perSecond = (value: number) => `${value.toFixed(0)}/s`;
const percent = (value: number) => `${(100 * value).toFixed(0)} %`;
const kilobytes = (value: number) => `${(value / 1024).toFixed(1)} kB`;
const megabytes = (value: number) => `${value.toFixed(0)} MB`;

/** Both databases, one after the other. */
async function both<T>(act: (where: { url: string | null; flags: string[] }) => Promise<T>): Promise<[T, T]> {
	const { flag: flags } = values;
	const embedded = await act({ url: null, flags });
	return [embedded, await act({ url: postgres.url, flags })];
}

const postgres = await startPostgres({ durable: true });

await part('references', async () => {
	const commits = await singleRowCommits(postgres.url, CONNECTIONS, count);
	return [['PostgreSQL, single rows committed', '', perSecond(commits), '']];
});

await part('runs', async () => {
	const { flag: flags, beside } = values;
	const runBeside = () => beside && spawnSync(beside, { shell: true, stdio: ['ignore', 2, 2] });
	runBeside();
	const [embedded, server] = await both((where) => measureRuns(where, bytes, where.url ? count : count / 3));
	const two = await measureRuns({ url: postgres.url, flags }, bytes, count, true);
	runBeside();
	return [
		['one run at rest, median', ms(embedded.median), ms(server.median), 'under 15 ms'],
		['one run at rest, 95 %', ms(embedded.late), ms(server.late), ''],
		['runs', perSecond(embedded.perSecond), perSecond(server.perSecond), '110/s, 220/s'],
		['runs, 32 senders', perSecond(embedded.perSecondOfMany), perSecond(server.perSecondOfMany), ''],
		['CPU a run', ms(embedded.cpu), ms(server.cpu), 'at most 6 ms'],
		['of it the database', 'within', ms(server.databaseCpu), 'at most 1.5 ms'],
		['transactions a run', '', server.commits.toFixed(1), ''],
		['log written a run (WAL)', '', kilobytes(server.wal), ''],
		['kept in the database a run', '', kilobytes(server.bytes), ''],
		['kept in files a run', '', kilobytes(server.files), ''],
		['runs, taken and carried by two processes', '', perSecond(two.perSecond), '300/s'],
		['the same, 32 senders', '', perSecond(two.perSecondOfMany), ''],
		['CPU a run then', '', ms(two.cpu), 'at most 6 ms'],
		['memory after that', megabytes(embedded.memory), megabytes(server.memory), ''],
	];
});

await part('intake', async () => {
	const [embedded, server] = await both((where) =>
		measureIntake(where, bytes, where.url ? count : count / 3),
	);
	const lines = (what: 'captures' | 'mails', other: string, bar: string) => {
		const [one, two] = [embedded[what], server[what]];
		return [
			[`${what} in`, perSecond(one.ours), perSecond(two.ours), ''],
			[`the same, ${other}`, perSecond(one.bare), perSecond(two.bare), ''],
			[`${what} in, of that`, percent(one.ours / one.bare), percent(two.ours / two.bare), bar],
		] satisfies Row[];
	};
	return [
		...lines('captures', 'a bare HTTP server', 'at least 45 %'),
		...lines('mails', 'a bare smtp-server', 'at least 60 %'),
	];
});

await part('waiting', async () => {
	const where = { url: postgres.url, flags: values.flag };
	const { inFlight, waiting } = await measureWaiting(where, bytes);
	const backlog: Row[] = [];
	for (const many of BACKLOGS) {
		const { perSecond: rate, databaseCpu } = await measureBacklog(where, bytes, many);
		const cost = `${perSecond(rate)}, ${ms(databaseCpu)} of the database each`;
		backlog.push([`runs while ${many} wait`, '', cost, 'the same']);
	}
	return [
		...backlog,
		['runs in flight at a model of 2 s', '', String(inFlight), '64'],
		['of a core while they wait', '', percent(waiting), 'under 10 %'],
	];
});

await part('standing', async () => {
	const [embedded, server] = await both(measureStanding);
	return [
		['start to ready, database exists', ms(embedded.ready), ms(server.ready), 'at most 1500 ms'],
		['idle memory', megabytes(embedded.memory), megabytes(server.memory), 'at most 200 MB, 110 MB'],
		['most memory until then', megabytes(embedded.most), megabytes(server.most), ''],
		['CPU of a second meanwhile', ms(embedded.cpu), ms(server.cpu), ''],
	];
});

await part('scheduler', async () => {
	const [few = 0, many = 0] = await measureTicks(postgres.url, AUTOMATIONS);
	return [
		[`tick, ${AUTOMATIONS.join(' and ')} automations not due`, '', `${ms(few)} and ${ms(many)}`, 'the same'],
	];
});

await part('alerts', async () => {
	const ways = await measureAlerts({ url: postgres.url, flags: values.flag });
	return ways.map(({ way, mails, asked, credits, seconds }) => [
		`a day of three cameras, told ${way}`,
		'',
		`${mails} mails, ${asked} model calls, ${credits} credits (${seconds.toFixed(0)} s)`,
		'',
	]);
});

await part('reading', async () => {
	const { right, ms: wall, cpu, memory } = await measureReading(LINES_OF_EACH);
	return [
		...[...right].map(
			([way, count]) => [`text read right, ${way}`, `${count} of ${LINES_OF_EACH}`, '', ''] satisfies Row,
		),
		['a picture read', ms(wall), '', ''],
		['of it the CPU of the reader', ms(cpu), '', ''],
		['memory of the reader', megabytes(memory), '', ''],
	];
});

await part('mails', async () => {
	const { prompt, mail, both: longest, typed, html } = measureMails();
	return [
		['CPU for a short mail, longest prompt', ms(prompt), '', ''],
		['CPU for the longest mail, short prompt', ms(mail), '', ''],
		['CPU for the longest mail, longest prompt', ms(longest), '', 'under 1000 ms'],
		['CPU for the longest prompt, while it is typed', ms(typed), '', ''],
		['CPU for HTML with thousands of rules', ms(html), '', ''],
	];
});

await part('reach', async () => {
	const told: Row[] = [];
	for (const way of ['webhook', 'push'] as const) {
		const [embedded, server] = await both((where) => measureReach(where, bytes, way));
		told.push(
			[`capture to ${way} at rest, median`, ms(embedded.median), ms(server.median), 'under 50 ms'],
			[`capture to ${way} at rest, 95 %`, ms(embedded.late), ms(server.late), ''],
		);
	}
	return told;
});

await part('cleaning', async () => {
	const [stored, days] = [Number(values.stored), Number(values.days)];
	const wishes = { url: postgres.url, runs: stored, days, perSecond: Number(values.rate) };
	return (await measureCleaning(wishes)).map((day, n) => [
		`${stored} runs kept, day ${n + 1}: ${day.created} created, ${day.cleaned} removed`,
		'',
		[
			`created ${perSecond(day.createdPerSecond)}`,
			`removed ${perSecond(day.cleanedPerSecond)}`,
			`slowest batch stored ${ms(day.slowestStoreMs)}, statement of cleaning ${ms(day.slowestBatchMs)}`,
			`tables ${megabytes(day.tables / 1e6)}, indexes ${megabytes(day.indexes / 1e6)}`,
			`${day.dead} dead rows, ${day.vacuums} vacuums so far`,
			`WAL ${megabytes(day.walBytes / 1e6)}`,
		].join('; '),
		'',
	]);
});

await part('history', async () => {
	const times = await measureHistory(postgres.url, HISTORY);
	return Object.entries(times).map(([filter, [few = 0, many = 0]]) => [
		`page of 50 of ${HISTORY.join(' and ')} runs: ${filter}`,
		'',
		`${ms(few)} and ${ms(many)}, ${(many / few).toFixed(1)} times`,
		'at most 1.5 times',
	]);
});

// A separate table: its figures are those of a phone.
let portal = '';
await part('portal', async () => {
	const screens = await measurePortal({
		times: Number(values.visits ?? 5),
		screens: values.screens.split(',').filter(Boolean),
		dataDir: values.data,
		say: (line) => process.stderr.write(`        ${line}\n`),
	});
	portal = portalTable(screens);
	return [];
});

let large = '';
await part('interaction', async () => {
	large = await measureLarge(postgres.url, bytes, {
		times: Number(values.visits ?? 3),
		screens: values.screens.split(',').filter(Boolean),
		updates: Number(values.updates),
		say: (line) => process.stderr.write(`        ${line}\n`),
	});
	return [];
});

await postgres.stop();
const lines = [['', 'embedded', 'PostgreSQL', 'bar'], ['---', '---', '---', '---'], ...rows];
if (rows.length > 0) console.log(lines.map((line) => `| ${line.join(' | ')} |`).join('\n'));
for (const table of [portal, large]) if (table) console.log(`\n${table}`);
process.stderr.write(`${((performance.now() - began) / 1000).toFixed(0)} s in all\n`);
