import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '../accounts/tables.ts';
import { automations } from './tables.ts';

/**
 * The zone in which a customer reads times about an automation: the one of the account. Where none was chosen yet, the one in which
 * the automation was saved is the best guess.
 */
export const zoneOfReader = (
	user: Record<'zone' | 'alert_zone', SQLWrapper>,
	automation: Record<'_zone', SQLWrapper>,
) => sql`coalesce(${user.zone}, nullif(${user.alert_zone}, 'UTC'), ${automation._zone})`;

const [u, a] = [alias(users, 'u'), alias(automations, 'a')];

/** The same for an owner and an automation by their ids. The names of the tables stay those of the statement around it. */
export const accountZone = (uid: SQL, automationId: SQL) => sql<string>`(
	select ${zoneOfReader(u, a)} from ${users} ${u}, ${automations} ${a} where ${u.id} = ${uid} and ${a.id} = ${automationId})`;
