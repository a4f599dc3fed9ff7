import type { Capture, DeviceSettings } from '@watchword/contract/device';
import { and, desc, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm';
import { cutPage, placeOfCursor } from '../base/cursor.ts';
import { Refusal } from '../base/failures.ts';
import { removeFiles } from '../files/files.ts';
import type { Db } from '../ports/database.ts';
import type { ObjectStore } from '../ports/objects.ts';
import type { KnownDevice } from './keys.ts';
import { captures, devices } from './tables.ts';

/** How many pictures of one moment the automations of a device want. */
export type WantedBurst = (db: Db, deviceId: string) => Promise<number>;

/** Shows a picture and its problem on the device's card, unless a newer one is there. */
export async function showAsLatest(
	db: Db,
	{ deviceId, captured_at, image_path, problem }: typeof captures.$inferSelect,
): Promise<void> {
	await db
		.update(devices)
		.set({ last_image_path: image_path, last_captured_at: captured_at, last_image_problem: problem })
		.where(
			and(
				eq(devices.id, deviceId),
				sql`(${devices.last_captured_at} is null or ${devices.last_captured_at} <= ${captured_at.toISOString()}::timestamptz)`,
			),
		);
}

export function settingsOf(device: KnownDevice, burst: number): DeviceSettings {
	const { desc, capture_window_start, capture_window_end, light_window_start, light_window_end } = device;
	const { _zone, _utcOffset } = device;
	return {
		desc,
		capture_window_start,
		capture_window_end,
		light_window_start,
		light_window_end,
		_zone,
		_utcOffset,
		burst,
		serverTime: new Date().toISOString(),
	};
}

const PAGE = 30;

/** A device's captures, newest first. */
export async function listCaptures(db: Db, uid: string, deviceId: string, cursor: string | undefined) {
	const rows = await db
		.select({ capture: captures })
		.from(captures)
		.innerJoin(devices, eq(devices.id, captures.deviceId))
		.where(
			and(
				eq(devices.id, deviceId),
				eq(devices._owner, uid),
				isNull(devices.removed_at),
				cursor === undefined ? undefined : after(cursor),
			),
		)
		.orderBy(desc(captures.captured_at), desc(captures.id))
		.limit(PAGE + 1);
	const page = cutPage(rows, PAGE, ({ capture }) => [capture.captured_at.getTime(), capture.id]);
	return { ...page, items: page.items.map(({ capture }) => present(capture)) };
}

function after(cursor: string) {
	return sql`(${captures.captured_at}, ${captures.id}) < ${placeOfCursor(cursor)}`;
}

/** One capture of the user, even of a removed device: its runs stay readable. */
export async function readCapture(db: Db, uid: string, id: string): Promise<Capture> {
	const [found] = await db
		.select({ capture: captures })
		.from(captures)
		.innerJoin(devices, eq(devices.id, captures.deviceId))
		.where(and(eq(captures.id, id), eq(devices._owner, uid)));
	if (!found) throw new Refusal('not-found', 'There is no such capture.');
	return present(found.capture);
}

function present(capture: typeof captures.$inferSelect): Capture {
	const { id, deviceId, captured_at, image_path, thumb_path, problem, reason } = capture;
	const frames = capture.frames.flatMap((frame) => frame.image_path ?? []);
	return {
		id,
		deviceId,
		captured_at: captured_at.toISOString(),
		image_path,
		thumb_path,
		problem,
		reason,
		frames,
	};
}

const PRUNE_BATCH = 200;

/** Which of these captures a run was made from. */
type UsedCaptures = (db: Db, ids: string[]) => Promise<Set<string>>;

/**
 * Removes captures older than the setting, with their files. The one on the device's card stays, and one that a run was made
 * from stays as long as the run.
 */
export async function pruneCaptures(
	db: Db,
	objects: ObjectStore,
	days: number,
	usedByRuns: UsedCaptures,
	mayGoOn = () => true,
): Promise<number> {
	let pruned = 0;
	for (let last = sql`('-infinity'::timestamptz, '')`, full = true; full && mayGoOn(); ) {
		const old = await db
			.select({ ...getTableColumns(captures), shown })
			.from(captures)
			.innerJoin(devices, eq(devices.id, captures.deviceId))
			.where(
				and(
					sql`${captures.received_at} < now() - make_interval(days => ${days})`,
					sql`(${captures.received_at}, ${captures.id}) > ${last}`,
				),
			)
			.orderBy(captures.received_at, captures.id)
			.limit(PRUNE_BATCH);
		const end = old.at(-1);
		if (end) last = sql`(${end.received_at.toISOString()}::timestamptz, ${end.id})`;
		full = old.length === PRUNE_BATCH;
		const used = await usedByRuns(
			db,
			old.map(({ id }) => id),
		);
		const gone = old.filter(({ id, shown }) => !shown && !used.has(id));
		if (gone.length === 0) continue;
		const paths = gone.flatMap(({ original_path, image_path, thumb_path, frames }) => [
			original_path,
			image_path,
			thumb_path,
			...frames.flatMap((frame) => [frame.original_path, frame.image_path]),
		]);
		await removeFiles(db, objects, [...new Set(paths.filter((path) => path !== null))]);
		await db.delete(captures).where(
			inArray(
				captures.id,
				gone.map(({ id }) => id),
			),
		);
		pruned += gone.length;
	}
	return pruned;
}

/** It is on the card of a device that is not removed. */
const shown = sql<boolean>`coalesce(${captures.image_path} = ${devices.last_image_path} and ${devices.removed_at} is null, false)`;
