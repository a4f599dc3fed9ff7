import type { CaptureReason } from '@watchword/contract/connection';
import type { CaptureAccepted } from '@watchword/contract/device';
import { and, eq, sql } from 'drizzle-orm';
import { automations } from '../automations/tables.ts';
import { inBatches } from '../base/batch.ts';
import { envelope } from '../base/events.ts';
import { Refusal } from '../base/failures.ts';
import { newId } from '../base/ids.ts';
import { capturesIn } from '../base/metrics.ts';
import { among, asTexts, rowReader, statement } from '../base/sql.ts';
import { workFor } from '../base/turns.ts';
import { settingsOf } from '../devices/captures.ts';
import type { KnownDevice } from '../devices/keys.ts';
import { captures } from '../devices/tables.ts';
import type { NewRun } from '../engine/queue-runs.ts';
import { storeBytes } from '../files/files.ts';
import { examinePicture } from '../pictures/examine.ts';
import type { Tidied } from '../pictures/tidy.ts';
import type { Db } from '../ports/database.ts';
import type { ObjectStore } from '../ports/objects.ts';
import type { IntakeNeeds } from '../triggers/intake-needs.ts';
import { limitSlot } from './limit-slot.ts';
import { type StoredCapture, storeCapture } from './store-captures.ts';

/** A capture as a camera sends it. */
interface IncomingCapture {
	/** The first is the capture; the others are further pictures of the same moment. */
	pictures: Tidied[];
	/** X-Capture-Id: a repeat is accepted and ignored. */
	key: string | undefined;
	/** X-Captured-At: a picture that was kept while the network was down was taken earlier than it arrived. */
	capturedAt: Date | undefined;
	reason: CaptureReason | undefined;
}

/** Stores a capture, records it and queues its runs. The camera gets its answer only after that. */
export const takeCapture = (needs: IntakeNeeds, device: KnownDevice, incoming: IncomingCapture) =>
	workFor({ owner: device._owner }, () => storeIncoming(needs, device, incoming));

async function storeIncoming(
	needs: IntakeNeeds,
	device: KnownDevice,
	incoming: IncomingCapture,
): Promise<CaptureAccepted> {
	const { db, objects } = needs;
	const id = newId();
	const capture_key = incoming.key ?? id;
	const taken = filesOf(device, id, incoming.pictures);
	const captured_at = plausible(incoming.capturedAt);
	const [watching, known, pictures] = await Promise.all([
		watchersOf(db, device.id).then((watchers) => {
			examineAhead(taken, watchers, needs.worker);
			return watchers;
		}),
		incoming.key && captureByKey(db, device.id, capture_key),
		storeFiles(objects, device._owner, taken, captured_at),
	]);
	const accepted = (captureId: string, repeated: boolean): CaptureAccepted => ({
		captureId,
		repeated,
		settings: settingsOf(device, burstOf(watching)),
	});
	const sameAs = async (captureId: string | undefined): Promise<CaptureAccepted> => {
		for (const { file } of pictures) await objects.delete(file.path);
		if (!captureId)
			throw new Refusal('unavailable', 'The capture could not be stored. Please send it again.');
		return accepted(captureId, true);
	};
	if (known) return sameAs(known);

	const [first, ...further] = pictures;
	if (!first) throw new Error('a capture has no picture');
	const capture = { id, deviceId: device.id, captured_at, path: first.file.path };
	const isNew = await storeCapture(needs, {
		...capture,
		owner: device._owner,
		capture_key,
		reason: incoming.reason ?? null,
		presentable: first.presentable,
		frames: further.map(({ file: { path }, presentable }) => ({
			original_path: path,
			image_path: presentable ? path : null,
		})),
		event: envelope(device._owner, { topic: 'devices', id: device.id }),
		// While a camera has a problem, every capture is prepared, to notice when the problem is over.
		prepareNow:
			pictures.some(({ presentable }) => !presentable) ||
			device.last_image_problem !== null ||
			preparationIsDue(device.id),
		files: pictures.flatMap(({ file, presentable }) => (presentable ? [{ ...file, capture: id }] : [])),
		runs: runsOf(watching, capture),
	});
	if (isNew) {
		capturesIn.inc();
		return accepted(id, false);
	}
	// The same capture was sent twice at the same time, and the other request recorded it first.
	return sameAs(await captureByKey(db, device.id, capture_key));
}

/** The capture that a camera has already sent under this key. */
async function captureByKey(db: Db, deviceId: string, key: string): Promise<string | undefined> {
	const [found] = await db
		.select({ id: captures.id })
		.from(captures)
		.where(and(eq(captures.deviceId, deviceId), eq(captures.capture_key, key)));
	return found?.id;
}

