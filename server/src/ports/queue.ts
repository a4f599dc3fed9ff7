import type { TokenScope } from '@watchword/contract/token';
import type { Db } from './database.ts';

/** Events that the owner always gets a mail about, even if other mails are turned off. */
export type SecurityNotice =
	| { what: 'password-changed' }
	| { what: 'sso-linked'; provider: string }
	| { what: 'sso-unlinked' }
	| { what: 'factor-added' | 'factor-removed' | 'factor-reset' | 'recovery-codes-renewed' }
	| { what: 'recovery-code-used'; left: number }
	| { what: 'wrong-codes'; address: string }
	| { what: 'new-browser'; browser: string; address: string }
	| { what: 'device-added' | 'device-key'; device: string }
	| { what: 'token-added'; name: string; scopes: TokenScope[] }
	| { what: 'passkey-added' | 'passkey-removed'; name: string };

/** The jobs of the product and what each carries. Accounts take turns at jobs with a `uid`. */
export interface Jobs {
	/** Someone asked for a reset link. The job, not the request, looks up whether there is an account. */
	'password-reset': { email: string };
	/** Somebody failed to sign in. The job, not the request, looks up whether there is an account. */
	'sign-in-failed': {
		email: string;
		how: string;
		origin: { address: string; browser: string | null };
		at: string;
	};
	/** Something happened to an account. Its owner gets a mail, in case somebody else did it. */
	'security-mail': { uid: string; notice: SecurityNotice };
	/** The owner asked for the deletion of the account, or it happens tomorrow; `on` is its instant, ISO 8601. */
	'leaving-mail': { uid: string; on: string; isReminder: boolean };
	/** An account was deleted, as its owner asked. */
	'farewell-mail': { email: string; name: string };
	/** Deletes files that were still being written while their account was erased. */
	'erased-files': { folder: string };
	/** Erases the accounts whose waiting time has ended. */
	leaving: Record<string, never>;
	/** Someone wants another address for the account: both addresses get a link. */
	'address-mail': { uid: string; email: string };
	/** The account has another address; the old one gets a mail. */
	'address-changed-mail': { uid: string; old: string };
	/** A capture was stored; make the versions that may be shown. */
	'prepare-capture': { uid: string; captureId: string };
	'prepare-captures': { uid: string; captureIds: string[] };
	/** Pictures were marked as examples; the model looks at the new ones. */
	'learn-examples': { uid: string; automationId: string };
	/**
	 * What gives prompts their meaning has changed: the zones of a device, or the examples of an automation. Without either, those
	 * that have no condition yet are read; `after` is the id of the last one that was.
	 */
	'read-conditions': { uid?: string; deviceId?: string; automationId?: string; after?: string };
	/** Runs of an automation failed; its owner gets a mail. */
	'failure-mail': { uid: string; automationId: string };
	/** There are not enough credits: a charge left this balance, or a run was skipped. */
	'credits-mail': { uid: string; balance?: number };
	/** An automation got more mail in an hour than it may accept; further mail is refused. */
	'refused-mails-mail': { uid: string; automationId: string };
	/** A webhook was turned off: it failed for a day, or said that it is gone. */
	'webhook-mail': { uid: string; url: string; problem: string; isGone: boolean };
	/** A charge left few credits. */
	'low-balance-mail': { uid: string; balance: number };
	/** The mail about the 24 hours before an instant, ISO 8601. */
	brief: { uid: string; until: string };
	/** Cameras became silent, or are back; with since when, or when their silence was reported. */
	'silence-mail': { uid: string; what: 'silent' | 'back'; cameras: { id: string; since: string }[] };
	/** Someone asked for all their data. */
	export: { uid: string; exportId: string };
	/** A test card paid; send ourselves the webhook that a provider would send. */
	'test-card-event': { intent: string };
	'reconcile-payments': Record<string, never>;
	/** Sends the alerts that were held and are due. */
	'held-alerts': Record<string, never>;
	/** A mail waits for its owner's approval; the owner gets the draft. */
	'approval-mail': { uid: string; runId: string };
	/** The owner is reminded of all waiting mails. */
	'approval-reminder': { uid: string };
	/** Finds mails that have waited too long, and owners to remind. */
	approvals: Record<string, never>;
	housekeeping: Record<string, never>;
	/** Copies what automations saved to the mirror, and deletes there what was deleted here. */
	mirror: Record<string, never>;
	/** Deletes what an automation had saved until an instant, ISO 8601. */
	'delete-saved': { uid: string; automationId: string; until: string };
	/** Removes what is older than its retention time. */
	cleaning: Record<string, never>;
	/** Rebuilds the index of the search. */
	'search-index': Record<string, never>;
}
export type JobName = keyof Jobs;

/** The jobs that carry nothing, so that a clock can start them. */
type PeriodicJob = { [N in JobName]: Jobs[N] extends Record<string, never> ? N : never }[JobName];

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
	/** Runs a job at the times of a cron line (UTC), in one of all processes. After missed times, one job catches up. */
	schedule(name: PeriodicJob, cron: string): Promise<void>;
	/** Lets running jobs end within this time, at least a second. Another process repeats the others. */
	stop(withinMs?: number): Promise<void>;
}
