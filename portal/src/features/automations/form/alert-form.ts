import type { AlertSettings } from '@watchword/contract/alerts';
import { MORE_ADDRESSES_MAX, WAIT_MINUTES_MAX } from '@watchword/contract/constants';
import { isEmail } from '../../../lib/email.ts';

type Typed = '_tellAgainMinutes' | '_leastMinutes' | '_quietStart' | '_quietEnd' | 'action_moreAddresses';

/**
 * How and when an automation notifies people, as the editor shows it. Minutes, times and addresses are as typed. Empty means
 * never, none, or nobody else.
 */
export type AlertForm = Omit<AlertSettings, Typed> & Record<Typed, string>;

/** `shown` converts a time in the automation's zone to the customer's. */
export const alertFormOf = (saved: AlertSettings, shown: (time: string) => string): AlertForm => ({
	_tell: saved._tell,
	_tellAgainMinutes: String(saved._tellAgainMinutes ?? ''),
	_tellOver: saved._tellOver,
	_tellTwice: saved._tellTwice,
	_leastMinutes: String(saved._leastMinutes ?? ''),
	_quiet: saved._quiet,
	_quietStart: saved._quietStart === null ? '' : shown(saved._quietStart),
	_quietEnd: saved._quietEnd === null ? '' : shown(saved._quietEnd),
	_works: saved._works,
	action_moreAddresses: saved.action_moreAddresses.join(', '),
	_skipSame: saved._skipSame,
	_notify: saved._notify,
	_channels: saved._channels,
});

/** The typed minutes, or null if they cannot be saved. */
export function minutesOf(typed: string): number | null {
	const text = typed.trim();
	const minutes = Number(text);
	return /^\d+$/.test(text) && minutes >= 1 && minutes <= WAIT_MINUTES_MAX ? minutes : null;
}

/** The typed further recipients, each once and without the first one. */
export function listedAddresses({
	action_moreAddresses,
	action_toAddress,
}: Pick<AlertForm, 'action_moreAddresses'> & { action_toAddress: string }): string[] {
	const typed = action_moreAddresses.split(/[\s,;]+/).filter(Boolean);
	const once = new Map(typed.map((address) => [address.toLowerCase(), address]));
	once.delete(action_toAddress.trim().toLowerCase());
	return [...once.values()];
}

type Problems = Partial<Record<keyof AlertForm | 'action_toAddress', string>>;

export const hasOwnHours = ({ _quietStart, _quietEnd }: AlertForm) =>
	_quietStart !== '' && _quietEnd !== '' && _quietStart !== _quietEnd;

/** Why these settings cannot be saved, by field, visible or not. */
export function alertProblems(form: AlertForm & { action_toAddress: string }): Problems {
	const problems: Problems = {};
	if (form._notify === 'none' && form._channels.length === 0) problems._notify = 'Choose at least one way.';
	for (const key of ['_tellAgainMinutes', '_leastMinutes'] as const) {
		if (form[key].trim() && minutesOf(form[key]) === null) {
			problems[key] =
				`Enter whole minutes from 1 to ${WAIT_MINUTES_MAX.toLocaleString('en')}, or leave it empty.`;
		}
	}
	if (form._quiet === 'own' && !hasOwnHours(form)) {
		problems._quietStart =
			form._quietStart && form._quietEnd
				? 'The quiet hours begin and end at the same time.'
				: 'Enter when the quiet hours begin and end.';
	}
	const addresses = listedAddresses(form);
	const bad = addresses.find((address) => !isEmail(address));
	if (bad) problems.action_moreAddresses = `“${bad}” is not a complete email address.`;
	else if (addresses.length > MORE_ADDRESSES_MAX) {
		problems.action_moreAddresses = `There is room for ${MORE_ADDRESSES_MAX} further addresses.`;
	} else if (addresses.length > 0 && form.action_toAddress.trim() === '') {
		problems.action_toAddress = 'Enter the first recipient here. The others get the same mail.';
	}
	return problems;
}

/** As it would be saved. Hidden values that cannot be saved keep what was saved before. */
export function settledAlerts(
	form: AlertForm & { action_toAddress: string },
	before: AlertForm,
	inSight: ReadonlySet<string>,
): AlertForm {
	const problems = alertProblems(form);
	const kept = <K extends keyof AlertForm>(key: K, problem: string | undefined, value: AlertForm[K]) =>
		problem && !inSight.has(key) ? before[key] : value;
	const hours = problems._quietStart && !inSight.has('_quiet') ? before : form;
	return {
		...form,
		_tellAgainMinutes: kept('_tellAgainMinutes', problems._tellAgainMinutes, form._tellAgainMinutes.trim()),
		_leastMinutes: kept('_leastMinutes', problems._leastMinutes, form._leastMinutes.trim()),
		_quiet: hours._quiet,
		_quietStart: hours._quietStart,
		_quietEnd: hours._quietEnd,
		action_moreAddresses: kept(
			'action_moreAddresses',
			problems.action_moreAddresses,
			listedAddresses(form).join(', '),
		),
	};
}

export const alertSettingsOf = (form: AlertForm & { action_toAddress: string }): AlertSettings => ({
	_tell: form._tell,
	_tellAgainMinutes: minutesOf(form._tellAgainMinutes),
	_tellOver: form._tellOver,
	_tellTwice: form._tellTwice,
	_leastMinutes: minutesOf(form._leastMinutes),
	_quiet: form._quiet,
	_quietStart: form._quietStart || null,
	_quietEnd: form._quietEnd || null,
	_works: form._works,
	action_moreAddresses: listedAddresses(form),
	_skipSame: form._skipSame,
	_notify: form._notify,
	_channels: form._channels,
});
