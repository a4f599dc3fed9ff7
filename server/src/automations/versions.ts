import { isDeepStrictEqual } from 'node:util';
import { EARLIER_ALERTS } from '@watchword/contract/alerts';
import { type AutomationVersion, SETTINGS, type WholeSettings } from '@watchword/contract/automation';
import { and, desc, eq, lt } from 'drizzle-orm';
import { users } from '../accounts/tables.ts';
import { cutPage, position, readCursor } from '../base/cursor.ts';
import { newId } from '../base/ids.ts';
import type { Db } from '../ports/database.ts';
import { readAutomation } from './automations.ts';
import { knownCondition } from './known-condition.ts';
import { automationVersions } from './tables.ts';

const PAGE = 20;
/** Values for fields that did not exist when older versions were stored. */
const LATER = {
	_allowedSenders: [],
	_burst: 1,
	_firstLook: false,
	_atOnce: false,
	_approve: false,
	_fields: [],
	_condition: null,
	_conditionChanged: false,
	...EARLIER_ALERTS,
};

type Document = AutomationVersion['document'];

/** Stores the new version of an automation, in the transaction that changes it. */
export async function keepVersion(
	tx: Db,
	uid: string,
	id: string,
	version: number,
	settings: WholeSettings,
): Promise<void> {
	const [user] = await tx.select({ name: users.name }).from(users).where(eq(users.id, uid));
	await tx.insert(automationVersions).values({
		id: newId(),
		_automationId: id,
		_version: version,
		uid,
		name: user?.name ?? '',
		document: documentOf(settings),
	});
}

export const differs = (before: WholeSettings, after: WholeSettings) =>
	!isDeepStrictEqual(documentOf(before), documentOf(after));

/** Newest first. */
export async function listVersions(
	db: Db,
	uid: string,
	id: string,
	cursor: string | undefined,
): Promise<{ items: AutomationVersion[]; next: string | null }> {
	await readAutomation(db, uid, id);
	const rows = await db
		.select()
		.from(automationVersions)
		.where(
			and(
				eq(automationVersions._automationId, id),
				cursor === undefined ? undefined : lt(automationVersions._version, readCursor(cursor, position)[0]),
			),
		)
		.orderBy(desc(automationVersions._version))
		.limit(PAGE + 1);
	const page = cutPage(rows, PAGE, ({ _version }) => [_version]);
	const items = page.items.map(({ uid, name, _savedAt, document, ...version }) => ({
		...version,
		document: {
			...LATER,
			...document,
			_condition: knownCondition(document._condition, document.action_prompt),
		},
		_savedAt: _savedAt.toISOString(),
		_savedBy: { uid, name },
	}));
	return { ...page, items };
}

/** Only the fields of a version: a row that was read back has more fields. */
const documentOf = (settings: WholeSettings): Document =>
	Object.fromEntries(SETTINGS.map((name) => [name, settings[name]])) as Document;
