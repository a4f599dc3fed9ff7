import { type SQL, sql } from 'drizzle-orm';
import { users } from '../accounts/tables.ts';
import { automations } from './tables.ts';

/**
 * The zone in which a customer `u` reads times about an automation `a`: the one of the account. Where none was chosen yet, the
 * one in which the automation was saved is the best guess.
 */
export const zoneOfReader = sql.raw(`coalesce(u.zone, nullif(u.alert_zone, 'UTC'), a._zone)`);

/** The same for an owner and an automation by their ids. The names of the tables stay those of the statement around it. */
export const accountZone = (uid: SQL, automationId: SQL) => sql<string>`(
	select ${zoneOfReader} from ${users} u, ${automations} a where u.id = ${uid} and a.id = ${automationId})`;
