import { SNOOZES } from '@watchword/contract/alerts';
import { id as anId } from '@watchword/contract/ids';
import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { users } from '../accounts/tables.ts';
import { newId } from '../base/ids.ts';
import type { Db } from '../ports/database.ts';
import { accountZone } from './account-zone.ts';
import { pauseAutomation, snoozeAutomation } from './pause.ts';
import { automations, snoozeLinks } from './tables.ts';

/** What a link does: it snoozes for an hour or until the morning, or turns its automation off. */
export const LINK_ACTS = [...SNOOZES, 'off'] as const;
export type LinkAct = (typeof LINK_ACTS)[number];

/** For how many days after its mail a link works. */
export const LINK_DAYS = 7;

const PATH = '/snooze';
export const SNOOZE_ROUTE = `${PATH}/:id` as const;

/** The addresses in a mail to the owner, one for each act. */
export type SnoozeUrls = { [A in LinkAct]: string };

/** The link of a mail about an automation, the same each time the mail is built. `mail` names the mail. */
export async function snoozeLinkOf(db: Db, automationId: string, mail: string): Promise<string> {
	const [link] = await db
		.insert(snoozeLinks)
		.values({ id: newId(), _automationId: automationId, mail })
		.onConflictDoUpdate({ target: snoozeLinks.mail, set: { mail } })
		.returning({ id: snoozeLinks.id });
	return String(link?.id);
}

export function snoozeUrls(publicUrl: string, linkId: string): SnoozeUrls {
	const url = (act: LinkAct) => `${publicUrl}${PATH}/${linkId}?for=${act}`;
	return { hour: url('hour'), morning: url('morning'), off: url('off') };
}

/** A link with the current state of its automation. */
export interface FoundLink {
	id: string;
	used_at: Date | null;
	expired: boolean;
	/** The zone in which its owner reads times. */
	accountZone: string;
	automation: {
		id: string;
		_owner: string;
		_name: string;
		_zone: string;
		_paused: boolean;
		_snoozedUntil: Date | null;
		_deleted: boolean;
	};
}

const hasExpired = sql<boolean>`${snoozeLinks.created_at} <= now() - make_interval(days => ${LINK_DAYS})`;

/** Null if there is no such link, or if the account is disabled. */
export async function findSnoozeLink(db: Db, id: string): Promise<FoundLink | null> {
	if (!anId.safeParse(id).success) return null;
	const { _owner, _name, _zone, _paused, _snoozedUntil, _deleted } = automations;
	const [found] = await db
		.select({
			id: snoozeLinks.id,
			used_at: snoozeLinks.used_at,
			expired: hasExpired.mapWith(Boolean),
			accountZone: accountZone(sql`${automations._owner}`, sql`${automations.id}`),
			automation: { id: automations.id, _owner, _name, _zone, _paused, _snoozedUntil, _deleted },
		})
		.from(snoozeLinks)
		.innerJoin(automations, eq(automations.id, snoozeLinks._automationId))
		.innerJoin(users, and(eq(users.id, automations._owner), isNull(users.disabled_at)))
		.where(eq(snoozeLinks.id, id));
	return found ?? null;
}

/** Does what the link is for, only once. False if it was used before. */
export async function takeSnoozeLink(db: Db, { id, automation }: FoundLink, act: LinkAct): Promise<boolean> {
	return db.transaction(async (tx) => {
		const taken = await tx
			.update(snoozeLinks)
			.set({ used_at: sql`now()` })
			.where(and(eq(snoozeLinks.id, id), isNull(snoozeLinks.used_at)))
			.returning({ id: snoozeLinks.id });
		if (taken.length === 0) return false;
		if (act === 'off') await pauseAutomation(tx, automation._owner, automation.id, true);
		else await snoozeAutomation(tx, automation._owner, automation.id, act);
		return true;
	});
}

/** Removes links some time after they expired: until then, they still say why they no longer work. */
export async function forgetSnoozeLinks(db: Db): Promise<number> {
	const gone = await db
		.delete(snoozeLinks)
		.where(lt(snoozeLinks.created_at, sql`now() - make_interval(days => ${2 * LINK_DAYS})`))
		.returning({ id: snoozeLinks.id });
	return gone.length;
}
