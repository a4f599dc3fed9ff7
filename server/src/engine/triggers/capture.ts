import { latestFire } from '@watchword/contract/schedule';
import { inArray, sql } from 'drizzle-orm';
import { automations } from '../../automations/tables.ts';
import type { StoredCapture } from '../../devices/captures.ts';
import type { Db } from '../../ports.ts';
import { queueRuns } from '../queue-runs.ts';

/** Captures become runs of each automation that watches their device, in the transaction that stores them. */
export async function queueCaptureRuns(tx: Db, captures: StoredCapture[]): Promise<void> {
	const watching = await tx
		.select()
		.from(automations)
		.where(
			sql`${inArray(automations.trigger_device_deviceID, [...new Set(captures.map(({ deviceId }) => deviceId))])}
				and not ${automations._deleted} and ${automations._triggerType} = 'capture'`,
		)
		.orderBy(automations.created_at, automations.id);
	const signals = captures.flatMap((capture) =>
		watching
			.filter((automation) => automation.trigger_device_deviceID === capture.deviceId)
			.flatMap((automation) => {
				const key = automation._limited
					? limitKey(automation, capture.capturedAt)
					: `capture:${automation.id}:${capture.id}`;
				const signal = {
					_timestamp: capture.capturedAt,
					trigger_capture: capture.path,
					trigger_captureId: capture.id,
				};
				return key ? [{ automation, signal: { ...signal, _triggerKey: key } }] : [];
			}),
	);
	await queueRuns(tx, signals);
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
