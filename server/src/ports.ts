/** What the product needs from the outside world. Types only; the adapters folder has the implementations. */
import type { Confirmation, Payment, TestCard } from '@watchword/contract/billing';
import type { PictureBox } from '@watchword/contract/boxes';
import type { NearExample, SelfTest, Side, TaughtState } from '@watchword/contract/example';
import type { FieldValue, ResultField } from '@watchword/contract/field';
import type { PortalSettings } from '@watchword/contract/portal';
import type { PromptReading } from '@watchword/contract/prompt-reading';
import type { TokenScope } from '@watchword/contract/token';
import type { Zone } from '@watchword/contract/zone';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Logger } from 'pino';

interface Rows extends PgQueryResultHKT {
	type: { rows: Record<string, unknown>[] };
}

/** A database, or a transaction on one: a function that takes a `Db` can be part of a larger transaction. */
export type Db = PgDatabase<Rows, Record<string, never>>;

export interface Database {
	readonly db: Db;
	/** What is in use, for the start-up table. */
	readonly describe: string;
	/** No other process can have it open, so unfinished work at the start belonged to a dead process. */
	readonly sole: boolean;
	/** Listens to pg_notify of every process; resolves once it listens. `onGap` is called if messages may have been missed. */
	listen(channel: string, heard: (payload: string) => void, onGap: () => void): Promise<void>;
	close(): Promise<void>;
}

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

/** The jobs of the product and what each carries. */
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
	'prepare-capture': { captureId: string };
	'prepare-captures': { captureIds: string[] };
	/** Pictures were marked as examples; the model looks at the new ones. */
	'learn-examples': { automationId: string };
	/** Runs of an automation failed; its owner gets a mail. */
	'failure-mail': { automationId: string };
	/** There are not enough credits: a charge left this balance, or a run was skipped. */
	'credits-mail': { uid: string; balance?: number };
	/** An automation got more mail in an hour than it may accept; further mail is refused. */
	'refused-mails-mail': { automationId: string };
	/** A webhook was turned off: it failed for a day, or said that it is gone. */
	'webhook-mail': { uid: string; url: string; problem: string; isGone: boolean };
	/** A charge left few credits. */
	'low-balance-mail': { uid: string; balance: number };
	/** The mail about the 24 hours before an instant, ISO 8601. */
	brief: { uid: string; until: string };
	/** Cameras became silent, or are back; with since when, or when their silence was reported. */
	'silence-mail': { uid: string; what: 'silent' | 'back'; cameras: { id: string; since: string }[] };
	/** Someone asked for all their data. */
	export: { exportId: string };
	/** A test card paid; send ourselves the webhook that a provider would send. */
	'test-card-event': { intent: string };
	'reconcile-payments': Record<string, never>;
	/** Sends the alerts that were held and are due. */
	'held-alerts': Record<string, never>;
	/** A mail waits for its owner's approval; the owner gets the draft. */
	'approval-mail': { runId: string };
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

/** Stores bytes under paths that we choose. When `put` resolves, the bytes are as safe as the store can make them. */
export interface ObjectStore {
	readonly describe: string;
	/** The store may keep this buffer, so it must not be changed afterwards. */
	put(path: string, bytes: Uint8Array, contentType: string): Promise<void>;
	/** The same for a stream whose length is not known yet. */
	putStream(path: string, chunks: AsyncIterable<Uint8Array>, contentType: string): Promise<void>;
	/** The whole object; null if there is none. */
	read(path: string): Promise<Buffer | null>;
	/** The whole object or an inclusive range of it, as a stream; null if there is none. */
	get(path: string, range?: { start: number; end: number }): Promise<ReadableStream<Uint8Array> | null>;
	/** Also succeeds if there is no such object. */
	delete(path: string): Promise<void>;
	/** Deletes everything in this folder. */
	deleteFolder(folder: string): Promise<void>;
}

/** One question to the model: as text for language models, and in parts for the built-in model. */
export interface Question {
	/** What the model is and how it must answer. */
	instructions: string;
	/** The customer's prompt, and the trigger's content fenced as data. */
	text: string;
	images: {
		contentType: string;
		bytes: Uint8Array;
		/** Set if the picture is upright and without metadata, so that it may be sent as it is. */
		longestSide?: number;
		/** Width divided by height, if known. */
		ratio?: number;
	}[];
	/** What was received but not read. If there is any, nothing can be judged as absent. */
	unread?: string[];
	/** The text of a mail's attachments, for the built-in model. */
	enclosed?: string[];
	parts: {
		prompt: string;
		trigger: 'email' | 'schedule' | 'capture';
		/** The model should write a mail; otherwise only the information is used. */
		wantsMail: boolean;
		/** The mail is a reply to the sender, who is a stranger. */
		replies?: boolean;
		mail: {
			from: string;
			subject: string;
			text: string;
			sender: Sender;
			/** The names of the attached files, without pictures that belong to its HTML. */
			attachments?: readonly string[];
		} | null;
		surroundings?: Surroundings;
		/** The time zone of the automation, for words such as "today". */
		now: Date;
		zone: string;
		/** What the model should find for the table of results. */
		fields?: readonly ResultField[];
		/** The last number that the automation read at or before a moment; null if there is none. */
		earlier?(at: Date): Promise<{ value: number; at: Date } | null>;
	};
}

/** Facts about a camera that may give the words of a prompt their meaning. */
export interface Surroundings {
	/** The customer's description of the camera, for words that name what it looks at. */
	device?: string;
	/** Named areas of the picture, and the names of some removed ones. */
	zones?: readonly Zone[];
	removedZones?: readonly string[];
	/** The pictures the customer marked for this automation. */
	examples?: readonly Example[];
}

