import type { Spool } from '../base/incoming.ts';
import type { Outgoing } from '../deliveries/outgoing.ts';
import type { MailNeeds } from '../mail/reading/read-mail.ts';
import type { Db } from '../ports/database.ts';
import type { Log } from '../ports/log.ts';
import type { Mailer } from '../ports/mailer.ts';
import type { Model } from '../ports/model.ts';
import type { ObjectStore } from '../ports/objects.ts';
import type { Queue } from '../ports/queue.ts';

/** Everything the engine needs to carry out a run. */
export interface EngineNeeds {
	db: Db;
	queue: Queue;
	objects: ObjectStore;
	/** For large contents that are worked on. */
	spool: Spool;
	/** Where saved results are copied to; null for nowhere. */
	mirror: ObjectStore | null;
	model: Model;
	/** The built-in model, if a language model decides. */
	firstLook: Model | null;
	/** Whether it decides if the language model cannot. */
	modelFallback: boolean;
	mailer: Mailer;
	log: Log;
	publicUrl: string;
	/** The bucket name in the addresses of file storage. */
	bucket: string;
	/** Requests to addresses that customers chose. */
	outgoing: Outgoing;
	mailDomain: string;
	/** How the addresses of automations look. */
	mailAddress: string;
	mailFrom: string;
	/** Limits per hour: mails of an account, and replies of an automation. */
	mailsPerHour: number;
	repliesPerHour: number;
	/** Pictures older than this are reported in one mail with others, which says when they were taken. */
	lateAfterMs: number;
	creditsPerRun: number;
	/** Runs on the captures of these cost nothing. */
	freeDevices: ReadonlySet<string>;
	/** For how many days a mail waits for its owner's approval. */
	approvalDays: number;
	modelTimeoutMs: number;
	resolve: MailNeeds['resolve'];
}
