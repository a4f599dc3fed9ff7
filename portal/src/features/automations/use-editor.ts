import { useQueryClient } from '@tanstack/react-query';
import type { Automation, AutomationEdit, AutomationVersion } from '@watchword/contract/automation';
import { useEffect, useRef, useState } from 'react';
import { ApiError, api } from '../../lib/api.ts';
import { automationQuery } from '../../lib/documents.ts';
import { useSession } from '../../lib/session.tsx';
import { problemsOf } from './check.ts';
import { type Draft, readDraft, writeDraft } from './draft.ts';
import { editOf, type Form, filledTimes, formOf, isChanged, isEmptyList, sameForm, settled } from './form.ts';
import { usePlace } from './use-place.ts';

/** The same automation, saved elsewhere while it was edited here. `before` is what both began with. */
export type Conflict = { theirs: Automation; mine: Form; before: Form };
export type Status = { ok: boolean; text: string; reason?: string } | null;

const UPDATED = 'Automation updated successfully!';
const FAILED = 'Failed to update the automation.';

/** Everything that happens to an open automation between reading and saving it. */
export function useEditor(automation: Automation) {
	const client = useQueryClient();
	const uid = useSession().currentUser ?? '';
	const place = usePlace();
	const { id } = automation;
	const [base, setBase] = useState(automation);
	const [form, setForm] = useState(() => formOf(automation, place));
	const [offer, setOffer] = useState<Draft | null>(() => {
		const draft = readDraft(uid, id);
		return draft && isChanged(draft.form, automation, place) ? draft : null;
	});
	const [conflict, setConflict] = useState<Conflict | null>(null);
	const [status, setStatus] = useState<Status>(null);
	const [saving, setSaving] = useState(false);
	/** Problems are shown from the first attempt to save on, not while somebody is still typing. */
	const [tried, setTried] = useState(false);
	const busy = useRef(false);

	const before = formOf(base, place);
	const changed = isChanged(form, base, place);

	// Somebody else's save shows at once where nothing was typed, or where it touches nothing of this form.
	const newer = automation._version > base._version ? automation : null;
	if (newer && !saving) {
		const theirs = formOf(newer, place);
		if (!changed || sameForm(theirs, before) || sameForm(theirs, settled(form, before))) {
			setBase(newer);
			if (!changed) setForm(theirs);
		}
	}

	useEffect(() => {
		if (offer && !changed) return;
		const draft = { version: base._version, savedAt: Date.now(), before: formOf(base, place), form };
		writeDraft(uid, id, changed ? draft : null);
	}, [offer, changed, base, place, form, uid, id]);

	function change(part: Partial<Form>) {
		setForm((form) => ({ ...form, ...part }));
		setStatus(null);
	}

	function adopt(saved: Automation, form?: Form) {
		client.setQueryData(automationQuery(id).queryKey, saved);
		setBase(saved);
		if (form) setForm(form);
	}

	function fail(error: unknown) {
		console.error(error);
		const reason = error instanceof ApiError && error.status === 400 ? error.message : undefined;
		setStatus({ ok: false, text: FAILED, ...(reason && { reason }) });
	}

	async function send(edit: AutomationEdit, mine: Form, before: Form): Promise<void> {
		if (busy.current) return;
		busy.current = true;
		setSaving(true);
		setStatus(null);
		try {
			adopt(await api.put<Automation>(`/api/automations/${id}`, edit));
			setStatus({ ok: true, text: UPDATED });
			setTried(false);
		} catch (error) {
			if (error instanceof ApiError && error.code === 'conflict') await meet(mine, before).catch(fail);
			else fail(error);
		} finally {
			busy.current = false;
			setSaving(false);
		}
	}

	/** A save came too late. Either it was this one, whose answer got lost, or somebody else's. */
	async function meet(mine: Form, before: Form): Promise<void> {
		const theirs = await client.fetchQuery({ ...automationQuery(id), staleTime: 0 });
		if (theirs === null) throw new ApiError('not-found', 'The automation was deleted.', 404);
		if (isChanged(mine, theirs, place)) {
			setConflict({ theirs, mine, before });
		} else {
			adopt(theirs);
			setStatus({ ok: true, text: UPDATED });
		}
	}

	function save(): void {
		setTried(true);
		if (isEmptyList(form)) {
			console.error('The automation was not saved: a schedule needs at least one time.');
			setStatus(null);
			return;
		}
		if (Object.keys(problemsOf(form)).length > 0) {
			setStatus({ ok: false, text: FAILED });
			return;
		}
		const tidy = { ...form, _schedule: tidied(form._schedule), _limitSchedule: tidied(form._limitSchedule) };
		setForm(tidy);
		void send(editOf(tidy, base, place), tidy, before);
	}

	/** The customer has chosen between two versions: what they chose is saved over the newer one. */
	function resolve(chosen: Form): void {
		if (!conflict) return;
		const { theirs } = conflict;
		setConflict(null);
		adopt(theirs, chosen);
		if (isChanged(chosen, theirs, place)) {
			void send(editOf(chosen, theirs, place), chosen, formOf(theirs, place));
		} else setStatus(null);
	}

	function takeOffer(): void {
		if (!offer) return;
		setOffer(null);
		if (offer.version === base._version) setForm(offer.form);
		else setConflict({ theirs: base, mine: offer.form, before: offer.before });
	}

	function dropOffer(): void {
		setOffer(null);
		writeDraft(uid, id, null);
	}

	function discard(): void {
		setForm(before);
		setStatus(null);
		setTried(false);
	}

	/** An old version saved anew, over the current one. */
	async function restore(document: AutomationVersion['document']): Promise<void> {
		const saved = await api.put<Automation>(`/api/automations/${id}`, {
			...document,
			_version: base._version,
		});
		adopt(saved, formOf(saved, place));
		setStatus({ ok: true, text: UPDATED });
	}

	return {
		base,
		form,
		place,
		change,
		changed,
		problems: tried ? problemsOf(form) : {},
		save,
		saving,
		status,
		fail,
		discard,
		restore,
		offer,
		takeOffer,
		dropOffer,
		/** A newer version that cannot simply be shown, since something was typed over the older one. */
		newer: changed && !saving ? newer : null,
		compareNewer: () => newer && setConflict({ theirs: newer, mine: form, before }),
		conflict,
		resolve,
		closeConflict: () => setConflict(null),
		/** Nothing is kept of an automation that is gone. */
		forget: () => writeDraft(uid, id, null),
	};
}

export type Editor = ReturnType<typeof useEditor>;

/** The rows as they are after a save; a list keeps one row to type into. */
const tidied = (rows: string[]) => {
	const times = filledTimes(rows);
	return times.length > 0 ? times : [''];
};
