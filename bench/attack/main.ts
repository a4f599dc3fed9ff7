/** `npm run attack`: what a stranger can try over the network while a customer works. All attacks have the same limits. */
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '../../scripts/postgres.ts';
import { memoryOf } from '../cpu.ts';
import { asker, Fleet } from '../faults/fleet.ts';
import { mailSink, stubModel } from '../outside.ts';
import { addAutomation, addCamera, addCustomer, signIn } from '../seed.ts';
import { answers } from './answers.ts';
import { bombs } from './bombs.ts';
import { lists, readings, trials } from './bursts.ts';
import { atWork, DEEDS, type Work } from './customer.ts';
import { dust } from './dust.ts';
import { largeMails, mailFlood } from './floods.ts';
import { guessing } from './guessing.ts';
import { hasty } from './hasty.ts';
import { input } from './input.ts';
import { largest } from './largest.ts';
import { slowMarkup } from './mails.ts';
import { mainThreadMs } from './main-thread.ts';
import { marks } from './marks.ts';
import { memory } from './memory.ts';
import { oversize } from './oversize.ts';
import { slow } from './slow.ts';
import { slowCaptures, slowMails } from './slow-pictures.ts';
import type { Attack, Result, Target } from './target.ts';
import { tricks } from './tricks.ts';

/** During an attack, each action of a customer is answered within this time, and the server stays below the documented memory. */
const CEILING = { ms: 1000, memoryMb: 1500 };

const WARM_UP_MS = 10_000;

const ATTACKS: Record<string, { what: string; attack: Attack }> = {
	nobody: {
		what: 'nobody attacks',
		attack: () => sleep(10_000).then(() => ({ got: '', wrong: [] })),
	},
	guessing: { what: 'guesses at passwords, codes, keys and links', attack: guessing },
	tricks: { what: 'paths, headers, requests within requests', attack: tricks },
	input: { what: 'every route, with one thing wrong in what is sent', attack: input },
	oversize: { what: 'too much of everything', attack: oversize },
	hasty: {
		what: '100,000 requests on one connection, 1,000 on each of 200, 20,000 SMTP commands on each of 20',
		attack: hasty,
	},
	dust: { what: 'bodies of 90 kB and 2 MB, byte by byte; mails made of dots', attack: dust },
	slow: { what: '800 slow connections for 60 s', attack: slow },
	flood: { what: '600 mails to one automation that takes 200', attack: mailFlood },
	markup: { what: 'markup that is slow to search', attack: slowMarkup },
	slowCaptures: { what: '20 captures in very many scans, without credits', attack: slowCaptures },
	slowMails: { what: '12 mails with such pictures', attack: slowMails },
	largeMails: { what: '40 mails of 1 MB to one account', attack: largeMails },
	answers: { what: 'a model that answers with markup without end', attack: answers },
	memory: {
		what: 'mails of 21.6 MB from 12 addresses beside bursts, trials and exports of 4 accounts, for 60 s',
		attack: memory,
	},
	bombs: { what: 'pictures, PDFs and mails that unfold', attack: bombs },
	marks: { what: 'combining marks in mails, attachments, fields and a zone name', attack: marks },
	largest: { what: 'every route with its largest bodies, the largest picture and mail', attack: largest },
	readings: { what: '200 readings of a prompt at once', attack: readings },
	trials: { what: '60 trials of mails of 900 kB at once', attack: trials },
	lists: { what: '2,000 automations listed 40 times at once', attack: lists },
};

const BUILT_IN = '--built-in';
const named = process.argv.slice(2).filter((name) => name !== BUILT_IN);
const chosen = named.length > 0 ? named : Object.keys(ATTACKS);
if (!chosen.every((name) => ATTACKS[name])) {
	console.log(`npm run attack -- [${BUILT_IN}] [${Object.keys(ATTACKS).join('|')} ...]`);
	process.exit(chosen.includes('--help') ? 0 : 1);
}

