import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import { inBatches } from '../base/batch.ts';
import { newId } from '../base/ids.ts';
import { type Content, piecesOf } from '../base/incoming.ts';
import { asRows, columnsCalled, insertSelect, recordset, rowsCalled, statement } from '../base/sql.ts';
import { leasedRuns, selectLeased } from '../engine/lease.ts';
import { joinQueued, queued, queueing, selectQueued, signalsOf } from '../engine/queue-runs.ts';
import { beginAtOnce } from '../engine/worker.ts';
import type { IntakeNeeds } from '../triggers/intake-needs.ts';
import { countingMails, mailUses, type Recipient } from './mail-allowance.ts';
import { mailKey } from './mail-key.ts';
import { mails } from './tables.ts';

export type Envelope = Pick<
	typeof mails.$inferInsert,
	'sender' | 'recipient' | 'remote_address' | 'helo' | 'trusted_host'
>;

/** A mail that has arrived, and what tells it from others. */
export interface ArrivedMail {
	content: Content;
	digest: string;
}

/** Stores a mail and queues its run. Returns the id of the run; null if there is nothing to run, and then nothing is stored. */
export async function storeMail(
	needs: IntakeNeeds,
	automation: Recipient,
	{ content, digest }: ArrivedMail,
	envelope: Envelope,
): Promise<string | null> {
	const { objects } = needs;
	const id = newId();
	const path = `users/${automation._owner}/mails/${id}.eml`;
	if (content instanceof Uint8Array) await objects.put(path, content, 'message/rfc822');
	else await objects.putStream(path, piecesOf(content), 'message/rfc822');
	const run = await recordInBatch(needs, {
		automation,
		bytes: content.length,
		key: mailKey(automation.id, digest),
		row: { ...envelope, id, _owner: automation._owner, automationId: automation.id, raw_path: path },
	});
	if (!run) await objects.delete(path);
	return run;
}

interface NewMail {
	automation: Recipient;
	bytes: number;
	key: string;
	row: Omit<typeof mails.$inferInsert, 'received_at'>;
}

const { received_at, ...MAIL } = getTableColumns(mails);

const m = rowsCalled('m', MAIL);

const recordingAnd = (select: SQL) =>
	statement<'signals' | 'mails' | 'uses'>(sql`
	with counted as (${countingMails}), ${queueing((_, a) => sql`${a._triggerType} = 'email'`)}, kept as (
		${insertSelect(mails, columnsCalled('m', MAIL))} from ${joinQueued(
			sql`(${recordset(MAIL, sql.placeholder('mails'))}) ${m}`,
			(_, { trigger_mailId }) => sql`${trigger_mailId} = ${m.id}`,
		)}
	)
	${select}`);

const NOTIFIED = selectQueued(({ id }, { trigger_mailId }) => sql`${id}, ${trigger_mailId}`);
/** Selecting leased runs costs time even if there are none, so it is done only with an offer. */
const recording = recordingAnd(NOTIFIED);
const recordingLeased = recordingAnd(sql`select q.*, l.run, l.terms from (${NOTIFIED}) q
	left join (${selectLeased(queued, ({ id }) => sql`${id},`)}) l on l.id = q.id`);

/**
 * Stores mails, counts them and queues their runs. Returns the id of each run; null, and nothing is stored, if the mail came
 * before, or if its automation was deleted or got another trigger meanwhile.
 */
const recordInBatch = inBatches(({ db, worker }: IntakeNeeds, given: NewMail[]) => {
	const signals = given.map(({ automation, key, row }) => ({
		automation,
		signal: { _triggerKey: key, trigger_mailId: row.id, trigger_from: row.sender },
	}));
	const mailRows = given.map(({ row }) => row);
	return beginAtOnce(worker, given.length, async (offer) => {
		const record = offer?.most ? recordingLeased : recording;
		const { rows } = await record(db, {
			signals: signalsOf(signals, offer),
			mails: asRows(MAIL, mailRows),
			uses: mailUses(given.map(({ automation, bytes }) => ({ id: automation.id, bytes }))),
		});
		const queued = new Map(rows.map((row) => [row.trigger_mailId, String(row.id)]));
		return { result: given.map(({ row }) => queued.get(row.id) ?? null), runs: leasedRuns(rows) };
	});
});
