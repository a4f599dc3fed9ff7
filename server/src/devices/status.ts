/** How a device is connected, what is wrong with it, and when it was last heard of. */
import type { Db } from '../ports/database.ts';
import { changeDevice, type Row, sawDevices } from './devices.ts';

type Status = Pick<Row, 'connection' | 'problem'>;

/** What the owner reads on the card of a device whose captures are refused, followed by the time since when. */
const SENDS_TOO_MUCH =
	'This camera has sent more than a camera may in an hour. Its pictures have been refused';

const isRefused = ({ problem }: Row) => problem === SENDS_TOO_MUCH;

/** Well below the time after which a camera is called silent. */
const SEEN_EVERY_MS = 5 * 60_000;

/** Stores how a device is connected and what is wrong with it. The time of a problem is that of its first report. */
export async function recordStatus(db: Db, device: Row, { connection, problem }: Status): Promise<void> {
	const { id, _owner } = device;
	// Programs repeat their reports. Only changes are stored and published.
	if (device.connection === connection && device.problem === problem) return;
	const problem_since = problem === null ? null : (device.problem_since ?? new Date());
	await db.transaction((tx) => changeDevice(tx, _owner, id, { connection, problem, problem_since }));
}

/** A program reports how it finds the camera. If all is well, it may not know that the pictures are refused. */
export async function recordReport(db: Db, device: Row, { connection, problem }: Status): Promise<void> {
	const known = isRefused(device) ? SENDS_TOO_MUCH : null;
	await recordStatus(db, device, { connection, problem: problem ?? known });
	if (problem === null) await noteSeen(db, device);
}

/** A device asks for its settings. With a problem that was reported it counts as silent all the same. */
export async function recordQuestion(db: Db, device: Row): Promise<void> {
	if (device.problem === null || isRefused(device)) await noteSeen(db, device);
}

/** A camera above its limit is not silent, and its owner sees why no picture comes. */
export async function recordRefused(db: Db, device: Row): Promise<void> {
	await noteSeen(db, device);
	await recordStatus(db, device, { connection: device.connection, problem: SENDS_TOO_MUCH });
}

/** A camera is no longer above its limit. */
export async function recordAllowed(db: Db, device: Row): Promise<void> {
	if (isRefused(device)) await recordStatus(db, device, { connection: device.connection, problem: null });
}

/** A device can be online although it sends no picture: it may take one an hour, or wait for files in a folder. */
async function noteSeen(db: Db, { id, last_seen_at }: Row): Promise<void> {
	if (Date.now() - (last_seen_at?.getTime() ?? 0) > SEEN_EVERY_MS) await sawDevices(db, [id]);
}
