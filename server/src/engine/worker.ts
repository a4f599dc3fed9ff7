import { setTimeout } from 'node:timers/promises';
import { oneLookAtATime, waitUntilIdle } from '../base/loops.ts';
import type { Database } from '../ports/database.ts';
import type { Log } from '../ports/log.ts';
import type { Square } from '../ports/model.ts';
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
import { type Offer, RUNS_CHANNEL } from './queue-runs.ts';

/** Nothing announces that a retry is due or that a lease has run out, so the worker also polls. */
const POLL_MS = 3000;
/** The least time between two polls: under load each takes several runs. An idle worker polls at once. */
const PACE_MS = 50;

/** A worker, for triggers in the same process. */
export interface LocalWorker {
	/** Whether it would begin a run of one of these automations at once, as far as this process knows. */
	isFreeFor(automations: readonly { id: string }[]): boolean;
	/** How its model looks at pictures. */
	readonly square?: Square | undefined;
	/**
	 * Lets `store` lease up to `wanted` of the runs it queues to this worker, which starts them at once, so that no poll is
	 * needed. Nothing is offered while more runs wait than the worker has room for.
	 */
	begin<T>(wanted: number, store: Storing<T>): Promise<T>;
}

/** Queues runs. Returns those that were leased under the offer, once they are committed. */
type Storing<T> = (offer: Offer | undefined) => Promise<{ result: T; runs: LeasedRun[] }>;

/** Queues runs. The worker of this process starts them at once, if it has one and is free. */
export async function beginAtOnce<T>(
	worker: LocalWorker | undefined,
	wanted: number,
	store: Storing<T>,
): Promise<T> {
	if (worker) return worker.begin(wanted, store);
	return (await store(undefined)).result;
}

/** Carries out up to `inFlight` runs at once in this process. It polls when a run is queued, and when one ends while others wait. */
export async function startWorker(
	database: Database,
	log: Log,
	inFlight: number,
	takeRun: (run: LeasedRun) => Promise<void>,
): Promise<LocalWorker & { stop(): Promise<void> }> {
	const { db } = database;
	const lease = newLease();
	/** The automation of each run under way, by the id of the run. */
	const going = new Map<string, string>();
	/** Runs that were recalled, or whose lease ended, and that this worker leased again while its last attempt was still going on. */
	const next = new Map<string, LeasedRun>();
	/** Runs whose failure could not be stored, because the database was down. They stay leased until they are handed back. */
	const dropped = new Set<string>();
	/** How many runs are offered to triggers at the moment. */
	let offered = 0;
	let stopped = false;
	let lastPoll = 0;
	/** There may be waiting runs that this process could take, now or when one of its own ends. */
	let othersWait = true;
	/** More runs wait than there is room for. */
	let behind = false;
	const room = () => inFlight - going.size - offered;
	/** Some places are left to others than the busiest customer, and to runs that are leased by turns rather than at once. */
	const kept = Math.floor(inFlight / 8);

	const takeWaiting = async (): Promise<boolean> => {
		const early = lastPoll + PACE_MS - performance.now();
		if (early > 0) await setTimeout(early);
		lastPoll = performance.now();
		const free = room();
		if (stopped || free <= 0) return false;
		if (dropped.size > 0) {
			const ids = [...dropped];
			await handBack(db, lease, ids);
			for (const id of ids) dropped.delete(id);
		}
		// Runs that are queued from here on are announced.
		othersWait = false;
		const leased = await leaseRuns(db, lease, free, inFlight - kept);
		for (const run of leased.runs) {
			if (going.has(run.id)) next.set(run.id, run);
			else start(run);
		}
		othersWait ||= leased.othersWait;
		const isFull = leased.runs.length === free;
		behind = leased.othersWait && isFull;
		return isFull;
	};
	const { poll, isLooking } = oneLookAtATime(takeWaiting, (error) => {
		othersWait = true;
		log.error({ err: error }, 'runs could not be leased');
	});
	const start = (run: LeasedRun) => {
		going.set(run.id, run._automationId);
		void takeRun(run)
			.catch((error: unknown) => {
				log.error({ err: error, run: run.id }, 'the failure of a run could not be stored');
				dropped.add(run.id);
				othersWait = true;
			})
			.finally(() => {
				going.delete(run.id);
				const again = next.get(run.id);
				next.delete(run.id);
				if (again) start(again);
				if (othersWait) void poll();
			});
	};
	const announced = () => {
		othersWait = true;
		void poll();
	};

	if (database.sole) await forgetLeases(db);
	await database.listen(RUNS_CHANNEL, announced, announced);
	const timer = setInterval(() => void poll(), POLL_MS);
	const renewal = setInterval(() => {
		if (going.size > 0)
			renewLeases(db, lease, [...going.keys()]).catch((error: unknown) =>
				log.error({ err: error }, 'leases could not be renewed'),
			);
	}, RENEW_MS);
	void poll();
	const isFree = () => !stopped && !behind && room() > kept;
	return {
		isFreeFor(automations) {
			if (!isFree()) return false;
			const busy = new Set(going.values());
			return automations.some(({ id }) => !busy.has(id));
		},
		async begin(wanted, store) {
			const most = isFree() ? Math.min(wanted, room() - kept) : 0;
			offered += most;
			try {
				const { result, runs } = await store({ lease, most });
				for (const run of runs) start(run);
				return result;
			} finally {
				offered -= most;
				if (othersWait) void poll();
			}
		},
		async stop() {
			stopped = true;
			clearInterval(timer);
			// Offered runs and those being leased may still start while requests and mails end.
			await waitUntilIdle(() => going.size > 0 || offered > 0 || isLooking());
			clearInterval(renewal);
			await releaseLeases(db, lease);
		},
	};
}
