import type { Presence } from '@watchword/contract/alerts';
import type { Rest } from '../../../product/rest.ts';
import type { Hours } from '../sections/use-account-alerts.ts';
import { hasOwnHours, listedAddresses, minutesOf } from './alert-form.ts';
import { actionOf, alertFieldsOf, type Form, sendsMail, sendsMessage } from './form.ts';

export type AlertWords = {
	/** The quiet hours of the account, if it has any. */
	accountHours: Hours | null;
	presence: Presence;
	rest: Rest | null;
	/** A time of day in the customer's format. */
	time: (time: string) => string;
};

/** The settings under "When to tell me" as a sentence. */
export function alertSentence(form: Form, words: AlertWords): string {
	const told = [
		tellsOf(form),
		...(isTold(form) ? [form._approve && 'after asking you', leastOf(form), quietOf(form, words)] : []),
	];
	return [restOf(words), `${told.filter(Boolean).join(', ')}.`, worksOf(form, words)]
		.filter(Boolean)
		.join(' ');
}

function restOf({ rest }: AlertWords): string {
	if (!rest) return '';
	return rest.state === 'paused'
		? 'Paused, so it does nothing until you resume it.'
		: `${rest.words}, so it tells nobody until then.`;
}

const isTold = (form: Form) => sendsMessage(form) || (sendsMail(form) && form.action_toAddress.trim() !== '');

function tellsOf(form: Form): string {
	const action = actionOf(form);
	if (action === 'replyToEmail') return 'Answers the sender and tells nobody else';
	if (action === 'save') return 'Saves every time and tells nobody';
	if (!isTold(form))
		return sendsMail(form)
			? 'Tells nobody until you enter an address'
			: 'Tells nobody until you choose how to be told';
	const all = sendsMail(form) ? listedAddresses(form).length + 1 : 1;
	const tells = all === 1 ? 'Tells you' : `Tells all ${all} recipients`;
	if (!alertFieldsOf(form).has('_tell')) {
		const isContinuous = form._triggerType === 'capture' && form.trigger_device_type === 'continuous';
		return isContinuous && !form._limited ? `${tells} at every capture` : `${tells} every time`;
	}
	const again = form._tell === 'begin' ? minutesOf(form._tellAgainMinutes) : null;
	return [
		form._tell === 'begin' ? `${tells} once when it begins` : `${tells} at every capture that shows it`,
		again !== null && `again every ${spanOf(again)} while it lasts`,
		form._tellOver && 'and when it is over',
		form._tellTwice && 'only if two captures in a row agree',
	]
		.filter(Boolean)
		.join(', ');
}

function leastOf(form: Form): string {
	const least = minutesOf(form._leastMinutes);
	if (least === null) return '';
	return `at most one ${sendsMessage(form) ? 'message' : 'mail'} every ${spanOf(least)}`;
}

function quietOf(form: Form, { accountHours, time }: AlertWords): string {
	if (!alertFieldsOf(form).has('_quiet')) return '';
	const between = ({ start, end }: Hours) => `never between ${time(start)} and ${time(end)}`;
	if (form._quiet === 'own') {
		return hasOwnHours(form)
			? between({ start: form._quietStart, end: form._quietEnd })
			: 'never in the hours you choose';
	}
	if (!accountHours) return '';
	return form._quiet === 'none'
		? 'also in the quiet hours of your account'
		: `${between(accountHours)} (the quiet hours of your account)`;
}

function worksOf({ _works }: Form, { presence }: AlertWords): string {
	if (_works === 'always') return '';
	const place = { away: 'away', home: 'at home' };
	const works = `Works only while you are ${place[_works]}`;
	return presence === _works ? `${works}, as you are now.` : `${works}; you are ${place[presence]} now.`;
}

const DAY = 24 * 60;

/** For "every …": "hour", "2 hours", "90 minutes". */
function spanOf(minutes: number): string {
	const [count, unit] =
		minutes % DAY === 0
			? [minutes / DAY, 'day']
			: minutes % 60 === 0
				? [minutes / 60, 'hour']
				: [minutes, 'minute'];
	return count === 1 ? unit : `${count} ${unit}s`;
}

/** "1 hour", "90 minutes" */
export const durationOf = (minutes: number) => spanOf(minutes).replace(/^\D/, '1 $&');
