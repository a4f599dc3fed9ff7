/** `npm run bench`: what a run costs, beside the least that does the same, in one sitting. */
import { parseArgs } from 'node:util';
import { startPostgres } from '../scripts/postgres.ts';
import { picture, sendCaptures, sendMails } from './load.ts';
import { bareHttp, bareSmtp, singleRowCommits } from './references.ts';
import { type Figures, measureRuns, measureWaiting } from './runs.ts';

const CONNECTIONS = 8;
const { values } = parseArgs({
	options: {
		runs: { type: 'string', default: '2000' },
		database: { type: 'string', default: 'both' },
		/** For Node.js itself, such as --cpu-prof. */
		flag: { type: 'string', multiple: true, default: [] },
	},
});
const runs = Number(values.runs);
const bytes = await picture();
const round = (value: number) => Math.round(value * 10) / 10;

console.log(`References: ${runs} times ${bytes.length} bytes over ${CONNECTIONS} connections ...`);
const http = await bareHttp();
const bareCaptures = await sendCaptures(http.url, [''], bytes, runs, CONNECTIONS);
await http.stop();
const smtp = await bareSmtp();
const bareMails = await sendMails(smtp.port, ['any@example.com'], runs, CONNECTIONS);
await smtp.stop();
const postgres = values.database === 'embedded' ? null : await startPostgres({ durable: true });
const commits = postgres && (await singleRowCommits(postgres.url, CONNECTIONS, runs));
console.table({
	'bare HTTP server, files kept per second': round(bareCaptures),
	'bare mail server, mails kept per second': round(bareMails),
	...(commits && { 'PostgreSQL, single rows committed per second': round(commits) }),
});

function show(name: string, figures: Figures): void {
	const { memory, ...numbers } = figures;
	const shown = Object.fromEntries(Object.entries(numbers).map(([key, value]) => [key, round(value)]));
	console.log(name);
	console.table({
		...shown,
		memory,
		'captures in, of the bare server': `${round((100 * figures['captures in per second']) / bareCaptures)} %`,
		'mails in, of the bare server': `${round((100 * figures['mails in per second']) / bareMails)} %`,
		...(commits && { 'runs per single-row commit': round(figures['runs per second'] / commits) }),
	});
}

if (values.database !== 'postgres') {
	console.log('Embedded ...');
	show('Embedded', await measureRuns({ env: {}, picture: bytes, runs: runs / 2, flags: values.flag }));
}
if (postgres) {
	console.log('PostgreSQL ...');
	const env = { DATABASE_URL: postgres.url };
	show('PostgreSQL', await measureRuns({ env, picture: bytes, runs, flags: values.flag }));
	console.log('A model that takes two seconds ...');
	const waiting = await measureWaiting({ env, picture: bytes, runs });
	console.table({ ...waiting, 'of a core': `${round(100 * waiting['of a core'])} %` });
	await postgres.stop();
}
