import { conditionInWords } from '@watchword/contract/condition-words';
import { ACTION_NAMES, TRIGGER_NAMES } from '../../../product/names.ts';
import { fieldsInWords } from '../results/fields.ts';
import { type AlertForm, listedAddresses, minutesOf } from './alert-form.ts';
import { durationOf } from './alert-sentence.ts';
import {
	actionOf,
	alertFieldsOf,
	canTellAtOnce,
	type Form,
	filledTimes,
	isWatch,
	listedSenders,
	ownCondition,
	sendsMail,
	sendsPush,
	usesLimit,
} from './form.ts';
import { inWords } from './sentence.ts';

/** An automation to be compared: its form, and its name. */
export type Compared = Form & { _name: string };
export type Field = keyof Compared;
export type Difference = { field: Field; label: string; before: string; after: string };

export type Words = {
	device: (id: string | null) => string;
	time: (time: string) => string;
	/** The names of channels. */
	channels: (ids: readonly string[]) => string[];
};

export const WAY_NAMES = { mail: 'Mail', push: 'Push message to me' } as const;
export const TELL_NAMES = { begin: 'When it begins', every: 'Every time' } as const;
export const QUIET_NAMES = { account: 'As in my account', own: 'Its own', none: 'May wake me' } as const;
export const WORKS_NAMES = {
	always: 'Always',
	away: 'Only when I am away',
	home: 'Only when I am at home',
} as const;
export const TRIGGER_ON_NAMES = { conditional: 'Conditional', continuous: 'Continuous' } as const;

type Show = (of: Compared, words: Words) => string;
type Shown = {
	field: Field;
	label: string;
	show: Show;
	/** If set, only a change of one of these fields is a difference, not that the field became visible. */
	of?: readonly Field[];
};

/** Fields that form one choice. */
const PARTS: Partial<Record<Field, readonly Field[]>> = {
	_quiet: ['_quiet', '_quietStart', '_quietEnd'],
	_notify: ['_notify', '_channels'],
};

/** The fields with the editor's names. Fields that the editor would not show have no text. */
const FIELDS: Shown[] = [
	{ field: '_name', label: 'Name', show: (of) => of._name },
	{ field: '_triggerType', label: 'Input Type', show: (of) => TRIGGER_NAMES[of._triggerType] },
	{
		field: '_schedule',
		label: 'Schedule',
		show: (of, { time }) => (of._triggerType === 'schedule' ? timesOf(of._schedule, time) : ''),
	},
	{
		field: '_allowedSenders',
		label: 'Allowed senders',
		show: (of) => (of._triggerType === 'email' ? listedSenders(of).join(', ') : ''),
	},
	{
		field: 'trigger_device_deviceID',
		label: 'Device',
		show: (of, { device }) => (of._triggerType === 'capture' ? device(of.trigger_device_deviceID) : ''),
	},
	{
		field: 'trigger_device_type',
		label: 'Trigger On',
		show: (of) => (of._triggerType === 'capture' ? TRIGGER_ON_NAMES[of.trigger_device_type] : ''),
	},
	{
		field: '_burst',
		label: 'Pictures of each moment',
		show: (of) => (isWatch(of) ? String(of._burst) : ''),
		of: ['_burst'],
	},
	{
		field: '_firstLook',
		label: 'First look',
		show: (of) => (of._triggerType === 'capture' ? (of._firstLook ? 'The built-in model' : 'None') : ''),
		of: ['_firstLook'],
	},
	{
		field: '_atOnce',
		label: 'Tell me at once',
		show: (of) => (canTellAtOnce(of) ? yesOrNo(of._atOnce) : ''),
		of: ['_atOnce'],
	},
	{ field: 'action_prompt', label: 'Prompt', show: (of) => of.action_prompt },
	{
		field: '_condition',
		label: 'Watches for',
		show: conditionOf,
		of: ['_condition'],
	},
	{ field: '_fields', label: 'Fields', show: (of) => fieldsInWords(of._fields) },
	{
		field: '_limited',
		label: 'Limit Type',
		show: (of) => (of._triggerType === 'capture' ? (of._limited ? 'Limited' : 'Unlimited') : ''),
	},
	{
		field: '_limitSchedule',
		label: 'Run Limiting times',
		show: (of, { time }) => (usesLimit(of) ? timesOf(of._limitSchedule, time) : ''),
	},
	{ field: '_dailyCap', label: 'Runs a day at most', show: (of) => of._dailyCap.trim() || 'Any number' },
	{ field: '_actionType', label: 'Action Type', show: (of) => ACTION_NAMES[actionOf(of)] },
	{
		field: 'action_toAddress',
		label: 'To (Email Address)',
		show: (of) => (sendsMail(of) ? of.action_toAddress.trim() : ''),
	},
	{
		field: '_approve',
		label: 'Ask me before sending',
		show: (of) => (actionOf(of) === 'save' ? '' : yesOrNo(of._approve)),
		of: ['_approve'],
	},
	...alertFields({
		_notify: [
			'Tell by',
			(of, { channels }) =>
				inWords([
					...(sendsMail(of) ? [WAY_NAMES.mail] : []),
					...(sendsPush(of) ? [WAY_NAMES.push] : []),
					...channels(of._channels),
				]),
		],
		_tell: ['Tell me', (of) => TELL_NAMES[of._tell]],
		_tellAgainMinutes: ['Again while it lasts', (of) => minutesInWords(of._tellAgainMinutes, 'Never')],
		_tellOver: ['Tell me when it is over', (of) => yesOrNo(of._tellOver)],
		_tellTwice: ['Only if two captures in a row agree', (of) => yesOrNo(of._tellTwice)],
		_skipSame: ['Skip pictures that show nothing new', (of) => yesOrNo(of._skipSame)],
		_leastMinutes: ['Shortest time between two mails', (of) => minutesInWords(of._leastMinutes, 'None')],
		_quiet: [
			'Quiet hours',
			({ _quiet, _quietStart, _quietEnd }, { time }) =>
				_quiet === 'own' && _quietStart && _quietEnd
					? `${time(_quietStart)} to ${time(_quietEnd)}`
					: QUIET_NAMES[_quiet],
		],
		action_moreAddresses: ['Further recipients', (of) => listedAddresses(of).join(', ')],
		_works: ['Works', (of) => WORKS_NAMES[of._works]],
	}),
];

function alertFields(shown: Partial<Record<keyof AlertForm, [label: string, show: Show]>>): Shown[] {
	return Object.entries(shown).map(([name, [label, show]]) => {
		const field = name as keyof AlertForm;
		return {
			field,
			label,
			show: (of, words) => (alertFieldsOf(of).has(field) ? show(of, words) : ''),
			of: PARTS[field] ?? [field],
		};
	});
}

function conditionOf(form: Form): string {
	const own = ownCondition(form);
	return own ? conditionInWords(own, form._triggerType) || 'Nothing' : 'What the prompt says';
}

const yesOrNo = (value: boolean) => (value ? 'Yes' : 'No');

function minutesInWords(typed: string, none: string): string {
	const minutes = minutesOf(typed);
	return minutes === null ? typed.trim() || none : durationOf(minutes);
}

const timesOf = (rows: string[], time: Words['time']) => inWords(filledTimes(rows).map(time));

/** The fields that differ, with their values as text. */
export function differences(before: Compared, after: Compared, words: Words): Difference[] {
	return FIELDS.filter(({ of }) => !of || of.some((field) => before[field] !== after[field]))
		.map(({ field, label, show }) => ({
			field,
			label,
			before: show(before, words),
			after: show(after, words),
		}))
		.filter((pair) => pair.before !== pair.after);
}
