/** How an installation is, for the operator's page and for `admin status`. */
import { z } from 'zod';
import { operatorMailbox } from './mailbox-state.ts';

const problem = z.string().nullable();
const at = z.iso.datetime().nullable();
const count = z.int();

export const operatorStatus = z.strictObject({
	at: z.iso.datetime(),
	version: z.string(),
	/** Null without the api role. */
	server: z.strictObject({ url: z.string().nullable(), problem }),
	database: z.string(),
	/** Jobs that failed for good in the last half hour: all jobs are kept for that long, and some for a day. */
	queue: z.strictObject({ due: count, oldestSeconds: count, failed: count }),
	runs: z.strictObject({ open: count, oldestSeconds: count, waitingForYes: count }),
	customers: z.strictObject({
		all: count,
		activeInSevenDays: count,
		disabled: count,
		leaving: count,
	}),
	cameras: z.strictObject({ all: count, silent: count }),
	deliveries: z.strictObject({ waiting: count, oldestSeconds: count }),
	storage: z.strictObject({
		databaseBytes: z.number(),
		files: count,
		fileBytes: z.number(),
		captures: count,
		kept: z.string(),
		problem,
		/** On the disk of the data folder; null if the system does not say. */
		freeBytes: z.number().nullable(),
		/** Null without a mirror. */
		mirror: z.string().nullable(),
	}),
	model: z.strictObject({ is: z.string(), problem, lastAnswer: at, lastFailure: at }),
	mail: z.strictObject({
		out: z.strictObject({ is: z.string(), problem, lastSent: at, lastFailure: at }),
		in: z.strictObject({
			port: z.int().nullable(),
			problem,
			lastReceived: at,
			/** Null if mails come by SMTP alone. */
			mailbox: operatorMailbox.nullable(),
		}),
	}),
	/** The MQTT broker of Home Assistant, and since when the connection is there, or is not; null without one. */
	broker: z.strictObject({ is: z.string(), connected: z.boolean(), since: at, problem }).nullable(),
	/** With TLS_ACME: the name, until when its certificate is valid, and why there is no newer one. */
	certificate: z.strictObject({ name: z.string(), until: at, problem }).nullable(),
	/** Each thing that the operator should do, as a sentence. */
	attention: z.array(z.string()),
});
export type OperatorStatus = z.infer<typeof operatorStatus>;

/** The same on the page, which also shows the accounts that were added last. */
export const operatorOverview = operatorStatus.extend({
	newest: z.array(z.strictObject({ name: z.string(), email: z.string(), added_at: z.iso.datetime() })),
	/** Each connection that leaves the machine as it is set up: what, to whom, and how to turn it off. */
	leaves: z.array(z.strictObject({ what: z.string(), to: z.string(), off: z.string() })),
});
export type OperatorOverview = z.infer<typeof operatorOverview>;
