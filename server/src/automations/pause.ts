import type { Snooze } from '@watchword/contract/alerts';
import { nextFire } from '@watchword/contract/schedule';
import { eq } from 'drizzle-orm';
import type { Db } from '../ports/database.ts';
import { holdAutomation, readAutomation, type StoredAutomation } from './automations.ts';
import { publishChange, timesFromNow } from './edit.ts';
import { automations } from './tables.ts';

/** Pauses or resumes it. This is a state, not a setting: it makes no version and does not conflict with an open editor. */
export async function pauseAutomation(
	db: Db,
	uid: string,
	id: string,
	_paused: boolean,
): Promise<StoredAutomation> {
	return db.transaction(async (tx) => {
		const current = await holdAutomation(tx, uid, id);
		// What was due during the pause does not run afterwards.
		const turned = _paused !== current._paused && timesFromNow(current);
		await tx
			.update(automations)
			.set({ _paused, ...turned, ...(!_paused && { _snoozedUntil: null }) })
			.where(eq(automations.id, id));
		await publishChange(tx, uid, id, []);
		return readAutomation(tx, uid, id);
	});
}

const MORNING = '07:00';

/** Until when a snooze lasts, by the clock of the automation's zone. */
export function snoozeEnd(until: Snooze, zone: string, now: Date): Date {
	if (until === 'hour') return new Date(now.getTime() + 3600_000);
	return nextFire([MORNING], zone, 0, now) ?? now;
}

/** Stops its notifications for a while; null ends the snooze. Like a pause, this is a state. */
export async function snoozeAutomation(
	db: Db,
	uid: string,
	id: string,
	until: Snooze | null,
): Promise<StoredAutomation> {
	return db.transaction(async (tx) => {
		const { _zone } = await holdAutomation(tx, uid, id);
		const _snoozedUntil = until && snoozeEnd(until, _zone, new Date());
		await tx.update(automations).set({ _snoozedUntil }).where(eq(automations.id, id));
		await publishChange(tx, uid, id, []);
		return readAutomation(tx, uid, id);
	});
}

/** The owner has seen that the model understands less since an update. Like a pause, this makes no version. */
export async function dismissNowBeyond(db: Db, uid: string, id: string): Promise<StoredAutomation> {
	return db.transaction(async (tx) => {
		await holdAutomation(tx, uid, id);
		await tx.update(automations).set({ _nowBeyond: null }).where(eq(automations.id, id));
		await publishChange(tx, uid, id, []);
		return readAutomation(tx, uid, id);
	});
}
