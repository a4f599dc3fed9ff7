import { isDeepStrictEqual } from 'node:util';
import type { AutomationSettings, AutomationVersion } from '@watchword/contract/automation';
import { sql } from 'drizzle-orm';
import { newId } from '../ids.ts';
import type { Db } from '../ports.ts';
import { Refusal } from '../refusal.ts';
import { requireAutomation } from './automations.ts';
import { automationVersions } from './tables.ts';

const PAGE = 20;

type Document = AutomationVersion['document'];
type Settings = AutomationSettings & { _dailyCap: number | null };

/** Writes down what an automation has become, in the transaction that makes it so. */
export async function keepVersion(
	tx: Db,
	uid: string,
	id: string,
	version: number,
	settings: Settings,
): Promise<void> {
	await tx.insert(automationVersions).values({
		id: newId(),
		_automationId: id,
		_version: version,
		uid,
		name: sql`(select name from users where id = ${uid})`,
		document: documentOf(settings),
	});
}

export const differs = (before: Settings, after: Settings) =>
	!isDeepStrictEqual(documentOf(before), documentOf(after));

/** Newest first; the cursor is the number of the version the last page ended with. */
export async function listVersions(
	db: Db,
	uid: string,
	id: string,
	cursor: string | undefined,
): Promise<{ items: AutomationVersion[]; next: string | null }> {
	await requireAutomation(db, uid, id);
	const before = cursor === undefined ? sql`true` : sql`_version < ${readCursor(cursor)}`;
	const { rows } = await db.execute(sql`
		select id, "_automationId", _version, "_savedAt", uid, name, document from automation_versions
		where "_automationId" = ${id} and ${before} order by _version desc limit ${PAGE + 1}`);
	const items = rows.slice(0, PAGE).map(
		({ uid, name, ...row }) =>
			({
				...row,
				_savedAt: new Date(String(row._savedAt)).toISOString(),
				_savedBy: { uid, name },
			}) as AutomationVersion,
	);
	const last = items.at(-1);
	const next = rows.length > PAGE && last ? Buffer.from(String(last._version)).toString('base64url') : null;
	return { items, next };
}

function readCursor(cursor: string): number {
	const version = Buffer.from(cursor, 'base64url').toString();
	if (/^\d{1,9}$/.test(version)) return Number(version);
	throw new Refusal('invalid-argument', 'cursor: must be the `next` of an earlier page');
}

/** The fields of a version, and no others: what is read back from a row brings more than was set. */
const documentOf = (settings: Settings): Document => ({
	_name: settings._name,
	_triggerType: settings._triggerType,
	_schedule: settings._schedule,
	_actionType: settings._actionType,
	_limited: settings._limited,
	_limitSchedule: settings._limitSchedule,
	trigger_device_deviceID: settings.trigger_device_deviceID,
	trigger_device_type: settings.trigger_device_type,
	action_prompt: settings.action_prompt,
	action_toAddress: settings.action_toAddress,
	_zone: settings._zone,
	_utcOffset: settings._utcOffset,
	_dailyCap: settings._dailyCap,
});
