/** How long the runs of another account take, from its capture or mail to the end, alone and during an attack. */
import { setTimeout as sleep } from 'node:timers/promises';
import { connectSmtp } from '../../server/src/testing/smtp-client.ts';
import { picture } from '../load.ts';
import { addAutomation, addCamera, addCustomer } from '../seed.ts';
import type { Result, Target } from './target.ts';

const PAUSE_MS = 200;
const LOOK_EVERY_MS = 10;
const ALONE = 8;
const PATIENCE_MS = 180_000;
/** On two cores, and beside the time alone: the second counts only if somebody would notice. */
const CEILING = { ms: 3000, times: 3, noticedMs: 500 };

const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

/** Attacks while another account works, and adds to the result how long its runs took. */
export async function whileOthersWait(target: Target, attack: () => Promise<Result>): Promise<Result> {
	const runs = await otherAccount(target);
	const alone = { capture: [] as number[], mail: [] as number[] };
	for (let n = 0; n < ALONE; n++) for (const kind of KINDS) alone[kind].push(await runs[kind]());
	const during = { capture: [] as number[], mail: [] as number[] };
	let over = false;
	const attacked = attack().finally(() => {
		over = true;
	});
	const loops = KINDS.map(async (kind) => {
		do {
			during[kind].push(await runs[kind]());
			await sleep(PAUSE_MS);
		} while (!over);
	});
	const { got, wrong } = await attacked;
	await Promise.all(loops);
	const waits = KINDS.map((kind) => {
		const [before, usual, worst] = [median(alone[kind]), median(during[kind]), Math.max(...during[kind])];
		if (worst > CEILING.ms) wrong.push(`another account's ${kind} took ${Math.round(worst)} ms`);
		if (usual > CEILING.times * before && usual > CEILING.noticedMs)
			wrong.push(
				`another account's ${kind} usually took ${Math.round(usual / before)} times as long as alone`,
			);
		const [first, ...others] = [before, usual, worst].map(Math.round);
		return `another account's ${kind}: alone ${first} ms, now ${others.join(' ms, at most ')} ms`;
	});
	return { got: [got, ...waits].join('; '), wrong };
}

const KINDS = ['capture', 'mail'] as const;

async function otherAccount({ ask, url, smtpPort }: Target) {
	const uid = await addCustomer(ask, 1_000_000);
	const { key } = await addCamera(ask, uid);
	const automation = await addAutomation(ask, uid, { trigger: 'email', action: 'save' });
	const body = new Uint8Array(await picture());
	let mails = 0;
	const ended = async (trigger: string) => {
		const began = performance.now();
		const open = `select from automation_runs where _owner = '${uid}' and "_triggerType" = '${trigger}' and ended_at is null`;
		while ((await ask(open)).length > 0 && performance.now() - began < PATIENCE_MS)
			await sleep(LOOK_EVERY_MS);
	};
	const timed = (act: () => Promise<void>) => async () => {
		const began = performance.now();
		await act();
		return performance.now() - began;
	};
	return {
		capture: timed(async () => {
			const headers = { authorization: `Bearer ${key}` };
			const { status } = await fetch(`${url}/api/captures`, { method: 'POST', body, headers });
			if (status !== 202) throw new Error(`a capture was answered with ${status}`);
			await ended('capture');
		}),
		mail: timed(async () => {
			const client = await connectSmtp(smtpPort);
			const head = `Message-ID: <${uid}-${mails++}@x>\r\nSubject: Hello\r\n`;
			await client.send(
				'ann@customers.example',
				`${automation}@automations.localhost`,
				`${head}\r\nHello\r\n`,
			);
			client.close();
			await ended('email');
		}),
	};
}
