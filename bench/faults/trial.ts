/** Processes on one database, a model and a mail server that always answer, and customers who send; and the check at the end. */
import { setTimeout as sleep } from 'node:timers/promises';
import { mailSink, stubModel } from '../outside.ts';
import type { Ask } from '../seed.ts';
import { asker, Fleet } from './fleet.ts';
import { drained, reckon, report, sayReasons } from './reckoning.ts';
import { addCustomers, type Sent } from './signals.ts';

const CREDITS = 1_000_000;

interface Wishes {
	/** The address of PostgreSQL; null for the embedded database. */
	url: string | null;
	/** The roles of each process. */
	roles: string[];
	customers: number;
	modelMs?: number;
	/** More of the environment. */
	env?: Record<string, string>;
	/** Where the log of all processes goes. */
	log?: string | undefined;
}

export async function openTrial({ url, roles, customers: count, modelMs = 0, env: more, log }: Wishes) {
	const [model, sink] = [await stubModel(modelMs), await mailSink()];
	const env = { ...(url && { DATABASE_URL: url }), ...model.env, ...sink.env, ...more };
	const fleet = await Fleet.start(env, roles, log);
	const outside = url ? asker(url) : null;
	const ask: Ask = outside?.ask ?? ((sql) => fleet.members[0]?.server.query(sql) ?? Promise.resolve([]));
	const customers = await addCustomers(ask, count, CREDITS);
	const sent: Sent = { acknowledged: 0, answers: new Map() };
	const began = Date.now();
	const say = (line: string) => console.log(`  ${Math.round((Date.now() - began) / 1000)} s: ${line}`);

	/** When each mail that was sent more than once was sent. */
	const sentAgain = () => [...sink.received.values()].filter((times) => times.length > 1);

	/** Waits until all runs have ended, checks every rule and those of this trial, and stops everything. */
	async function settle(
		violations: () => Record<string, number>,
		figures: Record<string, number>,
	): Promise<boolean> {
		const troubleEnded = Date.now();
		const runs = sent.acknowledged;
		while (fleet.members.some(({ away }) => away)) await sleep(100);
		await drained(ask, runs, say);
		const found = {
			...(await reckon(ask, runs, sink.received)),
			'runs that ended twice': [...fleet.ended.values()].filter((times) => times > 1).length,
			'processes that ended by themselves': fleet.crashes.length,
			'failed starts': fleet.failedStarts.otherwise,
			...violations(),
		};
		await sayReasons(ask);
		for (const crash of fleet.crashes) console.log(crash);
		await fleet.stop();
		await outside?.end();
		model.stop();
		sink.stop();
		console.log('  what the senders were told:', Object.fromEntries([...sent.answers].sort()));
		return report(found, {
			runs,
			...figures,
			'mails sent again, same Message-ID': sentAgain().reduce((sum, times) => sum + times.length - 1, 0),
			'seconds of trouble': Math.round((troubleEnded - began) / 1000),
			'seconds until all had ended': Math.round((Date.now() - troubleEnded) / 1000),
		});
	}
	return { fleet, ask, customers, sent, say, sentAgain, settle };
}
