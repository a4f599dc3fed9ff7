/** `npm run attack`: what a stranger can try over the network, while a customer works and notices as little as can be. */
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '../../scripts/postgres.ts';
import { connectSmtp } from '../../server/src/testing/smtp-client.ts';
import { memoryOf } from '../cpu.ts';
import { asker, Fleet } from '../faults/fleet.ts';
import { signIn } from '../faults/tab.ts';
import { picture } from '../load.ts';
import { mailSink, stubModel } from '../outside.ts';
import { addAutomation, addCamera, addCustomer } from '../seed.ts';
import { bombs } from './bombs.ts';
import { guessing } from './guessing.ts';
import { oversize } from './oversize.ts';
import { slow } from './slow.ts';
import type { Attack, Target } from './target.ts';
import { tricks } from './tricks.ts';

const ATTACKS: Record<string, Attack> = { guessing, tricks, oversize, slow, bombs };
const QUIET_MS = 10_000;

const chosen = process.argv.slice(2).length > 0 ? process.argv.slice(2) : Object.keys(ATTACKS);
if (!chosen.every((name) => ATTACKS[name])) {
	console.log(`npm run attack -- [${Object.keys(ATTACKS).join('|')} ...]`);
	process.exit(chosen.includes('--help') ? 0 : 1);
}

const postgres = await startPostgres();
const [model, sink] = [await stubModel(), await mailSink()];
const fleet = await Fleet.start({ DATABASE_URL: postgres.url, ...model.env, ...sink.env }, [
	'api,mail,worker,scheduler',
]);
const { ask, end } = asker(postgres.url);
const target = await makeTarget();
let failed = false;

const quiet = await atWork(target, () => sleep(QUIET_MS));
show('nobody attacks', quiet);
for (const name of chosen) {
	console.log(`${name} ...`);
	let found: string[] = [];
	const work = await atWork(target, async () => {
		found = (await ATTACKS[name]?.(target)) ?? [];
	});
	show(name, work);
	const all = [
		...found,
		...work.failures.map((failure) => `the customer heard: ${failure}`),
		...fleet.crashes.splice(0).map((crash) => `the server ended: ${crash}`),
	];
	for (const one of all) console.log(`  WRONG: ${one}`);
	failed ||= all.length > 0;
}
await fleet.stop();
await end();
model.stop();
sink.stop();
await postgres.stop();
console.log(failed ? 'NOT AS IT MUST BE, see above.' : 'All was as it must be.');
process.exit(failed ? 1 : 0);

async function makeTarget(): Promise<Target> {
	const [server] = fleet.members.map((member) => member.server);
	if (!server?.url) throw new Error('the server is not there');
	const account = { email: 'robin@example.com', password: 'correct horse battery' };
	await server.admin(
		'user',
		'add',
		'--email',
		account.email,
		'--name',
		'Robin',
		'--password',
		account.password,
	);
	const uid = await addCustomer(ask, 1_000_000);
	const automation = await addAutomation(ask, uid, { trigger: 'email', action: 'save' });
	return {
		...account,
		url: server.url.replace('localhost', '127.0.0.1'),
		port: Number(new URL(server.url).port),
		smtpPort: server.smtpPort,
		headers: await signIn(ask, uid),
		deviceKey: await addCamera(ask, uid),
		address: `${automation}@automations.localhost`,
		picture: await picture(),
		ask,
		memory: () => memoryOf(server.pid),
	};
}

interface Work {
	/** How long each thing took, in milliseconds. */
	took: Record<string, number[]>;
	failures: string[];
}

/** Another customer reads, sends captures and mails, again and again, for as long as something else goes on. */
async function atWork(at: Target, goesOn: () => Promise<void>): Promise<Work> {
	const uid = await addCustomer(ask, 1_000_000);
	const headers = await signIn(ask, uid);
	const key = await addCamera(ask, uid);
	const address = `${await addAutomation(ask, uid, { trigger: 'email', action: 'sendEmail' })}@automations.localhost`;
	const work: Work = { took: {}, failures: [] };
	let [over, n] = [false, 0];
	const request =
		(path: string, wanted: number, init: RequestInit = {}) =>
		async () => {
			const response = await fetch(at.url + path, { headers, ...init, signal: AbortSignal.timeout(30_000) });
			await response.arrayBuffer();
			if (response.status !== wanted) throw new Error(String(response.status));
		};
	const deeds: Record<string, () => Promise<void>> = {
		'read the devices': request('/api/devices', 200),
		'read the runs': request('/api/runs', 200),
		'send a capture': request('/api/captures', 202, {
			method: 'POST',
			body: new Uint8Array(at.picture),
			headers: { authorization: `Bearer ${key}` },
		}),
		async 'send a mail'() {
			const client = await connectSmtp(at.smtpPort);
			await client.send('ann@customers.example', address, `Message-ID: <${uid}-${n++}@x>\r\n\r\nHello`);
			client.close();
		},
	};
	const working = (async () => {
		while (!over) {
			for (const [name, deed] of Object.entries(deeds)) {
				const began = performance.now();
				await deed().catch((error: unknown) => work.failures.push(`${name}: ${String(error)}`));
				work.took[name] = [...(work.took[name] ?? []), performance.now() - began];
			}
			await sleep(100);
		}
	})();
	await goesOn();
	over = true;
	await working;
	return work;
}

function show(name: string, { took }: Work): void {
	const at = (times: number[], share: number) =>
		Math.round(times[Math.floor((times.length - 1) * share)] ?? 0);
	const rows = Object.entries(took).map(([deed, times]) => {
		times.sort((a, b) => a - b);
		return [
			deed,
			{
				times: times.length,
				'median ms': at(times, 0.5),
				'95 % ms': at(times, 0.95),
				'worst ms': at(times, 1),
			},
		];
	});
	console.log(`A customer, while ${name}:`);
	console.table(Object.fromEntries(rows));
}
