import type { Db } from './database.ts';

/** The jobs of the product and what each carries. The file of a job adds its own line. Accounts take turns at jobs with a `uid`. */
// biome-ignore lint/suspicious/noEmptyInterface: each job adds its line.
export interface Jobs {}
export type JobName = keyof Jobs;

/** What a job of the clock carries. */
export type Nothing = Record<string, never>;

/** How a job is done. `Needs` is what it uses, for example the database. */
export interface Job<N extends JobName, Needs> extends JobRules {
	handle: (needs: Needs, data: Jobs[N]) => Promise<void>;
	cron?: Jobs[N] extends Nothing ? string : never;
	/** The clock starts it only if this is true. */
	isNeeded?: (needs: Needs) => boolean;
}

/** When a job is done. */
export interface JobRules {
	/** When the clock starts it, in UTC, in one of all processes. After missed times, one job catches up. */
	cron?: string;
	/**
	 * How often it is tried again, and how soon; the wait doubles each time, up to the longest. By default 8 times from 30 s on, as for
	 * mails. A job of the clock is not tried again: the next one does what it could not.
	 */
	retries?: Retries;
	/** One at a time in all processes; or one at work and one that waits. */
	alone?: 'one' | 'one and the next';
	/** For long jobs: how long one may take, and how soon a dead worker is noticed. */
	expireInSeconds?: number;
	heartbeatSeconds?: number;
}

export interface Retries {
	times: number;
	afterSeconds: number;
	atMostSeconds?: number;
}

/** Every job by its name. */
export type JobList<Needs> = { [N in JobName]: Job<N, Needs> };

export interface SendOptions {
	/** With `oncePerSeconds`: at most one job with this key in that time. */
	key: string;
	oncePerSeconds: number;
	/** Jobs that are sent too early become one job at the next allowed time. Otherwise they are dropped. */
	deferRest?: boolean;
	afterSeconds?: number;
}

export interface Queue {
	/** Adds a job. If `db` is a transaction, the job exists only if it commits. */
	send<N extends JobName>(db: Db, name: N, data: Jobs[N], options?: SendOptions): Promise<void>;
	work<N extends JobName>(name: N, handle: (data: Jobs[N]) => Promise<void>): Promise<void>;
	/** Starts a job at the times of a cron line. */
	schedule(name: JobName, cron: string): Promise<void>;
	/** Lets running jobs end within this time, at least a second. Another process repeats the others. */
	stop(withinMs?: number): Promise<void>;
}
