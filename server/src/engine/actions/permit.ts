import { sql } from 'drizzle-orm';
import { automations, mailRecipients, snoozeLinks } from '../../automations/tables.ts';
import { inBatches } from '../../base/batch.ts';
import { newId } from '../../base/ids.ts';
import { addToWindow, rateLimits } from '../../base/limits.ts';
import { asRows, recordset, statement } from '../../base/sql.ts';
import type { Db } from '../../ports/database.ts';

/** A mail that is about to be sent. */
interface Leaving {
	owner: string;
	to: string;
	/** The automation that the owner may snooze by a link in the mail, and the mail's name; null for no link. */
	snooze: { automationId: string; mail: string } | null;
	/** The rate limits that it counts for. */
	keys: string[];
}

export interface Permit {
	/** Null for the owner, who chooses in the portal which mails to get. */
	recipient: { id: string; unsubscribed: boolean } | null;
	/** The owner's snooze link, the same each time the mail is built. Nobody else gets one. */
	link: string | null;
	/** The count of each key in its hour, including this mail. Nothing is counted for someone who unsubscribed. */
	counts: number[];
}

const MAIL = {
	place: 'integer',
	owner: mailRecipients._owner,
	address: mailRecipients.address,
	recipient: mailRecipients.id,
	automation: 'text',
	mail: 'text',
	link: snoozeLinks.id,
} as const;
const USE = { place: 'integer', key: rateLimits.key } as const;

/** Ordered by their keys, so that two processes that store the same rows do not deadlock. */
const permitting = statement(sql`
	with given as (
		select g.*, lower(u.email) = g.address as is_owner
		from (${recordset(MAIL, sql.placeholder('given'))}) g join users u on u.id = g.owner
	), known as (
		insert into mail_recipients (id, _owner, address)
		select distinct on (owner, address) recipient, owner, address from given where not is_owner
		order by owner, address
		on conflict (_owner, address) do update set address = excluded.address
		returning id, _owner, address, unsubscribed_at is not null as unsubscribed
	), linked as (
		insert into snooze_links (id, "_automationId", mail)
		select distinct on (g.mail) g.link, a.id, g.mail from given g join ${automations} a on a.id = g.automation
		where g.is_owner order by g.mail
		on conflict (mail) do update set mail = excluded.mail
		returning id, mail
	), permitted as (
		select g.place, k.id as recipient, k.unsubscribed, l.id as link from given g
		left join known k on k._owner = g.owner and k.address = g.address
		left join linked l on l.mail = g.mail and g.is_owner
	), counted as (
		insert into rate_limits (key, count, resets_at)
		select u.key, count(*), now() + interval '1 hour'
		from (${recordset(USE, sql.placeholder('uses'))}) u join permitted p on p.place = u.place and p.unsubscribed is not true
		group by u.key order by u.key
		${addToWindow}
		returning key, count
	)
	select place, recipient, unsubscribed, link, null as key, null as count from permitted
	union all select null, null, null, null, key, count from counted`);

/** Stores everything that must be stored before a mail is sent, in one statement with other mails of the same moment. */
export const permitMail = inBatches(async (db: Db, leaving: Leaving[]): Promise<Permit[]> => {
	const given = leaving.map(({ owner, to, snooze }, place) => ({
		...{ place, owner, address: to.toLowerCase(), recipient: newId() },
		...{ automation: snooze?.automationId ?? '', mail: snooze?.mail ?? '', link: newId() },
	}));
	const uses = leaving.flatMap(({ keys }, place) => keys.map((key) => ({ place, key })));
	const { rows } = await permitting(db, { given: asRows(MAIL, given), uses: asRows(USE, uses) });
	const totals = new Map(rows.flatMap(({ key, count }) => (key === null ? [] : [[key, Number(count)]])));
	const permits = new Map(rows.map((row) => [row.place, row]));
	// The count includes all mails of the batch; the last request was counted last.
	const backwards = leaving.toReversed().map(({ keys }, index): Permit => {
		const found = permits.get(leaving.length - 1 - index);
		const unsubscribed = found?.unsubscribed === true;
		const counts = unsubscribed
			? []
			: keys.map((key) => {
					const count = totals.get(key) ?? 0;
					totals.set(key, count - 1);
					return count;
				});
		const recipient = found?.recipient ? { id: String(found.recipient), unsubscribed } : null;
		return { recipient, link: (found?.link as string | null) ?? null, counts };
	});
	return backwards.reverse();
});
