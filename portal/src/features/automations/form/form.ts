import { tellsByMail, tellsByPush } from '@watchword/contract/alerts';
import type { Automation, AutomationEdit, AutomationVersion } from '@watchword/contract/automation';
import type { Condition } from '@watchword/contract/condition';
import { isSenderRule } from '@watchword/contract/mailbox';
import { offsetAt, utcTime } from '@watchword/contract/schedule';
import { isEmail } from '../../../lib/email.ts';
import { type LocalClock, timeHere } from '../../../lib/time.ts';
import { fits } from '../condition/parts.ts';
import { tidiedFields } from '../results/fields.ts';
import { type AlertForm, alertFormOf, alertSettingsOf, settledAlerts } from './alert-form.ts';
import { same } from './same.ts';

/**
 * An automation as the editor shows it. Times are local, rows may be blank and addresses incomplete. Values typed for one
 * input type are kept while another type is selected.
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
	| '_burst'
	| '_firstLook'
	| '_atOnce'
	| '_approve'
	| '_fields'
	| 'action_prompt'
	| '_condition'
> &
	AlertForm & {
		action_toAddress: string;
		/** As typed, separated by commas, spaces or lines. Empty means everybody. */
		_allowedSenders: string;
		/** As typed. Empty means no limit. */
		_dailyCap: string;
	};

type Saved = AutomationVersion['document'];

export function formOf(saved: Saved, clock: LocalClock): Form {
	return {
		_triggerType: saved._triggerType,
		_schedule: shownTimes(saved._schedule, saved, clock),
		_actionType: saved._actionType,
		_limited: saved._limited,
		_limitSchedule: shownTimes(saved._limitSchedule, saved, clock),
		trigger_device_deviceID: saved.trigger_device_deviceID,
		trigger_device_type: saved.trigger_device_type,
		_burst: saved._burst,
		_firstLook: saved._firstLook,
		_atOnce: saved._atOnce,
		_approve: saved._approve,
		_fields: saved._fields,
		action_prompt: saved.action_prompt,
		// What was read from the prompt is read again while it is edited.
		_condition: saved._conditionChanged ? saved._condition : null,
		action_toAddress: saved.action_toAddress ?? '',
		_allowedSenders: saved._allowedSenders.join(', '),
		_dailyCap: String(saved._dailyCap ?? ''),
		// Quiet hours are stored as wall-clock times.
		...alertFormOf(saved, (time) => timeHere(time, { _zone: saved._zone, _utcOffset: 0 }, clock)),
	};
}

const shownTimes = (times: string[], saved: Saved, clock: LocalClock) =>
	filledTimes(times.map((time) => timeHere(time, saved, clock)));

/** The typed senders without duplicates. */
export const listedSenders = ({ _allowedSenders }: Pick<Form, '_allowedSenders'>) => [
	...new Set(
		_allowedSenders
			.toLowerCase()
			.split(/[\s,;]+/)
			.filter(Boolean),
	),
];

/** Sorted, without duplicates and blank rows. */
export const filledTimes = (rows: string[]) => [...new Set(rows.filter(Boolean))].sort();

/** Puts the times in order; a blank row stays where it was inserted. */
export function sortedRows(rows: string[]): string[] {
	const times = rows.filter(Boolean).sort();
	return rows.map((row) => (row ? (times.shift() ?? '') : ''));
}

/** Only an email can be replied to. The choice is restored with the input type. */
export const actionOf = (form: Form): Form['_actionType'] =>
	form._actionType === 'replyToEmail' && form._triggerType !== 'email' ? 'sendEmail' : form._actionType;

/** Whether it sends mails, push messages, and either of those or messages of channels. */
export const sendsMail = (form: Form) => actionOf(form) === 'sendEmail' && tellsByMail(form._notify);
export const sendsPush = (form: Form) => actionOf(form) === 'sendEmail' && tellsByPush(form._notify);
export const sendsMessage = (form: Form) =>
	sendsPush(form) || (actionOf(form) === 'sendEmail' && form._channels.length > 0);

export const usesLimit = (form: Form) => form._triggerType === 'capture' && form._limited;

export const isWatch = (form: Form) =>
	form._triggerType === 'capture' && form.trigger_device_type === 'conditional';

/** Whether people can be told before the language model has answered: not if they are asked first. */
export const canTellAtOnce = (form: Form) =>
	isWatch(form) && actionOf(form) === 'sendEmail' && !(form._approve && sendsMail(form));

