/** Cameras and mail senders that repeat everything that was not acknowledged. */
import { setTimeout as sleep } from 'node:timers/promises';
import { connectSmtp, type SmtpClient } from '../../server/src/testing/smtp-client.ts';
import { type Ask, addAutomation, addCamera, addCustomer } from '../seed.ts';

export interface Customers {
	/** Each camera has an automation that sends a mail. */
	cameras: string[];
	/** Each address belongs to an automation; every other one saves to storage. */
	addresses: string[];
}

export async function addCustomers(ask: Ask, count: number, credits: number): Promise<Customers> {
	const customers: Customers = { cameras: [], addresses: [] };
	for (let n = 0; n < count; n++) {
		const uid = await addCustomer(ask, credits);
		customers.cameras.push((await addCamera(ask, uid)).key);
		for (const action of ['sendEmail', 'save'] as const) {
			const id = await addAutomation(ask, uid, { trigger: 'email', action });
			customers.addresses.push(`${id}@automations.localhost`);
		}
	}
	return customers;
}

/** Where to send now; null while no process is running. */
export interface Doors {
	api(): string | null;
	smtp(): number | null;
}

export interface Sent {
	acknowledged: number;
	/** Every answer with its count. */
	answers: Map<string, number>;
}

interface Wanted extends Customers {
	doors: Doors;
	picture: Buffer;
	/** How many of each; by default as many as there is time for. */
	captures?: number;
	mails?: number;
	over?: () => boolean;
	/** The number of cameras, and of mail senders. */
	senders: number;
	/** The pause after each acknowledged signal. */
	paceMs?: number;
	/** How long a camera waits for an answer. */
	patienceMs?: number;
	/** Names the sender, if several send one after the other. */
	name?: string;
}

const AGAIN_MS = 100;

/** Sends them all; `sent` grows meanwhile. */
export async function sendSignals(wanted: Wanted, sent: Sent): Promise<void> {
	const { doors, senders, paceMs = 0, name = 'number', over = () => false } = wanted;
	const { captures = Number.POSITIVE_INFINITY, mails = Number.POSITIVE_INFINITY } = wanted;
	const note = (answer: string) => sent.answers.set(answer, (sent.answers.get(answer) ?? 0) + 1);
	const insist = async (sendOnce: () => Promise<string | null>, taken: string) => {
		for (;;) {
			const answer = await sendOnce();
			if (answer !== null) note(answer);
			if (answer === taken) break;
			await sleep(AGAIN_MS);
		}
		sent.acknowledged++;
		if (paceMs > 0) await sleep(paceMs);
	};
	const each = (list: string[], n: number) => list[n % list.length] ?? '';
	let nextCapture = 0;
	let nextMail = 0;
	const camera = async () => {
		while (nextCapture < captures && !over()) {
			const n = nextCapture++;
			const key = each(wanted.cameras, n);
			await insist(() => capture(doors.api(), key, `${name}-${n}`, wanted), 'HTTP 202');
		}
	};
	const sender = async () => {
		const kept: { client?: SmtpClient | undefined } = {};
		while (nextMail < mails && !over()) {
			const n = nextMail++;
			await insist(async () => {
				const port = doors.smtp();
				if (port === null) return null;
				try {
					kept.client ??= await connectSmtp(port);
					await kept.client.send('ann@customers.example', each(wanted.addresses, n), message(`${name}-${n}`));
					return 'SMTP 250';
				} catch (error) {
					kept.client?.close();
					kept.client = undefined;
					return wordFor('SMTP', error);
				}
			}, 'SMTP 250');
		}
		kept.client?.close();
	};
	await Promise.all(Array.from({ length: senders }, () => [camera(), sender()]).flat());
}

async function capture(
	url: string | null,
	key: string,
	id: string,
	{ picture, patienceMs = 30_000 }: Wanted,
): Promise<string | null> {
	if (url === null) return null;
	try {
		const response = await fetch(`${url}/api/captures`, {
			method: 'POST',
			body: new Uint8Array(picture),
			headers: { authorization: `Bearer ${key}`, 'x-capture-id': id },
			signal: AbortSignal.timeout(patienceMs),
		});
		await response.arrayBuffer();
		return `HTTP ${response.status}`;
	} catch (error) {
		return wordFor('HTTP', error);
	}
}

/** Answers that neither accept a signal nor ask to try later: a real sender would have given up. */
export function wrongAnswers({ answers }: Sent): number {
	const right = /^HTTP (?:202|503)$|^SMTP (?:250|4\d\d)$|: (?:refused|cut off|no answer in time)$/;
	return [...answers].reduce((sum, [answer, count]) => sum + (right.test(answer) ? 0 : count), 0);
}

/** What a client saw, in a word or two. */
function wordFor(what: string, error: unknown): string {
	for (let cause = error; cause instanceof Error; cause = cause.cause) {
		const status = /^[245]\d\d/.exec(cause.message)?.[0];
		if (status) return `${what} ${status}`;
		if (cause.name === 'TimeoutError') return `${what}: no answer in time`;
		if ('code' in cause && cause.code === 'ECONNREFUSED') return `${what}: refused`;
	}
	return `${what}: cut off`;
}

/** Every byte depends on the name only, so a repeated mail is the same mail. */
export const message = (name: string) =>
	[
		'From: Ann <ann@customers.example>',
		`Subject: ${name}`,
		`Message-ID: <${name}@customers.example>`,
		'Date: Thu, 01 Jan 2026 00:00:00 +0000',
		'',
		`This is mail ${name}.`,
	].join('\r\n');
