import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Automation, AutomationEdit, AutomationVersion } from '@watchword/contract/automation';
import { NEW_OPTIONS } from '@watchword/contract/new-options';
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

/** The automation was saved elsewhere while it was edited here. `before` is the version both started from. */
export type Conflict = { theirs: Automation; mine: Form; before: Form };
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
	const busy = useRef(false);

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
		writeDraft(uid, id, edits ? { version, savedAt: Date.now(), before, form: edits } : offer);
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
		const reason = inWords ?? (isRefusal(error) ? error.message : undefined);
		setStatus({ ok: false, text: FAILED, ...(reason && { reason }) });
	}

	async function send(edit: AutomationEdit, mine: Form, before: Form): Promise<void> {
		if (busy.current) return;
		busy.current = true;
		setSaving(true);
		setStatus(null);
		try {
			adopt(await call('PUT /api/automations/{id}', { params: { id }, body: edit }));
			setStatus({ ok: true, text: UPDATED });
			setTried(false);
		} catch (error) {
			if (error instanceof ApiError && error.code === 'conflict') await meet(mine, before).catch(fail);
			else fail(error, isRefusal(error) ? await deviceProblem(mine) : undefined);
		} finally {
			busy.current = false;
			setSaving(false);
		}
	}

	/** Another tab may have just removed the device. Its field shows that, too, because the devices are read again. */
	async function deviceProblem(mine: Form): Promise<string | undefined> {
		const devices = await client.fetchQuery({ ...devicesQuery, staleTime: 0 }).catch(() => undefined);
		return problemsOf(mine, devices).trigger_device_deviceID;
	}

	/** The version is newer than expected: either our own save, whose answer got lost, or a save from elsewhere. */
	async function meet(mine: Form, before: Form): Promise<void> {
		const theirs = await client.fetchQuery({ ...automationQuery(id), staleTime: 0 });
		if (theirs === null) throw new ApiError('not-found', 'The automation was deleted.', 404);
		if (isChanged(mine, theirs, clock)) {
			setConflict({ theirs, mine, before });
		} else {
			adopt(theirs);
			setStatus({ ok: true, text: UPDATED });
		}
	}

	function save(): void {
		setTried(true);
		setStatus(null);
		if (isEmptyList(form)) {
			console.error('The automation was not saved: a schedule needs at least one time.');
		}
		// Each problem is shown at its field.
		if (Object.keys(problemsOf(form, devices)).length > 0) return;
		const tidy = { ...form, _schedule: tidied(form._schedule), _limitSchedule: tidied(form._limitSchedule) };
		setForm(tidy);
		void send(editOf(tidy, base, clock), tidy, before);
	}

	/** Saves the customer's choice between two versions over the newer one. */
	function resolve(chosen: Form): void {
		if (!conflict) return;
		const { theirs, mine } = conflict;
		if (mine === offer?.form) dropOffer();
		setConflict(null);
		adopt(theirs, chosen);
		if (isChanged(chosen, theirs, clock)) {
			void send(editOf(chosen, theirs, clock), chosen, formOf(theirs, clock));
		} else setStatus(null);
	}

	function takeOffer(): void {
		if (!offer) return;
		if (offer.version === base._version) {
			setOffer(null);
			setForm(offer.form);
		} else {
			// The offer stays until the customer has chosen one of the two.
			setConflict({ theirs: base, mine: offer.form, before: offer.before });
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
		const saved = await call('PUT /api/automations/{id}', {
			params: { id },
			body: { ...document, _version: base._version },
		});
		adopt(saved, formOf(saved, clock));
		setStatus({ ok: true, text: UPDATED });
	}

	/** Fills a new automation from a template. */
	async function fillIn(start: Start): Promise<void> {
		if (busy.current) return;
		busy.current = true;
		setSaving(true);
		try {
			await replace({
				...editOf(form, base, clock),
				...NEW_OPTIONS,
				...start,
			});
		} catch (error) {
			fail(error);
		} finally {
			busy.current = false;
			setSaving(false);
		}
	}

	return {
		base,
		form,
		clock,
		change,
		changed,
		problems: tried ? problemsOf(form, devices) : {},
		save,
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
		compareNewer: () => newer && setConflict({ theirs: newer, mine: form, before }),
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