/** The alert settings that apply to the chosen input and action. The editor shows no others. */
export function alertFieldsOf(form: Form): ReadonlySet<keyof AlertForm> {
	const tells = actionOf(form) === 'sendEmail';
	const fields: (keyof AlertForm)[] = ['_works'];
	if (tells && isWatch(form) && !form._limited) {
		fields.push('_tell', '_tellOver', '_tellTwice');
		if (form._tell === 'begin') fields.push('_tellAgainMinutes');
	}
	if (isWatch(form)) fields.push('_skipSame');
	if (tells) fields.push('_notify', '_leastMinutes');
	if (sendsMail(form)) fields.push('action_moreAddresses');
	// The customer chose the times of a schedule, so its mails are sent then, even in quiet hours.
	if (tells && form._triggerType !== 'schedule') {
		fields.push('_quiet');
		if (form._quiet === 'own') fields.push('_quietStart', '_quietEnd');
	}
	return new Set(fields);
}

/** The condition that the owner made for the chosen input; null if the prompt decides. */
export const ownCondition = ({ _condition, _triggerType }: Form): Condition | null =>
	_condition && fits(_condition, _triggerType) ? _condition : null;

/** The form as it would be saved. Empty lists and invalid hidden values keep what was saved before. */
export function settled(form: Form, before: Form): Form {
	const times = (key: '_schedule' | '_limitSchedule') => {
		const filled = filledTimes(form[key]);
		return filled.length > 0 ? filled : before[key];
	};
	const address = form.action_toAddress.trim();
	const fit = form._triggerType === 'email' || listedSenders(form).every(isSenderRule);
	const hidden = !sendsMail(form);
	return {
		...form,
		...settledAlerts(form, before, alertFieldsOf(form)),
		_schedule: times('_schedule'),
		_limitSchedule: times('_limitSchedule'),
		_actionType: actionOf(form),
		trigger_device_deviceID: form._triggerType === 'capture' ? form.trigger_device_deviceID : null,
		action_toAddress: hidden && address && !isEmail(address) ? before.action_toAddress : address,
		_allowedSenders: fit ? listedSenders(form).join(', ') : before._allowedSenders,
		_dailyCap: form._dailyCap.trim(),
		_fields: tidiedFields(form._fields),
		_condition: ownCondition(form),
	};
}

export const sameForm = (a: Form, b: Form) =>
	(Object.keys(a) as (keyof Form)[]).every((key) => same(a[key], b[key]));

export function isChanged(form: Form, saved: Saved, clock: LocalClock): boolean {
	const before = formOf(saved, clock);
	// An emptied list counts as a change, although it cannot be saved.
	return isEmptyList(form) || !sameForm(settled(form, before), settled(before, before));
}

/** Whether a list has no times. Such a form is never saved, even if the list is not in use. */
export const isEmptyList = (form: Form) =>
	filledTimes(form._schedule).length === 0 || filledTimes(form._limitSchedule).length === 0;

/** The request that saves the form. Unchanged times keep the zone they were entered in. */
export function editOf(form: Form, saved: Automation, clock: LocalClock): AutomationEdit {
	const before = formOf(saved, clock);
	const after = settled(form, before);
	const { _schedule, _limitSchedule } = after;
	const offset = offsetAt(clock.zone, clock.now);
	const stored = (times: string[]) => times.map((time) => utcTime(time, offset)).sort();
	const untouched = String(timesOf(after)) === String(timesOf(before));
	return {
		...after,
		...alertSettingsOf(after),
		action_toAddress: after.action_toAddress || null,
		...(untouched
			? {
					_schedule: saved._schedule,
					_limitSchedule: saved._limitSchedule,
					_quietStart: saved._quietStart,
					_quietEnd: saved._quietEnd,
					_zone: saved._zone,
					_utcOffset: saved._utcOffset,
				}
			: {
					_schedule: stored(_schedule),
					_limitSchedule: stored(_limitSchedule),
					_zone: clock.zone,
					_utcOffset: offset,
				}),
		_name: saved._name,
		_conditionChanged: after._condition !== null,
		_allowedSenders: listedSenders(after),
		_dailyCap: after._dailyCap ? Number(after._dailyCap) : null,
		_version: saved._version,
	};
}

/** All times in the automation's zone. */
const timesOf = ({ _schedule, _limitSchedule, _quietStart, _quietEnd }: Form) => [
	_schedule,
	_limitSchedule,
	_quietStart,
	_quietEnd,
];
