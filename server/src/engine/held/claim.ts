import { and, asc, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import { users } from '../../accounts/tables.ts';
import { accountZone } from '../../automations/account-zone.ts';
import { automations } from '../../automations/tables.ts';
import type { Db } from '../../ports/database.ts';
import { automationRuns, heldAlerts, isForWorkers } from '../../runs/tables.ts';
import { wordsOfAlert } from '../alerts/words.ts';
import type { HeldAlert } from './held-mail.ts';

/** A worker that died while sending leaves its alerts to others after this long. */
const CLAIM_SECONDS = 300;
/** How long to wait for the rest of a backlog, and how often to look for it. */
const MAX_BACKLOG_MS = 30 * 60_000;
const BACKLOG_AGAIN_SECONDS = 15;
const MAX = 200;

/** Claims the due alerts. No other process takes them before the claim expires. */
export async function claim(db: Db, uid: string): Promise<HeldAlert[]> {
	const due = db
		.select({ id: heldAlerts.id })
		.from(heldAlerts)
		.where(and(eq(heldAlerts._owner, uid), lt(heldAlerts.due_at, sql`now()`)))
		.orderBy(asc(heldAlerts.due_at))
		.limit(MAX)
		.for('update', { skipLocked: true });
	const claimed = await db
		.update(heldAlerts)
		.set({ due_at: sql`now() + make_interval(secs => ${CLAIM_SECONDS})` })
		.where(inArray(heldAlerts.id, due))
		.returning({ id: heldAlerts.id });
	if (claimed.length === 0) return [];
	const { _name: name, _snoozedUntil, _paused, _deleted } = automations;
	const zone = accountZone(sql`${heldAlerts._owner}`, sql`${heldAlerts._automationId}`);
	const automation = { _snoozedUntil, _paused, _deleted };
	const alerts = await db
		.select({ held: heldAlerts, run: automationRuns, name, zone, automation })
		.from(heldAlerts)
		.innerJoin(automationRuns, eq(automationRuns.id, heldAlerts.id))
		.innerJoin(automations, eq(automations.id, heldAlerts._automationId))
		.innerJoin(users, and(eq(users.id, heldAlerts._owner), isNull(users.disabled_at)))
		.where(
			inArray(
				heldAlerts.id,
				claimed.map(({ id }) => id),
			),
		)
		.orderBy(asc(automationRuns._timestamp));
	return Promise.all(
		alerts.map(async ({ run, ...alert }) => ({
			...alert,
			run: await wordsOfAlert(db, { ...run, name: alert.name, accountZone: alert.zone }),
		})),
	);
}

/** Alerts of a backlog that is still being judged: the rest belongs in the same mail. */
export async function withBacklog(db: Db, alerts: HeldAlert[]): Promise<HeldAlert[]> {
	const late = alerts.filter(
		({ held, run }) =>
			held.why === 'late' &&
			held.sentTo.length === 0 &&
			Date.now() - (run.ended_at ?? run._timestamp).getTime() < MAX_BACKLOG_MS,
	);
	if (late.length === 0) return [];
	const ids = [...new Set(late.map(({ run }) => run._automationId))];
	const open = await db
		.selectDistinct({ id: automationRuns._automationId })
		.from(automationRuns)
		.where(and(inArray(automationRuns._automationId, ids), isForWorkers));
	const busy = new Set(open.map(({ id }) => id));
	return late.filter(({ run }) => busy.has(run._automationId));
}

export const isOneOf = (alerts: HeldAlert[]) =>
	inArray(
		heldAlerts.id,
		alerts.map(({ held }) => held.id),
	);

export async function wait(db: Db, alerts: HeldAlert[]): Promise<void> {
	await db
		.update(heldAlerts)
		.set({ due_at: sql`now() + make_interval(secs => ${BACKLOG_AGAIN_SECONDS})` })
		.where(isOneOf(alerts));
}
