import type { Outgoing } from '../base/outgoing.ts';
import type { Spool } from '../base/spool.ts';
import type { Db, Log, Mailer, Model, ObjectStore, Queue } from '../ports.ts';
import type { MailNeeds } from './reading/read-mail.ts';

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
	mailer: Mailer;
	log: Log;
	publicUrl: string;
	/** The bucket name in the addresses of file storage. */
	bucket: string;
	/** Requests to addresses that customers chose. */
	outgoing: Outgoing;
	mailDomain: string;
	mailFrom: string;
	/** Limits per hour: mails of an account, and replies of an automation. */
	mailsPerHour: number;
	repliesPerHour: number;
	/** Pictures older than this are reported in one mail with others, which says when they were taken. */
	lateAfterMs: number;
	creditsPerRun: number;
	/** For how many days a mail waits for its owner's approval. */
	approvalDays: number;
	modelTimeoutMs: number;
	resolve: MailNeeds['resolve'];
}