const postgres = await startPostgres();
const [model, sink] = [await stubModel(), await mailSink()];
const limits = { MAILS_PER_AUTOMATION_HOUR: '200', MAIL_MB_PER_AUTOMATION_HOUR: '500' };
/** The built-in model reads everything itself; the other one only answers. */
const modelEnv = process.argv.includes(BUILT_IN) ? {} : model.env;
const fleet = await Fleet.start({ DATABASE_URL: postgres.url, ...modelEnv, ...sink.env, ...limits }, [
	'api,mail,worker,scheduler',
]);
const { ask, end } = asker(postgres.url);
const [server] = fleet.members.map((member) => member.server);
if (!server?.url) throw new Error('the server is not running');
const password = 'correct horse battery';
const worker = { email: 'sam@example.com', password };
for (const email of ['robin@example.com', worker.email]) {
	await server.admin('user', 'add', '--email', email, '--name', 'Robin', '--password', password);
}

// Code that is loaded and compiled at its first use is not the cost of an attack.
await atWork(await makeTarget(), worker, sleep(WARM_UP_MS));
const table: string[] = [];
let failed = false;
for (const name of chosen) {
	const { what, attack } = ATTACKS[name] as (typeof ATTACKS)[string];
	console.log(`${what} ...`);
	const target = await makeTarget();
	let result: Result = { got: '', wrong: [] };
	const attacked = attack(target).then(
		(found) => {
			result = found;
		},
		(error: unknown) => result.wrong.push(`the attack could not go on: ${String(error)}`),
	);
	const work = await atWork(target, worker, attacked);
	const wrong = [
		...result.wrong,
		...overCeiling(work),
		...new Set(work.failures.map((failure) => `the customer heard: ${failure}`)),
		...fleet.crashes.splice(0).map((crash) => `the server ended: ${crash}`),
	];
	for (const one of wrong) console.log(`  WRONG: ${one}`);
	failed ||= wrong.length > 0;
	const waits = DEEDS.map((deed) => work.worst[deed]);
	table.push(
		`| ${[what, ...waits, work.memory, [result.got, ...wrong].filter(Boolean).join('; ')].join(' | ')} |`,
	);
	console.log(`  ${DEEDS.map((deed) => `${deed} ${work.worst[deed]} ms`).join(', ')}; ${work.memory} MB`);
	console.log(`  ${result.got}`);
}
await fleet.stop();
await end();
model.stop();
sink.stop();
await postgres.stop();
console.log(`\n| Attack | ${DEEDS.join(' | ')} | memory | what the attacker got |`);
console.log(`|---|${DEEDS.map(() => '---|').join('')}---|---|`);
console.log(`${table.join('\n')}\n`);
console.log(failed ? 'NOT AS IT MUST BE, see above.' : 'All was as it must be.');
process.exit(failed ? 1 : 0);

function overCeiling({ worst, memory }: Work): string[] {
	const late = DEEDS.filter((deed) => worst[deed] > CEILING.ms);
	return [
		...late.map((deed) => `${deed} took ${worst[deed]} ms`),
		...(memory > CEILING.memoryMb ? [`${memory} MB of memory`] : []),
	];
}

/** A separate customer for each attack, so that no attack uses up the limits of the next. */
async function makeTarget(): Promise<Target> {
	const uid = await addCustomer(ask, 1_000_000);
	const automation = await addAutomation(ask, uid, { trigger: 'email', action: 'save' });
	const camera = await addCamera(ask, uid);
	const url = String(server?.url);
	return {
		email: 'robin@example.com',
		password,
		url: url.replace('localhost', '127.0.0.1'),
		port: Number(new URL(url).port),
		smtpPort: Number(server?.smtpPort),
		headers: await signIn(ask, uid),
		deviceKey: camera.key,
		device: camera.device,
		automation,
		address: `${automation}@automations.localhost`,
		ask,
		answerWith: model.answerWith,
		memory: () => memoryOf(server?.pid),
		mainThreadMs: () => mainThreadMs(server?.pid),
	};
}
