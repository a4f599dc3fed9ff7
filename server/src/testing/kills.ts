import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from './process.ts';
import { connectSmtp, type SmtpClient } from './smtp-client.ts';
import { waitFor } from './wait.ts';

interface Trial {
	/** A running server. */
	server: ServerProcess;
	/** Called after each new start. */
	started?(): Promise<void>;
	/** The addresses that get the mails, in turn. */
	to: string[];
	mails: number;
	kills: number;
	/** The same seed gives the same times of the kills. */
	seed: number;
	senders?: number;
	progress?(acknowledged: number, kills: number): void;
}

const LATEST_MS = 300;
/** How long one mail may take, including restarts. */
const ANSWER_MS = 120_000;

/**
 * Sends mails to a server that is killed at random and started again. Like any mail server, it repeats every mail that was
 * not acknowledged. Rejects if a start fails. Resolves with the number of repeated mails.
 */
export async function mailThroughKills(trial: Trial): Promise<number> {
	const { server, started, to, mails, kills, seed, senders = 8, progress } = trial;
	const random = seeded(seed);
	let next = 0;
	let acknowledged = 0;
	let again = 0;
	let killed = 0;

	const send = async () => {
		let client = null as SmtpClient | null;
		while (next < mails) {
			const n = next++;
			const deliver = async () => {
				client ??= await connectSmtp(server.smtpPort).catch(() => null);
				if (!client) return false;
				try {
					await client.send(SENDER, to[n % to.length] ?? '', message(n));
					return true;
				} catch {
					client.close();
					client = null;
					again++;
					return false;
				}
			};
			await waitFor(`an answer to mail number ${n}`, deliver, { withinMs: ANSWER_MS });
			acknowledged++;
			progress?.(acknowledged, killed);
		}
		client?.close();
	};
	const kill = async () => {
		const moments = Array.from({ length: kills }, () => random() * mails).sort((a, b) => a - b);
		for (const moment of moments) {
			while (acknowledged < moment) {
				const before = acknowledged;
				await waitFor('another acknowledged mail', () => acknowledged > before, { withinMs: ANSWER_MS });
			}
			await sleep(random() * LATEST_MS);
			await server.kill();
			killed++;
			await server.start();
			await started?.();
		}
	};
	await Promise.all([kill(), ...Array.from({ length: senders }, send)]);
	return again;
}

const SENDER = 'ann@customers.example';

/** Every byte depends on n only, so a repeated mail is the same mail. */
const message = (n: number) =>
	[
		`From: Ann <${SENDER}>`,
		`Subject: Number ${n}`,
		`Message-ID: <number-${n}@customers.example>`,
		'Date: Thu, 01 Jan 2026 00:00:00 +0000',
		'',
		`This is mail number ${n}.`,
	].join('\r\n');

/** Random numbers from 0 to 1; the same seed gives the same numbers. */
export function seeded(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** The check after all kills, in one row: all numbers except `runs`, `ended` and `charged` must be zero. */
export const RECKONING = `select
	count(*)::int as runs, count(ended_at)::int as ended,
	(count(*) - count(distinct "trigger_mailId"))::int as doubled,
	count(*) filter (where _status <> 'succeeded')::int as unsuccessful,
	(select count(*)::int from ledger_entries where kind = 'charge') as charged,
	(select count(*)::int from ledger_entries l where kind = 'charge'
		and not exists (select from automation_runs r where r.id = l.reference and r.credits = -l.credits)) as wrongly,
	(select count(*)::int from (select uid, sum(credits) as sum from ledger_entries group by uid) s
		where sum <> (select balance from ledger_entries l where l.uid = s.uid order by seq desc limit 1)) as unbalanced
	from automation_runs where "_triggerType" = 'email'`;
