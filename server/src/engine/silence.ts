import { clockTime } from '@watchword/contract/clock-time';
import { SILENT_AFTER_MINUTES, silentMinutes } from '@watchword/contract/silence';
import { and, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import { users } from '../accounts/tables.ts';
import { publish } from '../base/events.ts';
import { plainMail } from '../base/html.ts';
import { startTicking } from '../base/loops.ts';
import { devices } from '../devices/tables.ts';
import type { Db } from '../ports/database.ts';
import type { Log } from '../ports/log.ts';
import type { Mailer } from '../ports/mailer.ts';
import type { Job, Jobs, Queue } from '../ports/queue.ts';
import { hasWebhook, queueSilenceEvents } from './webhook-events.ts';

const TICK_MS = 60_000;
const BATCH = 500;

declare module '../ports/queue.ts' {
	interface Jobs {
		/** Cameras became silent, or are back; with since when, or when their silence was reported. */
		'silence-mail': { uid: string; what: 'silent' | 'back'; cameras: { id: string; since: string }[] };
	}
}

interface SilenceNeeds {
	db: Db;
	queue: Queue;
	publicUrl: string;
}

type Reported = Jobs['silence-mail']['cameras'];
type What = Jobs['silence-mail']['what'];

/**
 * Notifies owners of cameras that have become silent, and of those that are back. `upSince` is when this server started: before
 * that no camera could reach it, so silence is counted from there. A conditional update decides which of several processes
 * notifies.
 */
export async function findSilence(needs: SilenceNeeds, upSince: Date, now: Date): Promise<void> {
	await reportSilent(needs, upSince, now);
	await reportBack(needs, now);
}

async function reportSilent(needs: SilenceNeeds, upSince: Date, now: Date): Promise<void> {
	const { db } = needs;
	const wanted = or(
		eq(users.mail_silent, true),
		eq(users.home_assistant, true),
		hasWebhook(users.id, 'device.silent'),
	);
	for (let after = '', full = true; full; ) {
		const found = await db
			.select()
			.from(devices)
			.innerJoin(users, eq(users.id, devices._owner))
			.where(
				and(
					...[gt(devices.id, after), isNull(devices.removed_at), isNull(devices.silence_told_at)],
					// A camera that never sent a picture is still being set up.
					...[isNotNull(devices.last_captured_at), notSeenLately(now)],
					...[wanted, isNull(users.disabled_at)],
				),
			)
			.orderBy(devices.id)
			.limit(BATCH);
		full = found.length === BATCH;
		after = found.at(-1)?.devices.id ?? after;
		const silent = found.filter((row) => isSilent(row.devices, upSince, now));
		for (const [uid, theirs] of Map.groupBy(silent, ({ users }) => users.id)) {
			const cameras = theirs.map((row) => row.devices);
			const byMail = theirs.some(({ users }) => users.mail_silent);
			await report(needs, uid, 'silent', byMail, async (tx) => {
				const marked = await markSilent(tx, cameras, now);
				await queueSilenceEvents(tx, needs, uid, marked, now);
				return marked;
			});
		}
	}
}

const notSeenLately = (now: Date) =>
	lt(devices.last_seen_at, new Date(now.getTime() - SILENT_AFTER_MINUTES * 60_000));

type DeviceRow = typeof devices.$inferSelect;

function isSilent(device: DeviceRow, upSince: Date, now: Date): boolean {
	if (!device.last_seen_at) return false;
	const seenOrUp = new Date(Math.max(device.last_seen_at.getTime(), upSince.getTime()));
	return silentMinutes({ ...device, last_seen_at: seenOrUp.toISOString() }, now.getTime()) !== null;
}

/** The cameras that are still silent and that no other process has reported. */
async function markSilent(tx: Db, theirs: DeviceRow[], now: Date): Promise<Reported> {
	const marked = await tx
		.update(devices)
		.set({ silence_told_at: now })
		.where(
			and(
				inArray(
					devices.id,
					theirs.map(({ id }) => id),
				),
				...[isNull(devices.silence_told_at), isNull(devices.removed_at)],
				notSeenLately(now),
			),
		)
		.returning({ id: devices.id, uid: devices._owner, since: devices.last_seen_at });
	for (const { id, uid } of marked) await publish(tx, uid, { topic: 'devices', id });
	return marked.map(({ id, since }) => ({ id, since: (since ?? now).toISOString() }));
}

async function reportBack(needs: SilenceNeeds, now: Date): Promise<void> {
	const { db } = needs;
	const wantsMail = sql<boolean>`${users.mail_silent} and ${users.disabled_at} is null`;
	const back = await db
		.select({ id: devices.id, uid: users.id, wantsMail })
		.from(devices)
		.innerJoin(users, eq(users.id, devices._owner))
		.where(
			sql`${devices.silence_told_at} is not null and ${devices.last_seen_at} > ${devices.silence_told_at}
				and exists (select from captures c where c."deviceId" = ${devices.id} and c.received_at > ${devices.silence_told_at})`,
		);
	const unwanted = back.filter((device) => !device.wantsMail).map(({ id }) => id);
	if (unwanted.length > 0) await db.transaction((tx) => markBack(tx, unwanted, now));
	const wanted = back.filter((device) => device.wantsMail);
	for (const [uid, theirs] of Map.groupBy(wanted, (device) => device.uid)) {
		const ids = theirs.map(({ id }) => id);
		await report(needs, uid, 'back', true, (tx) => markBack(tx, ids, now));
	}
}

/** With the time when their silence was reported. */
async function markBack(tx: Db, ids: string[], now: Date): Promise<Reported> {
	const held = await tx
		.select({ id: devices.id, uid: devices._owner, since: devices.silence_told_at })
		.from(devices)
		.where(and(inArray(devices.id, ids), isNotNull(devices.silence_told_at)))
		.for('no key update');
	await tx
		.update(devices)
		.set({ silence_told_at: null })
		.where(
			inArray(
				devices.id,
				held.map(({ id }) => id),
			),
		);
	for (const { id, uid } of held) await publish(tx, uid, { topic: 'devices', id });
	return held.map(({ id, since }) => ({ id, since: (since ?? now).toISOString() }));
}

/** One mail for all cameras of an owner that are found at once; the marks and the mail commit together. */
async function report(
	{ db, queue }: SilenceNeeds,
	uid: string,
	what: What,
	byMail: boolean,
	mark: (tx: Db) => Promise<Reported>,
): Promise<void> {
	await db.transaction(async (tx) => {
		const cameras = await mark(tx);
		if (byMail && cameras.length > 0) await queue.send(tx, 'silence-mail', { uid, what, cameras });
	});
}

interface MailNeeds {
	db: Db;
	mailer: Mailer;
	publicUrl: string;
}

/** Mails an owner which cameras are silent, or back. Removed ones are left out. */
async function mailSilence(
	{ db, mailer, publicUrl }: MailNeeds,
	{ uid, what, cameras }: Jobs['silence-mail'],
): Promise<void> {
	const ids = cameras.map(({ id }) => id);
	const found = await db
		.select({
			id: devices.id,
			desc: devices.desc,
			email: users.email,
			zone: users.zone,
			alert_zone: users.alert_zone,
		})
		.from(devices)
		.innerJoin(users, eq(users.id, devices._owner))
		.where(
			and(
				...[inArray(devices.id, ids), eq(devices._owner, uid), isNull(devices.removed_at)],
				...[eq(users.mail_silent, true), isNull(users.disabled_at)],
			),
		)
		.orderBy(devices.created_at, devices.id);
	const [first] = found;
	if (!first) return;
	const zone = first.zone ?? first.alert_zone;
	const lines = found.map(({ id, desc }) => {
		const since = cameras.find((camera) => camera.id === id)?.since ?? '';
		return { name: desc || 'A camera without a name', at: clockTime(new Date(since), zone, new Date()) };
	});
	const names = lines.length === 1 ? String(lines[0]?.name) : `${lines.length} cameras`;
	const [is, again] =
		lines.length === 1 ? ['is', 'when it sends pictures again'] : ['are', 'when they send pictures again'];
	const inZone = `Times are those of ${zone.replaceAll('_', ' ')}.`;
	const link = { words: 'See your cameras', link: `${publicUrl}/app/devices` };
	await mailer.send(
		what === 'silent'
			? plainMail(first.email, `${names} ${is} silent`, [
					...lines.map(
						({ name, at }) =>
							`"${name}" has not been heard of since ${at}, although its capture window is open.`,
					),
					`You get one more mail ${again}. ${inZone}`,
					link,
				])
			: plainMail(first.email, `${names} ${is} back`, [
					...lines.map(
						({ name, at }) => `"${name}" sends pictures again. You were told at ${at} that it was silent.`,
					),
					inZone,
					link,
				]),
	);
}

export const silenceMail: Job<'silence-mail', MailNeeds> = { handle: mailSilence };

/** Checks every minute. */
export function startSilenceWatch(needs: SilenceNeeds, log: Log): { stop(): Promise<void> } {
	const upSince = new Date();
	return startTicking('silence', TICK_MS, () => findSilence(needs, upSince, new Date()), log);
}
