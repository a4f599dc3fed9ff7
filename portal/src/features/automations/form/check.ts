import {
	ALLOWED_SENDERS_MAX,
	DAILY_CAP_MAX,
	DEFAULT_PROMPT,
	PROMPT_MAX_LENGTH,
	SCHEDULE_MAX_TIMES,
} from '@watchword/contract/constants';
import type { Device } from '@watchword/contract/device';
import { isSenderRule } from '@watchword/contract/mailbox';
import { isEmail } from '../../../lib/email.ts';
import { isNothing } from '../condition/edit.ts';
import { fieldsProblem } from '../results/fields.ts';
import { type AlertForm, alertProblems } from './alert-form.ts';
import {
	alertFieldsOf,
	type Form,
	filledTimes,
	listedSenders,
	ownCondition,
	sendsMail,
	sendsMessage,
} from './form.ts';

export type Notes = Partial<Record<keyof Form, string>>;

/** Why the form cannot be saved, by field. Until the devices are loaded, any device counts as valid. */
export function problemsOf(form: Form, devices?: readonly Pick<Device, 'id'>[]): Notes {
	const problems: Notes = {};
	listProblem(form._schedule, '_schedule', problems);
	listProblem(form._limitSchedule, '_limitSchedule', problems);
	const device = form.trigger_device_deviceID;
	if (form._triggerType === 'capture' && !device) {
		problems.trigger_device_deviceID = 'Choose the device to watch.';
	} else if (form._triggerType === 'capture' && devices?.every(({ id }) => id !== device)) {
		problems.trigger_device_deviceID = 'This device is not there any more. Choose the device to watch.';
	}
	const address = form.action_toAddress.trim();
	if (sendsMail(form) && address && !isEmail(address)) {
		problems.action_toAddress = 'This is not one complete email address.';
	}
	if (form.action_prompt.length > PROMPT_MAX_LENGTH) {
		const length = form.action_prompt.length.toLocaleString('en');
		problems.action_prompt = `A prompt may have ${PROMPT_MAX_LENGTH.toLocaleString('en')} characters; this one has ${length}.`;
	}
	if (form._triggerType === 'email') {
		const senders = listedSenders(form);
		const bad = senders.find((sender) => !isSenderRule(sender));
		if (bad) problems._allowedSenders = `“${bad}” is neither an address nor a domain such as @example.com.`;
		else if (senders.length > ALLOWED_SENDERS_MAX)
			problems._allowedSenders = `There is room for ${ALLOWED_SENDERS_MAX} senders.`;
	}
	const own = ownCondition(form);
	if (own && isNothing(own)) problems._condition = 'Add at least one part, or read the prompt again.';
	const fields = fieldsProblem(form._fields);
	if (fields) problems._fields = fields;
	const cap = form._dailyCap.trim();
	if (cap && !(/^\d+$/.test(cap) && Number(cap) >= 1 && Number(cap) <= DAILY_CAP_MAX)) {
		problems._dailyCap = `Enter a whole number from 1 to ${DAILY_CAP_MAX.toLocaleString('en')}, or leave it empty.`;
	}
	return { ...alertProblemsInSight(form), ...problems };
}

function alertProblemsInSight(form: Form): Notes {
	const inSight = alertFieldsOf(form);
	const problems = Object.entries(alertProblems(form)).filter(([field]) =>
		// A missing first recipient is reported if the field for the others is visible.
		inSight.has((field === 'action_toAddress' ? 'action_moreAddresses' : field) as keyof AlertForm),
	);
	return Object.fromEntries(problems);
}

function listProblem(rows: string[], key: '_schedule' | '_limitSchedule', problems: Notes) {
	const times = filledTimes(rows).length;
	if (times === 0) problems[key] = 'It needs at least one time.';
	if (times > SCHEDULE_MAX_TIMES) problems[key] = `A day has room for ${SCHEDULE_MAX_TIMES} times.`;
}

/** Problems that can be saved but leave the automation without effect. */
export function missingOf(form: Form): Notes {
	const missing: Notes = {};
	const prompt = form.action_prompt.trim();
	if (prompt === '' || prompt === DEFAULT_PROMPT) {
		missing.action_prompt = 'Say in your own words what to look for and what to tell you.';
	}
	if (sendsMail(form) && form.action_toAddress.trim() === '') {
		missing.action_toAddress = sendsMessage(form)
			? 'Without an address no email can be sent.'
			: 'Without an address nothing can be sent.';
	}
	return missing;
}
