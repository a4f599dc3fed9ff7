import type { Form } from './form.ts';

/** Edits that were not saved, with the version they were made from. */
export type Draft = { version: number; savedAt: number; form: Form };

const PREFIX = 'watchword:automation-draft:';
const DAY_MS = 24 * 3_600_000;
const KEPT_MS = 30 * DAY_MS;
/** For so long, what was typed into an automation that is gone can still be put into a new one. */
const KEPT_IF_GONE_MS = DAY_MS;

const keyOf = (uid: string, id: string) => `${PREFIX}${uid}:${id}`;

/** Drafts are optional. If the browser stores nothing or the stored draft is unreadable, there is none. */
export function readDraft(uid: string, id: string, storage = browserStorage()): Draft | null {
	try {
		const draft: unknown = JSON.parse(storage?.getItem(keyOf(uid, id)) ?? 'null');
		return isDraft(draft) ? draft : null;
	} catch {
		return null;
	}
}

export function writeDraft(uid: string, id: string, draft: Draft | null, storage = browserStorage()): void {
	try {
		if (draft) storage?.setItem(keyOf(uid, id), JSON.stringify(draft));
		else storage?.removeItem(keyOf(uid, id));
	} catch (error) {
		console.warn('the draft could not be kept', error);
	}
}

/** The automations of an account that exist. */
type Existing = { uid: string; ids: string[] };

/** Deletes drafts that are too old. */
export function sweepDrafts(now: number, existing: Existing | null, storage = browserStorage()): void {
	if (!storage) return;
	const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at));
	for (const key of keys) {
		if (!key?.startsWith(PREFIX)) continue;
		const [uid = '', id = ''] = key.slice(PREFIX.length).split(':');
		const draft = readDraft(uid, id, storage);
		const isGone = uid === existing?.uid && !existing.ids.includes(id);
		const kept = isGone ? KEPT_IF_GONE_MS : KEPT_MS;
		if (!draft || now - draft.savedAt > kept) writeDraft(uid, id, null, storage);
	}
}

function browserStorage(): Storage | null {
	try {
		return window.localStorage;
	} catch {
		return null;
	}
}

function isDraft(value: unknown): value is Draft {
	if (typeof value !== 'object' || value === null) return false;
	const { version, savedAt, form } = value as Record<string, unknown>;
	return typeof version === 'number' && typeof savedAt === 'number' && isForm(form);
}

/** An older version of the portal may have stored another shape. */
function isForm(value: unknown): value is Form {
	if (typeof value !== 'object' || value === null) return false;
	const form = value as Record<string, unknown>;
	const texts = [
		'_triggerType',
		'_actionType',
		'trigger_device_type',
		'action_prompt',
		'action_toAddress',
		'_dailyCap',
		'_allowedSenders',
		'_tell',
		'_tellAgainMinutes',
		'_leastMinutes',
		'_quiet',
		'_quietStart',
		'_quietEnd',
		'_works',
		'action_moreAddresses',
		'_notify',
	];
	const switches = ['_limited', '_tellOver', '_tellTwice', '_skipSame', '_firstLook', '_atOnce', '_approve'];
	return (
		texts.every((key) => typeof form[key] === 'string') &&
		switches.every((key) => typeof form[key] === 'boolean') &&
		typeof form._burst === 'number' &&
		typeof form._condition === 'object' &&
		Array.isArray(form._fields) &&
		Array.isArray(form._channels) &&
		Array.isArray(form._schedule) &&
		Array.isArray(form._limitSchedule)
	);
}
