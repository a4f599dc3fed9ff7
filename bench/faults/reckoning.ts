/** What must be true when everything has ended, whatever happened meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ask } from '../seed.ts';

/** Each is a number of violations. */
const RECKONING = {
	'runs that did not succeed': `select count(*) from automation_runs where _status <> 'succeeded'`,
	'runs of the same signal': `select count(*) - count(distinct ("_automationId", coalesce("trigger_captureId", "trigger_mailId")))
		from automation_runs`,
	'runs not charged exactly once': `select count(*) from automation_runs r where credits is distinct from
		coalesce((select sum(-l.credits) from ledger_entries l where l.reference = r.id), 0)`,
	'charges too many': `select count(*) - count(distinct reference) from ledger_entries where kind = 'charge'`,
	'balances that differ from their sum': `select count(*) from
		(select uid, sum(credits) as sum from ledger_entries group by uid) s where sum <>
		(select balance from ledger_entries l where l.uid = s.uid order by seq desc limit 1)`,
	'runs without their files': `select count(*) from automation_runs r where "_actionType" = 'save' and
		(select count(*) from files f where f.path = any(r.action_files)) <> 3`,
	'files too many': `select count(*) from files f where f.path like '%/automations/%' and not exists
		(select from automation_runs r where f.path = any(r.action_files))`,
	'captures of the same picture': `select count(*) - count(distinct ("deviceId", capture_key)) from captures`,
};

/** Waits until there are this many runs and none is open; prints the progress now and then. */
export async function drained(ask: Ask, runs: number, say: (line: string) => void): Promise<void> {
	for (let waited = 0; ; waited++) {
		const [row] = await ask(
			`select count(*)::int as runs, count(ended_at)::int as ended from automation_runs`,
		).catch(() => []);
		if (row && Number(row.runs) >= runs && row.runs === row.ended) return;
		if (waited % 10 === 9) say(`${row?.ended ?? '?'} of ${runs} runs ended`);
		await sleep(500);
	}
}

/** The violations by name; `sent` is what the mail server received, by run. */
export async function reckon(
	ask: Ask,
	runs: number,
	sent: Map<string, number[]>,
): Promise<Record<string, number>> {
	const found: Record<string, number> = {};
	const [{ count } = { count: 0 }] = await ask('select count(*) from automation_runs');
	found['acknowledged signals without a run'] = Math.max(0, runs - Number(count));
	found['runs nobody asked for'] = Math.max(0, Number(count) - runs);
	for (const [name, sql] of Object.entries(RECKONING))
		found[name] = Number(Object.values((await ask(sql))[0] ?? {})[0]);
	const mailing = await ask(`select id from automation_runs where "_actionType" = 'sendEmail'`);
	const ids = new Set(mailing.map(({ id }) => String(id)));
	found['runs without their mail'] = [...ids].filter((id) => !sent.has(id)).length;
	found['mails of no run'] = [...sent.keys()].filter((id) => !ids.has(id)).length;
	return found;
}

/** Prints why runs did not succeed. */
export async function sayReasons(ask: Ask): Promise<void> {
	const reasons = await ask(`select _reason, count(*)::int as runs from automation_runs
		where _status <> 'succeeded' group by 1`);
	for (const { _reason, runs } of reasons) console.log(`  ${runs} runs: ${_reason}`);
}

/** Prints violations and figures in one table; returns whether there were no violations. */
export function report(
	violations: Record<string, number>,
	figures: Record<string, number | string>,
): boolean {
	console.table({ ...violations, ...figures });
	return Object.values(violations).every((count) => count === 0);
}
