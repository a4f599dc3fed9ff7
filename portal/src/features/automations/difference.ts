import { ACTION_NAMES, TRIGGER_NAMES } from '../../lib/names.ts';
import { actionOf, type Form, filledTimes, usesLimit } from './form.ts';
import { inWords } from './sentence.ts';

/** An automation to be compared: its form, and its name. */
export type Compared = Form & { _name: string };
export type Field = keyof Compared;
export type Difference = { field: Field; label: string; before: string; after: string };

export type Words = {
	device: (id: string | null) => string;
	time: (time: string) => string;
};

export const TRIGGER_ON_NAMES = { conditional: 'Conditional', continuous: 'Continuous' } as const;

/** The fields as the editor names them; what the editor would not show has no words. */
const FIELDS: { field: Field; label: string; show: (of: Compared, words: Words) => string }[] = [
	{ field: '_name', label: 'Name', show: (of) => of._name },
	{ field: '_triggerType', label: 'Input Type', show: (of) => TRIGGER_NAMES[of._triggerType] },
	{
		field: '_schedule',
		label: 'Schedule',
		show: (of, { time }) => (of._triggerType === 'schedule' ? timesOf(of._schedule, time) : ''),
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
	{ field: 'action_prompt', label: 'Prompt', show: (of) => of.action_prompt },
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
	{ field: '_dailyCap', label: 'Most runs a day', show: (of) => of._dailyCap.trim() || 'Any number' },
	{ field: '_actionType', label: 'Action Type', show: (of) => ACTION_NAMES[actionOf(of)] },
	{
		field: 'action_toAddress',
		label: 'To (Email Address)',
		show: (of) => (actionOf(of) === 'sendEmail' ? of.action_toAddress.trim() : ''),
	},
];

const timesOf = (rows: string[], time: Words['time']) => inWords(filledTimes(rows).map(time));

/** Field by field, what is not the same, in words. */
export function differences(before: Compared, after: Compared, words: Words): Difference[] {
	return FIELDS.map(({ field, label, show }) => ({
		field,
		label,
		before: show(before, words),
		after: show(after, words),
	})).filter((pair) => pair.before !== pair.after);
}

/** The fields taken from `mine` laid over `theirs`. */
export function merged(mine: Form, theirs: Form, fromMine: ReadonlySet<Field>): Form {
	const taken = Object.entries(mine).filter(([field]) => fromMine.has(field as Field));
	return { ...theirs, ...Object.fromEntries(taken) };
}
