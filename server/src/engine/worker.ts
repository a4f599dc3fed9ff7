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
import { RUNS_CHANNEL } from './triggers/queue-runs.ts';

/** Nothing announces that a retry is due or that a lease has run out, so the worker also polls. */
const POLL_MS = 3000;
const STOP_MS = 8000;
/** The least time between two polls: under load each takes several runs. An idle worker polls at once. */
const PACE_MS = 25;

/** Carries out up to `inFlight` runs at once in this process. It polls when a run is queued and when one ends. */
export async function startWorker(
	database: Database,
	log: Log,
	inFlight: number,
	takeRun: (run: LeasedRun) => Promise<void>,
): Promise<{ stop(): Promise<void> }> {
	const { db } = database;
	const lease = newLease();
	const going = new Set<Promise<void>>();
	/** Runs whose failure could not be stored, because the database was down. They stay leased until they are handed back. */
	const dropped = new Set<string>();
	let stopped = false;
	let polling = false;
	let again = false;
	let lastPoll = 0;

	const poll = async () => {
		if (polling) {
			again = true;
			return;
		}
		polling = true;
		try {
			do {
				again = false;
				const early = lastPoll + PACE_MS - performance.now();
				if (early > 0) await setTimeout(early);
				lastPoll = performance.now();
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
			log.error({ err: error }, 'runs could not be leased');
		} finally {
			polling = false;
		}
	};
	const start = (run: LeasedRun) => {
		const done = takeRun(run)
			.catch((error: unknown) => {
				log.error({ err: error, run: run.id }, 'the failure of a run could not be stored');
				dropped.add(run.id);
			})
			.finally(() => {
				going.delete(done);
				void poll();
			});
		going.add(done);
	};

	if (database.sole) await forgetLeases(db);
	await database.listen(
		RUNS_CHANNEL,
		() => void poll(),
		() => void poll(),
	);
	const timer = setInterval(() => void poll(), POLL_MS);
	const renewal = setInterval(() => {
		if (going.size > 0)
			renewLeases(db, lease).catch((error: unknown) =>
				log.error({ err: error }, 'leases could not be renewed'),
			);
	}, RENEW_MS);
	void poll();
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
