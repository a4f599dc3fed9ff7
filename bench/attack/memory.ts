/** Everything that is large at once: what it takes of the server's memory, and what is left of that a minute later. */
import { randomBytes } from 'node:crypto';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { NEW_AUTOMATION } from '../../contract/src/new-automation.ts';
import { addAutomation, addCamera, addCustomer, signIn } from '../seed.ts';
import { type Attack, post, type Target } from './target.ts';

/** All processes of the server together, in megabytes. */
const MAX = { peak: 1000, later: 600 };
const ATTACK_MS = 60_000;
const LATER_MS = 60_000;
const SENDERS = { addresses: 12, perAddress: 3 };
const CUSTOMERS = 4;
/** Of each customer at once. */
const AT_ONCE = { captures: 2, trials: 2 };
const MAIL_BYTES = 21.6e6;
const PICTURE = { width: 1500, height: 1500 };
const PICTURES = 4;

type Heard = Record<string, number>;

export const memory: Attack = async (target) => {
	const heard: Heard = {};
	const note = (what: string) => {
		heard[what] = (heard[what] ?? 0) + 1;
	};
	const customers = await Promise.all(Array.from({ length: CUSTOMERS }, () => addOne(target)));
	const [mail, form] = [largeMail(), await burst()];
	let peak = 0;
	const watch = setInterval(() => {
		peak = Math.max(peak, target.memory());
	}, 100);
	const until = Date.now() + ATTACK_MS;
	const loop = async (what: string, act: () => Promise<string | number>) => {
		while (Date.now() < until) {
			const answer = await act().catch(
				(error: unknown) => (error as NodeJS.ErrnoException).code ?? String(error),
			);
			note(`${what} ${answer}`);
			// A refused sender who tries again at once only measures the attacker.
			await sleep(200);
		}
	};
	const loops: Promise<void>[] = [];
	for (let n = 0; n < SENDERS.addresses * SENDERS.perAddress; n++) {
		const from = `127.0.3.${(n % SENDERS.addresses) + 1}`;
		const to = customers[n % CUSTOMERS]?.addresses[n % 3] ?? '';
		loops.push(loop('mail', () => deliver(target.smtpPort, from, to, mail)));
	}
	for (const customer of customers) {
		for (let n = 0; n < AT_ONCE.captures; n++)
			loops.push(loop('capture', () => sendBurst(target, customer.key, form)));
		for (let n = 0; n < AT_ONCE.trials; n++) loops.push(loop('trial', () => tryOut(target, customer, n)));
		loops.push(loop('export', async () => (await post(target, '/api/exports', {}, customer.headers)).status));
	}
	await Promise.all(loops);
	await sleep(LATER_MS);
	clearInterval(watch);
	const later = Math.round(target.memory());
	const wrong = [
		...(peak > MAX.peak ? [`${Math.round(peak)} MB of memory`] : []),
		...(later > MAX.later ? [`${later} MB a minute later`] : []),
	];
	const answers = Object.entries(heard)
		.toSorted()
		.map(([what, times]) => `${what}: ${times}`);
	return { got: `at most ${Math.round(peak)} MB, ${later} MB a minute later; ${answers.join(', ')}`, wrong };
};

type Customer = Awaited<ReturnType<typeof addOne>>;

async function addOne({ ask }: Target) {
	const uid = await addCustomer(ask, 1_000_000);
	const ids = await Promise.all(
		[0, 1, 2].map(() => addAutomation(ask, uid, { trigger: 'email', action: 'save' })),
	);
	const { key } = await addCamera(ask, uid);
	const headers = await signIn(ask, uid);
	await ask(`update sessions set confirmed_at = now() + interval '1 hour' where "userId" = '${uid}'`);
	return { uid, ids, addresses: ids.map((id) => `${id}@automations.localhost`), key, headers };
}

/** A try on the last large mail of an automation, or on one that is pasted. */
async function tryOut(target: Target, { ids, headers }: Customer, n: number): Promise<number> {
	const id = ids[n % ids.length] ?? '';
	const [run] = await target.ask(
		`select id from automation_runs where "_automationId" = '${id}' order by seq desc limit 1`,
	);
	const on =
		run && n > 0
			? { kind: 'run', runId: run.id }
			: { kind: 'rawMail', raw: `Subject: x\n\n${'word '.repeat(180_000)}` };
	const draft = {
		...NEW_AUTOMATION,
		_triggerType: 'email',
		_actionType: 'save',
		action_prompt: 'Is anyone there?',
	};
	return (await post(target, `/api/automations/${id}/try`, { draft, on }, headers)).status;
}

async function sendBurst({ url }: Target, key: string, body: FormData): Promise<number> {
	const headers = { authorization: `Bearer ${key}` };
	const response = await fetch(`${url}/api/captures`, { method: 'POST', headers, body });
	await response.arrayBuffer();
	return response.status;
}

/** Pictures of noise are as large as pictures can be. */
async function burst(): Promise<FormData> {
	const raw = { ...PICTURE, channels: 3 } as const;
	const noise = randomBytes(PICTURE.width * PICTURE.height * 3);
	const bytes = new Uint8Array(
		await sharp(noise, { raw }).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer(),
	);
	const form = new FormData();
	for (let n = 0; n < PICTURES; n++)
		form.append('file', new Blob([bytes], { type: 'image/jpeg' }), `${n}.jpg`);
	return form;
}

/** Half of it is a file, half is a text. */
function largeMail(): Buffer {
	const file = (bytes: number) => randomBytes(bytes).toString('base64').replace(/.{76}/g, '$&\r\n');
	const part = (type: string, bytes: number) =>
		`--x\r\nContent-Type: ${type}; name="a"\r\nContent-Disposition: attachment\r\nContent-Transfer-Encoding: base64\r\n\r\n${file(bytes)}\r\n`;
	const head = 'Subject: large\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n';
	const half = Math.floor(MAIL_BYTES / 2.74);
	return Buffer.from(`${head}${part('application/pdf', half)}${part('text/plain', half)}--x--\r\n.\r\n`);
}

/** Sends a mail as fast as the server reads it; returns the code of the last answer. */
async function deliver(port: number, localAddress: string, to: string, mail: Buffer): Promise<string> {
	const socket = net.connect({ port, host: '127.0.0.1', localAddress });
	const closed = new Promise((ended) => socket.once('close', ended));
	let [said, last] = ['', 'nothing'];
	const words = [
		'EHLO x.example\r\n',
		'MAIL FROM:<eve@elsewhere.example>\r\n',
		`RCPT TO:<${to}>\r\n`,
		'DATA\r\n',
	];
	socket.on('data', (data) => {
		said += data.toString('latin1');
		// The last line of an answer has a space after its code.
		const [, code] = /^(\d{3}) .*\r\n$/m.exec(said) ?? [];
		if (!code) return;
		said = '';
		if (code === '221') return;
		last = code;
		const word = words.shift();
		if (code === '354') {
			socket.write(`Message-ID: <${randomBytes(8).toString('hex')}@x>\r\n`);
			socket.write(mail);
		} else if (word === undefined || !code.startsWith('2')) socket.end('QUIT\r\n');
		else socket.write(word);
	});
	socket.setTimeout(120_000, () => socket.destroy());
	socket.on('error', () => undefined);
	await closed;
	return last;
}
