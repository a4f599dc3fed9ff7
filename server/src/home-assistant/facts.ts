/** What Home Assistant is told of an account, as the database has it now. */
import type { PictureBox } from '@watchword/contract/boxes';
import type { Verdict } from '@watchword/contract/mark';
import { PICTURE_PROBLEM_TEXT } from '@watchword/contract/picture-problem';
import type { Zone } from '@watchword/contract/zone';
import { and, desc, eq, isNotNull, not, sql } from 'drizzle-orm';
import { isOpenToOthers } from '../accounts/standing.ts';
import { users } from '../accounts/tables.ts';
import { automations } from '../automations/tables.ts';
import { findDevices, type Row } from '../devices/devices.ts';
import { captures, devices } from '../devices/tables.ts';
import type { Db } from '../ports/database.ts';
import { automationRuns } from '../runs/tables.ts';

export interface Picture {
	captureId: string;
	path: string;
	boxes: PictureBox[];
	zones: Zone[];
}

export interface CameraFacts {
	id: string;
	name: string;
	capturedAt: string | null;
	problem: string | null;
	problemSince: string | null;
	picture: Picture | null;
}

interface Decided {
	runId: string;
	at: Date;
	verdict: Verdict;
	sentence: string | null;
	evidence: string | null;
}

export interface AutomationFacts {
	id: string;
	name: string;
	paused: boolean;
	/** Its newest run with a verdict. */
	last: Decided | null;
}

export interface AccountFacts {
	uid: string;
	name: string;
	presence: string;
	cameras: CameraFacts[];
	automations: AutomationFacts[];
}

const isAnnounced = and(eq(users.home_assistant, true), isOpenToOthers);

export async function announcedAccounts(db: Db): Promise<string[]> {
	const found = await db.select({ uid: users.id }).from(users).where(isAnnounced).orderBy(users.id);
	return found.map(({ uid }) => uid);
}

export async function isAnnouncedAccount(db: Db, uid: string): Promise<boolean> {
	const found = await db
		.select({ uid: users.id })
		.from(users)
		.where(and(eq(users.id, uid), isAnnounced));
	return found.length > 0;
}

/** Null if the account does not want to be in Home Assistant, is disabled, about to leave, or gone. */
export async function readFacts(db: Db, uid: string): Promise<AccountFacts | null> {
	const { name, presence } = users;
	const [user] = await db
		.select({ name, presence })
		.from(users)
		.where(and(eq(users.id, uid), isAnnounced));
	if (!user) return null;
	const pictures = await latestPictures(db, uid);
	const cameras = (await findDevices(db, uid)).map((device) =>
		camera(device, pictures.get(device.id) ?? null),
	);
	return { uid, ...user, cameras, automations: await latestVerdicts(db, uid) };
}

function camera(device: Row, picture: Picture | null): CameraFacts {
	const { id, desc, last_captured_at, problem, problem_since, silence_told_at, last_image_problem } = device;
	const silent = silence_told_at && 'Nothing has been heard of this camera.';
	const wrong = problem ?? silent ?? (last_image_problem && PICTURE_PROBLEM_TEXT[last_image_problem]);
	const since = problem ? problem_since : silence_told_at;
	return {
		id,
		name: desc || 'A camera without a name',
		capturedAt: last_captured_at?.toISOString() ?? null,
		problem: wrong,
		problemSince: since?.toISOString() ?? null,
		picture,
	};
}

/** The newest picture of each camera that can be shown, with everything that was found in it. */
async function latestPictures(db: Db, uid: string): Promise<Map<string, Picture>> {
	const newest = db
		.select({ id: captures.id, path: captures.image_path })
		.from(captures)
		.where(and(eq(captures.deviceId, devices.id), isNotNull(captures.image_path)))
		.orderBy(desc(captures.captured_at), desc(captures.id))
		.limit(1)
		.as('newest');
	const { action_boxes, action_zones, trigger_captureId, action_verdict } = automationRuns;
	const rows = await db
		.select({
			deviceId: devices.id,
			id: newest.id,
			path: newest.path,
			boxes: action_boxes,
			zones: action_zones,
		})
		.from(devices)
		.innerJoinLateral(newest, sql`true`)
		.leftJoin(
			automationRuns,
			and(eq(trigger_captureId, newest.id), eq(automationRuns._owner, uid), isNotNull(action_verdict)),
		)
		.where(eq(devices._owner, uid))
		.orderBy(automationRuns.id);
	const pictures = new Map<string, Picture>();
	for (const { deviceId, id, path, boxes, zones } of rows) {
		const picture = pictures.get(deviceId) ?? { captureId: id, path: path ?? '', boxes: [], zones: [] };
		picture.boxes = distinct([...picture.boxes, ...(boxes ?? []).filter((box) => box.picture === 0)]);
		picture.zones = distinct([...picture.zones, ...(zones ?? [])]);
		pictures.set(deviceId, picture);
	}
	return pictures;
}

/** Several automations find the same things in one picture. */
const distinct = <T>(all: T[]): T[] => [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];

async function latestVerdicts(db: Db, uid: string): Promise<AutomationFacts[]> {
	const { id, _timestamp, action_verdict, action_evidence, action_information } = automationRuns;
	const last = db
		.select({ id, _timestamp, action_verdict, action_evidence, action_information })
		.from(automationRuns)
		.where(and(eq(automationRuns._automationId, automations.id), isNotNull(action_verdict)))
		.orderBy(desc(_timestamp), desc(id))
		.limit(1)
		.as('last');
	const rows = await db
		.select({
			id: automations.id,
			name: automations._name,
			paused: automations._paused,
			runId: last.id,
			at: last._timestamp,
			verdict: last.action_verdict,
			sentence: last.action_information,
			evidence: last.action_evidence,
		})
		.from(automations)
		.leftJoinLateral(last, sql`true`)
		.where(and(eq(automations._owner, uid), not(automations._deleted)))
		.orderBy(automations.created_at, automations.id);
	return rows.map(({ id, name, paused, runId, at, verdict, sentence, evidence }) => ({
		...{ id, name, paused },
		last: runId && at && verdict ? { runId, at, verdict, sentence, evidence } : null,
	}));
}
