import type { Automation, AutomationEdit, AutomationVersion } from '@watchword/contract/automation';
import { localTime, nextFire, offsetAt, utcTime } from '@watchword/contract/schedule';
import { isEmail } from '../../lib/email.ts';

/**
 * An automation as it stands in the editor: times on the customer's own clock, blank rows and half an address among
 * them, and what was typed for one input type kept while another is looked at.
 */
export type Form = Pick<
	Automation,
	| '_triggerType'
	| '_schedule'
	| '_actionType'
	| '_limited'
	| '_limitSchedule'
	| 'trigger_device_deviceID'
	| 'trigger_device_type'
	| 'action_prompt'
> & {
	action_toAddress: string;
	/** As it was typed; empty for any number. */
	_dailyCap: string;
};

/** Where and when the editor is looked at. */
export type Place = { zone: string; now: Date };

type Saved = AutomationVersion['document'];

export function formOf(saved: Saved, place: Place): Form {
	return {
		_triggerType: saved._triggerType,
		_schedule: shownTimes(saved._schedule, saved, place),
		_actionType: saved._actionType,
		_limited: saved._limited,
		_limitSchedule: shownTimes(saved._limitSchedule, saved, place),
		trigger_device_deviceID: saved.trigger_device_deviceID,
		trigger_device_type: saved.trigger_device_type,
		action_prompt: saved.action_prompt,
		action_toAddress: saved.action_toAddress ?? '',
		_dailyCap: String(saved._dailyCap ?? ''),
	};
}

/** In the zone they were entered in, times show as they were typed; elsewhere, as the clock there shows them next. */
function shownTimes(times: string[], { _zone, _utcOffset }: Saved, { zone, now }: Place): string[] {
	const shown = times.map((time) => {
		if (_zone === zone) return localTime(time, _utcOffset);
		const fire = nextFire([time], _zone, _utcOffset, now);
		return fire ? localTime(fire.toISOString().slice(11, 16), offsetAt(zone, fire)) : time;
	});
	return filledTimes(shown);
}

/** Sorted, each once, without the blank rows. */
export const filledTimes = (rows: string[]) => [...new Set(rows.filter(Boolean))].sort();

/** Puts the times in order; a blank row stays where it was inserted. */
export function sortedRows(rows: string[]): string[] {
	const times = rows.filter(Boolean).sort();
	return rows.map((row) => (row ? (times.shift() ?? '') : ''));
}

/** Only an email can be replied to. The choice comes back with the input type. */
export const actionOf = (form: Form): Form['_actionType'] =>
	form._actionType === 'replyToEmail' && form._triggerType !== 'email' ? 'sendEmail' : form._actionType;

export const usesLimit = (form: Form) => form._triggerType === 'capture' && form._limited;

/** What a save would make of the form. Where something unseen is unfit to be saved, what was there before stays. */
export function settled(form: Form, before: Form): Form {
	const times = (key: '_schedule' | '_limitSchedule') => {
		const filled = filledTimes(form[key]);
		return filled.length > 0 ? filled : before[key];
	};
	const address = form.action_toAddress.trim();
	const hidden = actionOf(form) !== 'sendEmail';
	return {
		...form,
		_schedule: times('_schedule'),
		_limitSchedule: times('_limitSchedule'),
		_actionType: actionOf(form),
		trigger_device_deviceID: form._triggerType === 'capture' ? form.trigger_device_deviceID : null,
		action_toAddress: hidden && address && !isEmail(address) ? before.action_toAddress : address,
		_dailyCap: form._dailyCap.trim(),
	};
}

export const sameForm = (a: Form, b: Form) =>
	(Object.keys(a) as (keyof Form)[]).every((key) => String(a[key]) === String(b[key]));

export function isChanged(form: Form, saved: Saved, place: Place): boolean {
	const before = formOf(saved, place);
	// A list the customer emptied is a change, though not one that can be saved.
	return isEmptyList(form) || !sameForm(settled(form, before), settled(before, before));
}

/** A list in sight without a single time: what the save is aborted for. */
export const isEmptyList = (form: Form) =>
	(form._triggerType === 'schedule' && filledTimes(form._schedule).length === 0) ||
	(usesLimit(form) && filledTimes(form._limitSchedule).length === 0);

/** The save of a form over a saved automation. Times nobody touched keep the zone they were entered in. */
export function editOf(form: Form, saved: Automation, place: Place): AutomationEdit {
	const before = formOf(saved, place);
	const after = settled(form, before);
	const { _schedule, _limitSchedule } = after;
	const offset = offsetAt(place.zone, place.now);
	const stored = (times: string[]) => times.map((time) => utcTime(time, offset)).sort();
	const untouched = String([_schedule, _limitSchedule]) === String([before._schedule, before._limitSchedule]);
	return {
		...after,
		action_toAddress: after.action_toAddress || null,
		...(untouched
			? {
					_schedule: saved._schedule,
					_limitSchedule: saved._limitSchedule,
					_zone: saved._zone,
					_utcOffset: saved._utcOffset,
				}
			: {
					_schedule: stored(_schedule),
					_limitSchedule: stored(_limitSchedule),
					_zone: place.zone,
					_utcOffset: offset,
				}),
		_name: saved._name,
		_dailyCap: after._dailyCap ? Number(after._dailyCap) : null,
		_version: saved._version,
	};
}