/** How many pictures of one moment the automations of a device want. */
export async function wantedBurst(db: Db, deviceId: string): Promise<number> {
	return burstOf(await watchersOf(db, deviceId));
}

/** The pictures of a moment as files: `{id}.jpg` is the first, `{id}.2.jpg` the next. */
const filesOf = ({ id: deviceId, _owner }: KnownDevice, id: string, pictures: Tidied[]) =>
	pictures.map((picture, index) => {
		const place = index === 0 ? '' : `.${index + 1}`;
		const path = `users/${_owner}/devices/${deviceId}/captures/${id}${place}.${picture.extension}`;
		return { ...picture, path };
	});

type CaptureFile = ReturnType<typeof filesOf>[number];

/**
 * Examines a picture while it is being stored, if an automation will judge it in a moment. One that waits for an earlier capture
 * would lose its pixels until then, and be decoded twice.
 */
function examineAhead([first]: CaptureFile[], watching: Automation[], worker: IntakeNeeds['worker']): void {
	const judging = watching.filter(
		({ _paused, _limited, _works }) => !_paused && !_limited && _works === 'always',
	);
	if (!first?.presentable || !worker?.isFreeFor(judging)) return;
	const sketch = judging.some(
		({ _skipSame, trigger_device_type }) => _skipSame && trigger_device_type === 'conditional',
	);
	void examinePicture(first.path, first.bytes, { sketch, square: worker.square });
}

const storeFiles = (objects: ObjectStore, owner: string, pictures: CaptureFile[], captured_at: Date) =>
	Promise.all(
		pictures.map(async ({ path, bytes, type, presentable }) => ({
			presentable,
			file: await storeBytes(objects, {
				path,
				owner,
				bytes,
				contentType: type,
				metadata: { capturedAt: captured_at.toISOString() },
			}),
		})),
	);

const PREPARE_EVERY_MS = 5 * 60_000;
const preparedAt = new Map<string, number>();

/** Preparing every picture would cost too much. One every few minutes is enough to notice a covered or broken camera. */
function preparationIsDue(deviceId: string): boolean {
	const now = Date.now();
	if (now - (preparedAt.get(deviceId) ?? 0) < PREPARE_EVERY_MS) return false;
	preparedAt.set(deviceId, now);
	return true;
}

/** A camera's clock may be wrong. Its time is used if it is at most a week old and not in the future. */
export function plausible(claimed: Date | undefined): Date {
	const now = Date.now();
	const week = 7 * 24 * 3600_000;
	return claimed && claimed.getTime() <= now && claimed.getTime() > now - week ? claimed : new Date(now);
}

type Automation = typeof automations.$inferSelect;

/** The most pictures of one moment that a conditional automation wants. A paused one wants nothing. */
const burstOf = (watching: Automation[]) =>
	Math.max(
		1,
		...watching.map(({ _burst, _paused, trigger_device_type }) =>
			!_paused && trigger_device_type === 'conditional' ? _burst : 1,
		),
	);

/** A capture starts one run of each automation that watches its device. */
function runsOf(watching: Automation[], capture: StoredCapture): NewRun[] {
	return watching.flatMap((automation) => {
		const key = automation._limited
			? limitKey(automation, capture.captured_at)
			: `capture:${automation.id}:${capture.id}`;
		const signal = {
			_timestamp: capture.captured_at,
			trigger_capture: capture.path,
			trigger_captureId: capture.id,
		};
		return key ? [{ automation, signal: { ...signal, _triggerKey: key } }] : [];
	});
}

const watching = statement<'devices'>(sql`
	select to_jsonb(automations) as automation from automations
	where ${among(automations.trigger_device_deviceID, sql.placeholder('devices'))}
		and not _deleted and "_triggerType" = 'capture'
	order by created_at, id`);
const readAutomation = rowReader(automations);

const watchersOf = inBatches(async (db: Db, deviceIds: string[]) => {
	const { rows } = await watching(db, { devices: asTexts([...new Set(deviceIds)]) });
	const found = rows.map(({ automation }) => readAutomation(automation));
	return deviceIds.map((id) => found.filter((automation) => automation.trigger_device_deviceID === id));
});

/** A key makes one run only. Null if the capture runs nothing. */
function limitKey(automation: Automation, capturedAt: Date): string | null {
	const slot = limitSlot(automation, capturedAt);
	return slot && `limit:${automation.id}:${slot.toISOString()}`;
}
