import { latestFire } from '@watchword/contract/schedule';
import { and, eq, sql } from 'drizzle-orm';
import { automations } from '../../automations/tables.ts';
import type { StoredCapture } from '../../devices/captures.ts';
import type { Db } from '../../ports.ts';
import { queueRun } from '../queue-runs.ts';

/** A capture becomes a run of each automation that watches its device, in the transaction that stores it. */
export async function queueCaptureRuns(tx: Db, capture: StoredCapture): Promise<void> {
	const watching = await tx
		.select()
		.from(automations)
		.where(
			and(
				eq(automations.trigger_device_deviceID, capture.deviceId),
				sql`not ${automations._deleted} and ${automations._triggerType} = 'capture'`,
			),
		)
		.orderBy(automations.created_at, automations.id);
	for (const automation of watching) {
		const key = automation._limited
			? limitKey(automation, capture.capturedAt)
			: `capture:${automation.id}:${capture.id}`;
		if (!key) continue;
		await queueRun(tx, automation, {
			_triggerKey: key,
			_timestamp: capture.capturedAt,
			trigger_capture: capture.path,
			trigger_captureId: capture.id,
		});
	}
}

/**
 * A limited automation runs on the first capture on or after each of its times: the capture claims the latest time that
 * has passed, and the claim exists once. Null where it has no times.
 */
function limitKey(automation: typeof automations.$inferSelect, capturedAt: Date): string | null {
	const { _limitSchedule, _zone, _utcOffset, id } = automation;
	const slot = latestFire(_limitSchedule, _zone, _utcOffset, capturedAt);
	return slot && `limit:${id}:${slot.toISOString()}`;
}
