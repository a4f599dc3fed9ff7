/** Several processes carry runs while they or the database fail one after the other: each run must end exactly once. */
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '../../scripts/postgres.ts';
import { seeded } from '../../server/src/testing/kills.ts';
import { picture } from '../load.ts';
import { Pair } from './pair.ts';
import { type Sent, sendSignals, wrongAnswers } from './signals.ts';
import { openTrial } from './trial.ts';

const ROLES = ['api,mail', 'api,mail', 'worker', 'worker', 'worker,scheduler'];
const CUSTOMERS = 20;
const SENDERS = 4;
const MODEL_MS = 100;
const KILL_MS = { least: 2000, most: 5000 };
const RESTART_MS = 10_000;
const FAILOVER_MS = 15_000;
/** A mail may arrive before the outage of the database is noticed and recorded. */
const SLACK_MS = 3000;

interface Size {
	runs: number;
	seed: number;
	/** Where the log of all processes goes. */
	log?: string | undefined;
}

/** What fails, besides the senders' connections. */
interface Trouble {
	url: string;
	/** Takes the database down and up again. */
	outage(): Promise<void>;
	/** Its name in the output. */
	outages: string;
	everyMs: number;
	/** Whether processes of ours are killed, too. */
	kills: boolean;
	stop(): Promise<void>;
}

/** Processes are killed, and PostgreSQL restarts. */
export async function cluster(size: Size): Promise<boolean> {
	const postgres = await startPostgres();
	return storm(size, {
		url: postgres.url,
		outage: () => postgres.restart(),
		outages: 'restarts of PostgreSQL',
		everyMs: RESTART_MS,
		kills: true,
		stop: () => postgres.stop(),
	});
}

/** The primary is killed, and its synchronous standby takes over. */
export async function failover(size: Size): Promise<boolean> {
	const pair = await Pair.start();
	return storm(size, {
		url: pair.url,
		async outage() {
			await pair.inStep();
			await pair.failOver();
		},
		outages: 'failovers of PostgreSQL',
		everyMs: FAILOVER_MS,
		kills: false,
		stop: () => pair.stop(),
	});
}

async function storm({ runs, seed, log }: Size, trouble: Trouble): Promise<boolean> {
	const random = seeded(seed);
	const wishes = { url: trouble.url, roles: ROLES, customers: CUSTOMERS, modelMs: MODEL_MS, log };
	const { fleet, customers, sent, say, sentAgain, settle } = await openTrial(wishes);
	/** When a worker was killed or the database went away. */
	const interruptions: number[] = [];
	let [kills, outages, over] = [0, 0, false];

	const killing = async () => {
		while (trouble.kills && !over) {
			await sleep(KILL_MS.least + random() * (KILL_MS.most - KILL_MS.least));
			const up = fleet.members.filter(({ away }) => !away);
			const member = up[Math.floor(random() * up.length)];
			if (over || !member) continue;
			kills++;
			if (member.name.startsWith('worker')) interruptions.push(Date.now());
			void fleet.kill(member);
		}
	};
	const failing = async () => {
		for (;;) {
			for (let waited = 0; waited < trouble.everyMs && !over; waited += 100) await sleep(100);
			if (over) return;
			outages++;
			fleet.databaseAway = true;
			interruptions.push(Date.now());
			await trouble.outage();
			fleet.databaseAway = false;
			interruptions.push(Date.now());
		}
	};
	const progress = () =>
		say(`${sent.acknowledged} of ${runs} acknowledged, ${kills} kills, ${outages} ${trouble.outages}`);
	const telling = setInterval(progress, 10_000);
	const silence = longestSilence(sent);
	const troubles = [killing(), failing()];
	const mails = Math.floor(runs / 2);
	const load = { captures: runs - mails, mails, senders: SENDERS, picture: await picture() };
	await sendSignals({ ...customers, ...load, doors: fleet.doors }, sent);
	clearInterval(telling);
	progress();
	over = true;
	await Promise.all(troubles);
	const withoutService = silence();

	const wasInterrupted = (first: number, second: number) =>
		interruptions.some((at) => at > first - SLACK_MS && at < second);
	const unexplained = () =>
		sentAgain().filter((times) => times.slice(1).some((second, n) => !wasInterrupted(times[n] ?? 0, second)));
	const well = await settle(
		() => ({
			'answers other than taken, or later': wrongAnswers(sent),
			'mails sent again without a kill or restart': unexplained().length,
		}),
		{
			'kills of a process': kills,
			[trouble.outages]: outages,
			'longest time without an acknowledgement, s': withoutService,
			'starts tried again, the database being away': fleet.failedStarts.away,
		},
	);
	await trouble.stop();
	return well;
}

/** Checks every 50 ms whether anything was acknowledged; returns the longest time without, in seconds. */
function longestSilence(sent: Sent): () => number {
	let [seen, since, longest] = [0, Date.now(), 0];
	const looking = setInterval(() => {
		if (sent.acknowledged === seen) return;
		longest = Math.max(longest, Date.now() - since);
		[seen, since] = [sent.acknowledged, Date.now()];
	}, 50);
	return () => {
		clearInterval(looking);
		return Math.round(longest / 100) / 10;
	};
}
