/** Whether an automation or a device accepts another mail now. It is checked before the mail itself is sent, so a refusal costs nothing. */
import { type SQL, sql } from 'drizzle-orm';
import { inBatches } from '../base/batch.ts';
import { countingUses, usesOf } from '../base/limits.ts';
import { asTexts, statement } from '../base/sql.ts';
import { warnNoCredits } from '../engine/credits.ts';
import type { Db } from '../ports/database.ts';
import type { Queue } from '../ports/queue.ts';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/** An automation that receives mail, with what it has used in this hour and the credits of its account. */
export interface Recipient {
	id: string;
	_owner: string;
	/** The operator has disabled the account. */
	disabled: boolean;
	mails: number;
	kilobytes: number;
	credits: number;
}

export interface Allowance {
	/** For one automation or device. */
	mailsPerHour: number;
	bytesPerHour: number;
	creditsPerRun: number;
}

const keysOf = (id: string) => ({ mails: `mails:${id}`, kilobytes: `mail-kilobytes:${id}` });

/** What the automation or device with this id has used in this hour, as part of a statement. */
export const usesOfHour = (what: 'mails' | 'kilobytes', id: SQL) =>
	sql<number>`coalesce((select count from rate_limits where key = ${keysOf('')[what]} || ${id} and resets_at > now()), 0)`;

const finding = statement<'ids'>(sql`
	select a.id, a._owner, exists (select from users u where u.id = a._owner and u.disabled_at is not null) as disabled,
		${usesOfHour('mails', sql`a.id`)} as mails, ${usesOfHour('kilobytes', sql`a.id`)} as kilobytes,
		coalesce((select balance from ledger_entries where uid = a._owner order by seq desc limit 1), 0) as credits
	from automations a
	where a.id = any(${sql.placeholder('ids')}::text[]) and not a._deleted and a."_triggerType" = 'email'`);

/** The automation with this id; null if there is none, or it does not receive mail. */
export const findRecipient = inBatches(async (db: Db, ids: string[]): Promise<(Recipient | null)[]> => {
	const { rows } = await finding(db, { ids: asTexts([...new Set(ids)]) });
	const found = new Map(rows.map((row) => [row.id, row as unknown as Recipient]));
	return ids.map((id) => found.get(id) ?? null);
});

/** Why no further mail is accepted; null if it is. Mails that arrive at the same moment may exceed the limit a little. */
export function shortOf(recipient: Recipient, allowance: Allowance): 'credits' | 'allowance' | null {
	// Every run on a mail costs credits. Without them, the mail would be stored and its run skipped.
	if (recipient.credits < allowance.creditsPerRun) return 'credits';
	return isUsedUp(recipient, allowance) ? 'allowance' : null;
}

export function isUsedUp(
	{ mails, kilobytes }: Pick<Recipient, 'mails' | 'kilobytes'>,
	{ mailsPerHour, bytesPerHour }: Pick<Allowance, 'mailsPerHour' | 'bytesPerHour'>,
): boolean {
	return mails >= mailsPerHour || kilobytes * 1024 >= bytesPerHour;
}

interface Received {
	/** The id of the automation or device. */
	id: string;
	bytes: number;
}

/** Counts mails that automations or devices have received, as part of a statement. `mailUses` is the value of its parameter `uses`. */
export const countingMails = countingUses(HOUR_SECONDS);

export const mailUses = (received: Received[]): string =>
	usesOf(
		received.flatMap(({ id, bytes }) => {
			const keys = keysOf(id);
			return [
				{ key: keys.mails, amount: 1 },
				{ key: keys.kilobytes, amount: Math.ceil(bytes / 1024) },
			];
		}),
	);

const counting = statement<'uses'>(countingMails);

export const countMail = (db: Db, received: Received) => counting(db, { uses: mailUses([received]) });

/** Notifies owners that mail was refused, and why: at most once a day for missing credits, and once a day for each automation. */
export function ownerNotices(db: Db, queue: Queue) {
	/** When this process last sent each notice, so that a flood of mails does not become a flood of jobs. */
	const notified = new Map<string, number>();
	return async ({ id, _owner }: Recipient, why: 'credits' | 'allowance'): Promise<void> => {
		const key = `${why} ${id}`;
		if ((notified.get(key) ?? 0) > Date.now() - HOUR_SECONDS * 1000) return;
		const onceADay = { key: id, oncePerSeconds: DAY_SECONDS };
		if (why === 'credits') await warnNoCredits({ queue }, db, _owner);
		else await queue.send(db, 'refused-mails-mail', { uid: _owner, automationId: id }, onceADay);
		if (notified.size > 10_000) notified.clear();
		notified.set(key, Date.now());
	};
}
