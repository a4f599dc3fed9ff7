/** A customer who works during the attacks: the longest time of each action. */
import { setTimeout as sleep } from 'node:timers/promises';
import { connectSmtp } from '../../server/src/testing/smtp-client.ts';
import { picture } from '../load.ts';
import { addAutomation, addCamera, addCustomer } from '../seed.ts';
import { post, type Target } from './target.ts';

const PAUSE_MS = 150;
const PATIENCE_MS = 30_000;

export const DEEDS = ['healthz', 'a static file', 'sign-in', 'a capture', 'a mail'] as const;

export interface Work {
	/** The longest time of each, in milliseconds. */
	worst: Record<(typeof DEEDS)[number], number>;
	memory: number;
	failures: string[];
}

export interface Account {
	email: string;
	password: string;
}

/** Fewer than an automation accepts in an hour: the customer's own mails are not the test. */
const MAILS_PER_AUTOMATION = 100;

/** Works until `goesOn` ends. Each action has its own loop, so that a slow one delays no other. */
export async function atWork(target: Target, account: Account, goesOn: Promise<unknown>): Promise<Work> {
	const { ask, url } = target;
	const uid = await addCustomer(ask, 1_000_000);
	const { key } = await addCamera(ask, uid);
	const [body, asset] = [new Uint8Array(await picture()), await assetOf(url)];
	const cookies = new Map<string, string>();
	let [over, mails, address] = [false, 0, ''];
	const read = async (path: string) => {
		const response = await fetch(url + path, { signal: AbortSignal.timeout(PATIENCE_MS) });
		await response.arrayBuffer();
		if (response.status !== 200) throw new Error(String(response.status));
	};
	const deeds: Record<(typeof DEEDS)[number], () => Promise<void>> = {
		healthz: () => read('/healthz'),
		'a static file': () => read(asset),
		async 'sign-in'() {
			const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
			const answer = await post(target, '/api/auth/sign-in/email', account, { cookie }, '127.0.0.1');
			if (answer.status !== 200) throw new Error(String(answer.status));
			for (const line of answer.cookies) {
				const [name = '', value = ''] = line.split(';', 1)[0]?.split('=') ?? [];
				cookies.set(name, value);
			}
		},
		async 'a capture'() {
			const headers = { authorization: `Bearer ${key}` };
			const signal = AbortSignal.timeout(PATIENCE_MS);
			const response = await fetch(`${url}/api/captures`, { method: 'POST', body, headers, signal });
			await response.arrayBuffer();
			if (response.status !== 202) throw new Error(String(response.status));
		},
		async 'a mail'() {
			if (mails % MAILS_PER_AUTOMATION === 0) {
				const id = await addAutomation(ask, uid, { trigger: 'email', action: 'sendEmail' });
				address = `${id}@automations.localhost`;
			}
			const client = await connectSmtp(target.smtpPort);
			try {
				await client.send('ann@customers.example', address, `Message-ID: <${uid}-${mails++}@x>\r\n\r\nHello`);
			} finally {
				client.close();
			}
		},
	};
	const worst = Object.fromEntries(DEEDS.map((name) => [name, 0])) as Work['worst'];
	const work: Work = { worst, memory: 0, failures: [] };
	const loops = DEEDS.map(async (name) => {
		while (!over) {
			const began = performance.now();
			await deeds[name]().catch((error: unknown) => work.failures.push(`${name}: ${String(error)}`));
			worst[name] = Math.max(worst[name], Math.round(performance.now() - began));
			await sleep(PAUSE_MS);
		}
	});
	const watching = (async () => {
		while (!over) {
			work.memory = Math.max(work.memory, Math.round(target.memory()));
			await sleep(PAUSE_MS);
		}
	})();
	await goesOn;
	over = true;
	await Promise.all([...loops, watching]);
	return work;
}

/** A file of the portal that its first page names. */
async function assetOf(url: string): Promise<string> {
	const html = await (await fetch(`${url}/signin`)).text();
	const found = /\/assets\/[\w.-]+\.(?:js|css)/.exec(html)?.[0];
	if (!found) throw new Error('the portal has not been built: npm run build');
	return found;
}
