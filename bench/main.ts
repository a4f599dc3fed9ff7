/** `npm run bench`: what Watchword does and costs, compared with the simplest programs that do the same, in one session. */
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../scripts/postgres.ts';
import { bareLook, measureEyes, photographs } from './eyes.ts';
import { measureIntake } from './intake.ts';
import { picture } from './load.ts';
import { measureLocal } from './local.ts';
import { measurePortal, portalTable } from './portal.ts';
import { measureRuns } from './runs.ts';

const { values } = parseArgs({
	options: {
		runs: { type: 'string', default: '3000' },
		/** Only some parts: runs, intake, eyes, local, portal. */
		only: { type: 'string', default: '' },
		/** How often each screen of the portal is visited. */
		visits: { type: 'string', default: '5' },
		/** Which screens of the portal are visited; all if empty. */
		screens: { type: 'string', default: '' },
		/** A data folder with a complete demo account for the portal; without one it is created, which takes minutes. */
		data: { type: 'string', default: '' },
		/** For eyes: a folder of photographs; without one, drawn pictures. And how often each is judged. */
		pictures: { type: 'string', default: '' },
		rounds: { type: 'string', default: '3' },
		/** For local: the folder of a language model; without one, a tiny one of random weights. */
		model: { type: 'string', default: '' },
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

await part('runs', async () => {
	const { flag: flags } = values;
	const [embedded, server] = await both((where) => measureRuns(where, bytes, where.url ? count : count / 3));
	const two = await measureRuns({ url: postgres.url, flags }, bytes, count, true);
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

await part('eyes', async () => {
	const pictures = await photographs(values.pictures);
	const floors = [await bareLook(pictures)];
	const found: Awaited<ReturnType<typeof measureEyes>>[] = [];
	for (const url of [null, postgres.url]) {
		const where = { url, flags: values.flag };
		found.push(await measureEyes(where, pictures, Number(values.rounds)));
		floors.push(await bareLook(pictures));
	}
	const floor = floors.reduce((sum, one) => sum + one) / floors.length;
	const line = (what: string, of: (one: (typeof found)[number]) => string, bar = ''): Row => {
		const [embedded = '', server = ''] = found.map(of);
		return [what, embedded, server, bar];
	};
	return [
		line('runs judged by the built-in model', ({ many }) => `${many.perSecond.toFixed(1)}/s`, '10/s'),
		line('CPU a run', ({ many }) => ms(many.cpu), `at most ${ms(Math.min(1.8 * floor, 125))}`),
		line('of it decoding', ({ many }) => ms(many.decoding)),
		line('of it the process of the networks', ({ many }) => ms(many.networks)),
		line('of it the database', ({ many }) => (many.database > 0 ? ms(many.database) : 'within')),
		line('of it everything else', ({ many }) => ms(many.rest)),
		['decoding and bare networks', ms(floor), ms(floor), ''],
		line('CPU a run of a scene that does not change', ({ still }) => ms(still)),
		line('first look after the start', ({ first }) => ms(first), 'under 1000 ms'),
		line(
			'memory of all processes while working, shared parts once',
			({ together }) => megabytes(together),
			'at most 450 MB',
		),
		line('the same, resident', ({ resident }) => megabytes(resident)),
		line('more than before the first look, idle', ({ more }) => megabytes(more), 'at most 60 MB'),
	];
});

await part('local', async () => {
	const { first, other, again, cpu, memory } = await measureLocal(values.model, Number(values.rounds));
	const name = values.model ? basename(values.model) : 'tiny, random weights';
	return [
		[`local model (${name}), first picture with loading`, ms(first), '', ''],
		['another picture, median', ms(other), '', ''],
		['of it the CPU of its process', ms(cpu), '', ''],
		['another question about the same picture', ms(again), '', ''],
		['memory of its process', megabytes(memory), '', ''],
	];
});

// A separate table: its figures are those of a phone.
let portal = '';
await part('portal', async () => {
	const screens = await measurePortal({
		times: Number(values.visits),
		screens: values.screens.split(',').filter(Boolean),
		dataDir: values.data,
		say: (line) => process.stderr.write(`        ${line}\n`),
	});
	portal = portalTable(screens);
	return [];
});

await postgres.stop();
const lines = [['', 'embedded', 'PostgreSQL', 'bar'], ['---', '---', '---', '---'], ...rows];
if (rows.length > 0) console.log(lines.map((line) => `| ${line.join(' | ')} |`).join('\n'));
if (portal) console.log(`\n${portal}`);
process.stderr.write(`${((performance.now() - began) / 1000).toFixed(0)} s in all\n`);