/** A picture that the customer marked. */
export interface Example {
	captureId: string;
	captured_at: Date;
	said: Side;
	/** Whether the customer marked it on the sheet, for the taught words, or marked the verdict of a run. */
	about: 'words' | 'verdict';
	/** The model's features of it; null until the model has looked. */
	features: Features | null;
}

/** A picture in the form in which a model compares it. Only the model that made it understands it. */
export interface Features {
	version: string;
	/** Width divided by height. */
	ratio: number;
	map: Uint8Array;
}

/** Who sent a mail, as far as this could be checked. */
export interface Sender {
	/** The address in From, if the checks confirm it; otherwise null. */
	address: string | null;
	/** The result of the checks, in our words. */
	checks: string;
}

export interface Reply {
	/** The answer of the model, which should be JSON. */
	text: string;
	model: string;
	tokensIn: number | null;
	tokensOut: number | null;
	/** What a detector found in the pictures; language models do not give it. */
	boxes?: PictureBox[];
	/** The zones that it looked at, or was shown. */
	zones?: readonly Zone[];
	/** The nearest example of each side, if the picture was compared with examples. */
	examples?: NearExample[];
	/** The number that was asked for, if it was read with certainty. */
	value?: number | null;
	/** The fields that a rule-based model found; language models give them in their answer. */
	fields?: FieldValue[];
}

export interface Model {
	readonly describe: string;
	readonly builtIn: boolean;
	/** How it will understand a prompt; null if it cannot say. Only rule-based models have this. */
	readPrompt?(
		prompt: string,
		trigger: Question['parts']['trigger'],
		surroundings?: Surroundings,
		/** The day of the next scheduled time. */
		day?: Date,
	): Promise<PromptReading | null>;
	/** Only models that learn from examples have this. */
	readonly teaching?: {
		/** Features of another version must be made again. */
		version: string;
		/** The features of a picture; null if it cannot be read. */
		learn(bytes: Uint8Array, signal: AbortSignal): Promise<Features | null>;
		/** What the examples teach with this prompt, and how well they judge each other; null if they teach nothing. */
		test(
			prompt: string,
			surroundings: Surroundings,
			signal: AbortSignal,
		): Promise<{ taught: TaughtState; test: SelfTest | null } | null>;
	};
	/** Asks once. `repair` has the first answer and what was wrong with it. Rejects with a ModelFailure. */
	ask(
		question: Question,
		repair: { answer: string; problem: string } | null,
		signal: AbortSignal,
	): Promise<Reply>;
	close(): Promise<void>;
}

/** Answers a DNS question, as node:dns does. */
export type Resolver = (name: string, type: string) => Promise<string[] | string[][]>;

export interface Mail {
	to: string;
	subject: string;
	text: string;
	html: string;
	/** Set if the mail may have to be sent twice, so that mail programs can see that both are the same. */
	messageId?: string;
	/** The address of the automation, if the mail is a reply in its name. */
	from?: string;
	/** The mail that this one answers. A reply is marked as automatic and has an empty envelope sender. */
	answers?: { messageId: string | null; references: string[] };
	/** The address where the recipient can unsubscribe with one click. */
	unsubscribe?: string;
	/** Pictures shown inside the mail by their cid. */
	pictures?: { cid: string; contentType: string; bytes: Uint8Array }[];
}

export interface Mailer {
	readonly describe: string;
	send(mail: Mail): Promise<void>;
	close(): void;
}

/** The state of a payment at its provider. Amounts are in cents. */
export interface Intent {
	id: string;
	clientSecret: string;
	status: Payment['status'];
	amount: number;
	currency: string;
	livemode: boolean;
	/** What we gave the provider: the user and the id of our record. */
	metadata: Record<string, string>;
	received: number;
	refunded: number;
	/** The amount that the customer's bank has charged back and not returned. */
	disputed: number;
}

export interface Payments {
	readonly describe: string;
	/** What the portal needs to show the form. */
	readonly form: PortalSettings['payments'];
	/** Whether real money moves. */
	readonly livemode: boolean;
	/** The secret that the provider signs its events with. */
	readonly webhookSecret: string;
	/** Calling it again with the same key gives the same intent. */
	createIntent(order: {
		key: string;
		amount: number;
		currency: string;
		description: string;
		metadata: Record<string, string>;
	}): Promise<Intent>;
	readIntent(id: string): Promise<Intent>;
	/** After this it can no longer be paid. If it was already paid, it stays paid, and the answer says so. */
	cancelIntent(id: string): Promise<Intent>;
	/** Only if the provider has no payment form of its own. */
	payWithTestCard: ((card: TestCard) => Promise<Confirmation>) | null;
}

/** A person, as the single sign-on provider describes them. */
export interface SsoPerson {
	/** The provider and the person's id there; both stay the same as long as the person has an account there. */
	issuer: string;
	subject: string;
	email: string | null;
	/** Whether the provider has verified that the address belongs to the person. */
	emailVerified: boolean;
	name: string | null;
}

/** What must be remembered while a browser is at the provider. */
export interface SsoAttempt {
	state: string;
	nonce: string;
	verifier: string;
	/** If the person must sign in again even if already signed in: when it began, in milliseconds. */
	anew: number | null;
}

export interface SingleSignOn {
	readonly describe: string;
	/** What customers call the provider. */
	readonly name: string;
	/** Whether a person without an account gets one. */
	readonly makesAccounts: boolean;
	/** The address at the provider to send the browser to. With `anew`, the provider must authenticate the person again. */
	begin(anew: boolean): Promise<{ url: string; attempt: SsoAttempt }>;
	/** Who the person is, from the query that the browser came back with. Throws `SsoFailure`. */
	finish(query: URLSearchParams, attempt: SsoAttempt): Promise<SsoPerson>;
}

export type Log = Logger;
