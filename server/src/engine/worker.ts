import { setTimeout } from 'node:timers/promises';
import type { Database, Log } from '../ports.ts';
import {
	forgetLeases,
	handBack,
	type LeasedRun,
	leaseRuns,
	newLease,
	RENEW_MS,
	releaseLeases,
	renewLeases,
} from './lease.ts';
import { RUNS_CHANNEL } from './queue-runs.ts';

/** Retries and abandoned leases come due without anyone saying so. */
const LOOK_MS = 3000;
const STOP_MS = 8000;
/** Under load, looks are this far apart, so that each takes up several runs; at rest the first is at once. */
const PACE_MS = 10;

/** Keeps up to `inFlight` runs going in this process: woken by new runs and by each that ends. */
export async function startWorker(
	database: Database,
	log: Log,
	inFlight: number,
	takeRun: (run: LeasedRun) => Promise<void>,
): Promise<{ stop(): Promise<void> }> {
	const { db } = database;
	const lease = newLease();
	const going = new Set<Promise<void>>();
	/** What could not even be put off, the database being away. Ours until it is handed back. */
	const dropped = new Set<string>();
	let stopped = false;
	let looking = false;
	let again = false;
	let lastLook = 0;

	const look = async () => {
		if (looking) {
			again = true;
			return;
		}
		looking = true;
		try {
			do {
				again = false;
				const early = lastLook + PACE_MS - performance.now();
				if (early > 0) await setTimeout(early);
				lastLook = performance.now();
				const free = inFlight - going.size;
				if (stopped || free === 0) break;
				if (dropped.size > 0) {
					const ids = [...dropped];
					await handBack(db, lease, ids);
					for (const id of ids) dropped.delete(id);
				}
				const runs = await leaseRuns(db, lease, free);
				for (const run of runs) start(run);
				if (runs.length === free) again = true;
			} while (again);
		} catch (error) {
			log.error({ err: error }, 'looking for runs failed');
		} finally {
			looking = false;
		}
	};
	const start = (run: LeasedRun) => {
		const done = takeRun(run)
			.catch((error: unknown) => {
				log.error({ err: error, run: run.id }, 'run could not be carried on');
				dropped.add(run.id);
			})
			.finally(() => {
				going.delete(done);
				void look();
			});
		going.add(done);
	};

	if (database.sole) await forgetLeases(db);
	await database.listen(
		RUNS_CHANNEL,
		() => void look(),
		() => void look(),
	);
	const timer = setInterval(() => void look(), LOOK_MS);
	const renewal = setInterval(() => {
		if (going.size > 0) renewLeases(db, lease).catch((error: unknown) => log.error({ err: error }, 'lease'));
	}, RENEW_MS);
	void look();
	return {
		async stop() {
			stopped = true;
			clearInterval(timer);
			const late = setTimeout(STOP_MS, undefined, { ref: false });
			await Promise.race([Promise.all(going), late]);
			clearInterval(renewal);
			await releaseLeases(db, lease);
		},
	};
}
