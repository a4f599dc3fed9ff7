import { latestFire } from '@watchword/contract/schedule';
import { inArray, sql } from 'drizzle-orm';
import { automations } from '../../automations/tables.ts';
import type { CaptureRuns, StoredCapture } from '../../devices/captures.ts';
import type { Db } from '../../ports.ts';
import { together } from '../../together.ts';
import { type NewRun, queueing, telling } from '../queue-runs.ts';

export const captureRuns: CaptureRuns<NewRun> = {
	of: runsOf,
	parts: (runs) =>
		queueing(runs, sql`a."_triggerType" = 'capture' and s."trigger_captureId" in (select id from added)`),
	telling,
};

/** A capture becomes a run of each automation that watches its device. */
async function runsOf(db: Db, capture: StoredCapture): Promise<NewRun[]> {
	const watching = await watchersOf(db, capture.deviceId);
	return watching.flatMap((automation) => {
		const key = automation._limited
			? limitKey(automation, capture.capturedAt)
			: `capture:${automation.id}:${capture.id}`;
		const signal = {
			_timestamp: capture.capturedAt,
			trigger_capture: capture.path,
			trigger_captureId: capture.id,
		};
		return key ? [{ automation, signal: { ...signal, _triggerKey: key } }] : [];
	});
}

const watchersOf = together(async (db: Db, deviceIds: string[]) => {
	const found = await db
		.select()
		.from(automations)
		.where(
			sql`${inArray(automations.trigger_device_deviceID, [...new Set(deviceIds)])}
				and not ${automations._deleted} and ${automations._triggerType} = 'capture'`,
		)
		.orderBy(automations.created_at, automations.id);
	return deviceIds.map((id) => found.filter((automation) => automation.trigger_device_deviceID === id));
});

/**
 * A limited automation runs on the first capture on or after each of its times: the capture claims the latest time that
 * has passed, and the claim exists once. Null where it has no times.
 */
function limitKey(automation: typeof automations.$inferSelect, capturedAt: Date): string | null {
	const { _limitSchedule, _zone, _utcOffset, id } = automation;
	const slot = latestFire(_limitSchedule, _zone, _utcOffset, capturedAt);
	return slot && `limit:${id}:${slot.toISOString()}`;
}
