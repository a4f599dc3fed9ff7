/** What the product needs from the outside world. Types only; the adapters folder holds what stands behind each. */
import type { Confirmation, Payment, TestCard } from '@watchword/contract/billing';
import type { PortalSettings } from '@watchword/contract/portal';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Logger } from 'pino';

interface Rows extends PgQueryResultHKT {
	type: { rows: Record<string, unknown>[] };
}

/** A database or a transaction on one: whatever takes a `Db` can be part of a larger write. */
export type Db = PgDatabase<Rows, Record<string, never>>;

export interface Database {
	readonly db: Db;
	/** What is in use, for the start-up table. */
	readonly describe: string;
	/** No other process has it open: whatever was under way when this one started is a dead one's. */
	readonly sole: boolean;
	/** Hears what is sent with pg_notify, by any process; resolves once it listens. `onGap` says that some may have been missed. */
	listen(channel: string, heard: (payload: string) => void, onGap: () => void): Promise<void>;
	close(): Promise<void>;
}

/** The jobs of the product and what each carries. */
export interface Jobs {
	/** Someone asked for a reset link; whether they have an account is found out off the request's path. */
	'password-reset': { email: string };
	/** A capture was stored; make what may leave the system of it. */
	'prepare-capture': { captureId: string };
	/** Runs of an automation failed; its owner should hear of it. */
	'failure-mail': { automationId: string };
	/** A run was skipped for want of credits. */
	'credits-mail': { uid: string };
	/** A charge left few credits, or none. */
	'low-balance-mail': { uid: string; balance: number };
	/** Someone asked for all their data. */
	export: { exportId: string };
	/** A test card paid; tell ourselves, as a provider would. */
	'test-card-event': { intent: string };
	'reconcile-payments': Record<string, never>;
	housekeeping: Record<string, never>;
	/** Removes what has been kept long enough. */
	cleaning: Record<string, never>;
}
export type JobName = keyof Jobs;

export interface SendOptions {
	/** With `oncePerSeconds`: of all jobs with this key, one in that time. */
	key: string;
	oncePerSeconds: number;
	afterSeconds?: number;
}

export interface Queue {
	/** Adds a job; with a transaction given as `db` it exists exactly if that commits. */
	send<N extends JobName>(db: Db, name: N, data: Jobs[N], options?: SendOptions): Promise<void>;
	work<N extends JobName>(name: N, handle: (data: Jobs[N]) => Promise<void>): Promise<void>;
	/** Runs a job at the times of a cron line (UTC), once among all processes. */
	schedule(name: 'housekeeping' | 'cleaning' | 'reconcile-payments', cron: string): Promise<void>;
	stop(): Promise<void>;
}

/** Bytes under a path of our own making. A `put` that resolved survives whatever the store promises to survive. */
export interface ObjectStore {
	readonly describe: string;
	put(path: string, bytes: Uint8Array, contentType: string): Promise<void>;
	/** The same for what is made as it is stored, of a length nobody knows yet. */
	putStream(path: string, chunks: AsyncIterable<Uint8Array>, contentType: string): Promise<void>;
	/** The whole object at once; null where there is none. */
	read(path: string): Promise<Buffer | null>;
	/** The whole object or an inclusive range of it, as it comes; null where there is none. */
	get(path: string, range?: { start: number; end: number }): Promise<ReadableStream<Uint8Array> | null>;
	/** Gone afterwards, also when it was not there. */
	delete(path: string): Promise<void>;
}

/** One question to the model: the rendered form for language models, and the same in parts for one that needs none. */
export interface Question {
	/** What the model is and how it must answer. */
	instructions: string;
	/** The customer's prompt and the trigger's content, the latter fenced as data. */
	text: string;
	images: {
		contentType: string;
		bytes: Uint8Array;
		/** Known where it is upright and nothing but pixels, so that it may go as it is. */
		longestSide?: number;
	}[];
	parts: {
		prompt: string;
		trigger: 'email' | 'schedule' | 'capture';
		/** A mail is to be written; otherwise the information alone is kept. */
		wantsMail: boolean;
		mail: { from: string; subject: string; text: string } | null;
		/** Where the automation runs, for what "today" means. */
		now: Date;
		zone: string;
	};
}

export interface Reply {
	/** The answer as the model gave it: JSON, if it did as it was told. */
	text: string;
	model: string;
	tokensIn: number | null;
	tokensOut: number | null;
}

export interface Model {
	readonly describe: string;
	readonly builtIn: boolean;
	/** Asks once; with `repair`, again, saying what was wrong with the first answer. Rejects with a ModelFailure. */
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
	/** Ours where the same mail may have to be sent twice: whoever gets both sees one. */
	messageId?: string;
	/** The address of an automation where the mail answers in its name. */
	from?: string;
	/** A mail this one answers. It is then marked as automatic and leaves with an empty envelope sender. */
	answers?: { messageId: string | null; references: string[] };
	/** Pictures shown inside the mail by their cid. */
	pictures?: { cid: string; contentType: string; bytes: Uint8Array }[];
}

export interface Mailer {
	readonly describe: string;
	send(mail: Mail): Promise<void>;
	close(): void;
}

/** A payment as its provider knows it. Money in cents. */
export interface Intent {
	id: string;
	clientSecret: string;
	status: Payment['status'];
	amount: number;
	currency: string;
	livemode: boolean;
	/** What it was made with: whose it is, and our record of it. */
	metadata: Record<string, string>;
	received: number;
	refunded: number;
	/** What the customer's bank has taken back and not returned. */
	disputed: number;
}

export interface Payments {
	readonly describe: string;
	/** What the portal needs to show the form. */
	readonly form: PortalSettings['payments'];
	/** Whether real money moves. */
	readonly livemode: boolean;
	/** What events of the provider are signed with. */
	readonly webhookSecret: string;
	/** The same key again gives the same intent. */
	createIntent(order: {
		key: string;
		amount: number;
		currency: string;
		description: string;
		metadata: Record<string, string>;
	}): Promise<Intent>;
	readIntent(id: string): Promise<Intent>;
	/** It can be paid no longer. One that was paid meanwhile stays so, as the answer says. */
	cancelIntent(id: string): Promise<Intent>;
	/** Only where there is no provider with a form of its own. */
	payWithTestCard: ((card: TestCard) => Promise<Confirmation>) | null;
}

export type Log = Logger;
