import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Automation, AutomationEdit, AutomationVersion } from '@watchword/contract/automation';
import { NEW_OPTIONS } from '@watchword/contract/new-automation';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError, call } from '../../lib/api.ts';
import { automationQuery, devicesQuery } from '../../lib/documents.ts';
import { useSession } from '../../lib/session.tsx';
import { problemsOf } from './form/check.ts';
import { type Draft, readDraft, writeDraft } from './form/draft.ts';
import {
	editOf,
	type Form,
	filledTimes,
	formOf,
	isChanged,
	isEmptyList,
	sameForm,
	settled,
} from './form/form.ts';
import type { Start } from './templates/templates.ts';
import { useLocalClock } from './use-local-clock.ts';

/** The automation was saved elsewhere while it was edited here. */
export type Conflict = { theirs: Automation; mine: Form };
export type Status = { ok: boolean; text: string; reason?: string } | null;

const UPDATED = 'Automation updated successfully!';
const FAILED = 'Failed to update the automation.';

/** The state of an open automation: its form, drafts, saving and conflicts. */
export function useEditor(automation: Automation) {
	const client = useQueryClient();
	const uid = useSession().currentUser ?? '';
	const clock = useLocalClock();
	const { data: devices } = useQuery(devicesQuery);
	const { id } = automation;
	const [base, setBase] = useState(automation);
	/** The name while it is typed; null if it is not. */
	const [name, setName] = useState<string | null>(null);
	const [form, setForm] = useState(() => formOf(automation, clock));
	const [offer, setOffer] = useState<Draft | null>(() => {
		const draft = readDraft(uid, id);
		return draft && isChanged(draft.form, automation, clock) ? draft : null;
	});
	const [conflict, setConflict] = useState<Conflict | null>(null);
	const [status, setStatus] = useState<Status>(null);
	const [saving, setSaving] = useState(false);
	/** Problems are shown only after the first attempt to save. */
	const [tried, setTried] = useState(false);
	/** The automation as the last save of this editor left it. */
	const lastSave = useRef(Promise.resolve(automation));

	const before = formOf(base, clock);
	const changed = isChanged(form, base, clock);

	// A save from elsewhere is taken over at once if nothing was edited here or the two do not conflict.
	const newer = automation._version > base._version ? automation : null;
	if (newer && !saving) {
		const theirs = formOf(newer, clock);
		if (!changed || sameForm(theirs, before) || sameForm(theirs, settled(form, before))) {
			setBase(newer);
			if (!changed) setForm(theirs);
		}
	}

	/** Whether the stored draft is what was typed here, and not in another tab or on an earlier visit. */
	const isStored = useRef(false);
	const keep = useEffectEvent((edits: Form | null, { _version: version }: Automation) => {
		if (!edits && !isStored.current) return;
		isStored.current = edits !== null;
		writeDraft(uid, id, edits ? { version, savedAt: Date.now(), form: edits } : offer);
	});
	useEffect(() => keep(changed ? form : null, base), [changed, form, base]);

	function change(part: Partial<Form>) {
		setForm((form) => ({ ...form, ...part }));
		setStatus(null);
	}

	function adopt(saved: Automation, form?: Form) {
		client.setQueryData(automationQuery(id).queryKey, saved);
		setBase(saved);
		if (form) setForm(form);
	}

	function fail(error: unknown, inWords?: string) {
		console.error(error);
		// The path of the field says nothing to a customer.
		const reason = inWords ?? (isRefusal(error) ? error.message.replace(/^_condition: /, '') : undefined);
		setStatus({ ok: false, text: FAILED, ...(reason && { reason }) });
	}

	/** Saves run one after the other, each over the version that the one before it made, or over `known` if that is newer. */
	function inTurn(known: Automation, save: (over: Automation) => Promise<Automation>): Promise<Automation> {
		const before = lastSave.current;
		const turn = before.then((last) => save(last._version > known._version ? last : known));
		lastSave.current = turn.catch(() => before);
		return turn;
	}

	const put = (known: Automation, editOver: (over: Automation) => Omit<AutomationEdit, '_version'>) =>
		inTurn(known, async (over) => {
			const body = { ...editOver(over), _version: over._version };
			const saved = await call('PUT /api/automations/{id}', { params: { id }, body });
			adopt(saved);
			return saved;
		});

	/** Closes the field of the name, unless something else was typed in it meanwhile. */
	const closeName = (saved: string | null) => setName((now) => (now === saved ? null : now));

	async function rename(_name: string): Promise<void> {
		await inTurn(base, async (over) => {
			const renamed = await call('PUT /api/automations/{id}/name', { params: { id }, body: { _name } });
			client.setQueryData(automationQuery(id).queryKey, renamed);
			// Whatever else is new in it was saved elsewhere, and conflicts with the next save.
			return sameForm(formOf(renamed, clock), formOf(over, clock)) ? renamed : over;
		});
		closeName(name);
	}

	async function send(mine: Form, known: Automation): Promise<void> {
		setSaving(true);
		try {
			// A name that is still being typed, because it could not be saved before, is saved along.
			const typed = name?.trim();
			await put(known, (over) => ({ ...editOf(mine, over, clock), _name: typed || over._name }));
			closeName(name);
			setStatus({ ok: true, text: UPDATED });
			setTried(false);
		} catch (error) {
			if (error instanceof ApiError && error.code === 'conflict') await meet(mine).catch(fail);
			else fail(error, isRefusal(error) ? await deviceProblem(mine) : undefined);
		} finally {
			setSaving(false);
		}
	}

	/** Another tab may have just removed the device. Its field shows that, too, because the devices are read again. */
	async function deviceProblem(mine: Form): Promise<string | undefined> {
		const devices = await client.fetchQuery({ ...devicesQuery, staleTime: 0 }).catch(() => undefined);
		return problemsOf(mine, devices).trigger_device_deviceID;
	}

	/** The version is newer than expected: either our own save, whose answer got lost, or a save from elsewhere. */
	async function meet(mine: Form): Promise<void> {
		const theirs = await client.fetchQuery({ ...automationQuery(id), staleTime: 0 });
		if (theirs === null) throw new ApiError('not-found', 'The automation was deleted.', 404);
		if (isChanged(mine, theirs, clock)) {
			setConflict({ theirs, mine });
		} else {
			adopt(theirs);
			setStatus({ ok: true, text: UPDATED });
		}
	}

	function save(mine = form, known = base): void {
		setTried(true);
		setStatus(null);
		if (isEmptyList(mine)) {
			console.error('The automation was not saved: a schedule needs at least one time.');
		}
		// Each problem is shown at its field.
		if (Object.keys(problemsOf(mine, devices)).length > 0) return;
		const tidy = { ...mine, _schedule: tidied(mine._schedule), _limitSchedule: tidied(mine._limitSchedule) };
		setForm(tidy);
		void send(tidy, known);
	}

	/** Ends the conflict: the form takes over what was saved elsewhere, or is saved over it. */
	function resolve(isMine: boolean): void {
		if (!conflict) return;
		const { theirs, mine } = conflict;
		if (mine === offer?.form) dropOffer();
		setConflict(null);
		setStatus(null);
		adopt(theirs, isMine ? mine : formOf(theirs, clock));
		if (isMine) save(mine, theirs);
	}

	function takeOffer(): void {
		if (!offer) return;
		if (offer.version === base._version) {
			setOffer(null);
			setForm(offer.form);
		} else {
			// The offer stays until the customer has chosen one of the two.
			setConflict({ theirs: base, mine: offer.form });
		}
	}

	function dropOffer(): void {
		setOffer(null);
		if (!isStored.current) writeDraft(uid, id, null);
	}

	function discard(): void {
		setForm(before);
		setStatus(null);
		setTried(false);
	}

	/** Saves another document over the current one: an old version or a template. */
	async function replace(document: AutomationVersion['document']): Promise<void> {
		setForm(formOf(await put(base, () => document), clock));
		setStatus({ ok: true, text: UPDATED });
	}

	/** Fills a new automation from a template. */
	async function fillIn(start: Start): Promise<void> {
		setSaving(true);
		try {
			await replace({ ...editOf(form, base, clock), ...NEW_OPTIONS, ...start });
		} catch (error) {
			fail(error);
		} finally {
			setSaving(false);
		}
	}

	return {
		base,
		name,
		setName,
		rename,
		form,
		clock,
		change,
		changed,
		problems: tried ? problemsOf(form, devices) : {},
		save: () => save(),
		saving,
		status,
		fail,
		discard,
		replace,
		fillIn: (start: Start) => void fillIn(start),
		offer,
		takeOffer,
		dropOffer,
		/** A newer version that conflicts with the unsaved edits. */
		newer: changed && !saving ? newer : null,
		compareNewer: () => newer && setConflict({ theirs: newer, mine: form }),
		conflict,
		resolve,
		closeConflict: () => setConflict(null),
		/** Deletes the draft of a deleted automation, unless it was typed in another tab, which offers it there. */
		forget: () => isStored.current && writeDraft(uid, id, null),
	};
}

export type Editor = ReturnType<typeof useEditor>;

const isRefusal = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 400;

/** The rows after a save. An empty list keeps one row to type into. */
const tidied = (rows: string[]) => {
	const times = filledTimes(rows);
	return times.length > 0 ? times : [''];
};
