import type { WholeSettings } from '@watchword/contract/automation';
import { DEFAULT_SCHEDULE_TIME } from '@watchword/contract/constants';
import { offsetAt, utcTime } from '@watchword/contract/schedule';
import type { LocalClock } from '../../../lib/time.ts';

export type Template = {
	name: string;
	/** The job it does, in a line. */
	about: string;
	needsDevice?: true;
	/** It asks for more than the built-in model can judge, whose runs would end with "cannot tell". */
	needsLanguageModel?: true;
	settings: Start;
};

/** The initial settings of a new automation; the others have their defaults. */
export type Start = Partial<Omit<WholeSettings, '_dailyCap'>>;

/** The values for a template: the customer's time zone, address, the device to watch, and whether there is a mail server. */
type Filling = { clock: LocalClock; email: string | null; device: string | null; sendsMail: boolean };

/** Times are in the customer's zone; they are converted when a template is used. */
export const TEMPLATES: Template[] = [
	{
		name: 'Somebody at the door',
		about: 'Tells you when someone comes, with the picture.',
		needsDevice: true,
		settings: {
			_triggerType: 'capture',
			trigger_device_type: 'conditional',
			_actionType: 'sendEmail',
			action_prompt: 'Tell me when there is a person.',
		},
	},
	{
		name: 'Person at the door at night',
		about: 'Tells you when someone stands there at night.',
		needsDevice: true,
		settings: {
			_triggerType: 'capture',
			trigger_device_type: 'conditional',
			_actionType: 'sendEmail',
			action_prompt: 'Tell me when there is a person between 21:00 and 06:00.',
			// It watches only at night, when quiet hours would hold its mails until the morning.
			_quiet: 'none',
		},
	},
	{
		name: 'Parcel delivered',
		about: 'Tells you when something was left at the door.',
		needsDevice: true,
		needsLanguageModel: true,
		settings: {
			_triggerType: 'capture',
			trigger_device_type: 'conditional',
			_actionType: 'sendEmail',
			action_prompt:
				'A parcel, a box or a bag stands at the door and nobody is holding it.\n\nIf so, say where it stands, how big it is, and whether rain could reach it.',
		},
	},
	{
		name: 'Pet on the sofa',
		about: 'Catches the cat or the dog where it should not be.',
		needsDevice: true,
		settings: {
			_triggerType: 'capture',
			trigger_device_type: 'conditional',
			_limited: true,
			_limitSchedule: ['09:00', '12:00', '15:00', '18:00'],
			_actionType: 'sendEmail',
			action_prompt: 'Tell me when a cat or a dog is on the sofa.',
		},
	},
	{
		name: 'Picture diary',
		about: 'Keeps a list of what the camera sees, morning and evening.',
		needsDevice: true,
		settings: {
			_triggerType: 'capture',
			trigger_device_type: 'continuous',
			_limited: true,
			_limitSchedule: ['08:00', '18:00'],
			_actionType: 'save',
			action_prompt: 'List what is in the picture.',
		},
	},
	{
		name: 'Bin day reminder',
		about: 'Reminds you the evening before the bins are collected.',
		settings: {
			_triggerType: 'schedule',
			_schedule: ['19:00'],
			_actionType: 'sendEmail',
			action_prompt: 'Every Monday, remind me to put the bins out.',
		},
	},
	{
		name: 'Invoice inbox',
		about: 'Answers a forwarded invoice with its figures.',
		settings: {
			_triggerType: 'email',
			_actionType: 'replyToEmail',
			action_prompt: 'If it mentions an invoice, extract the invoice number, the due date and the total.',
		},
	},
	{
		name: 'Mail into a table',
		about: 'Makes a table of your invoices: supplier, number, amount and due date.',
		settings: {
			_triggerType: 'email',
			_actionType: 'save',
			action_prompt: 'If it mentions an invoice, extract the invoice number, the due date and the total.',
			_fields: [
				{ id: 'supplier', name: 'Supplier', type: 'text', choices: [] },
				{ id: 'invoicen', name: 'Invoice number', type: 'text', choices: [] },
				{ id: 'amountxx', name: 'Amount', type: 'amount', choices: [] },
				{ id: 'duedatex', name: 'Due date', type: 'date', choices: [] },
			],
		},
	},
	{
		name: 'Customer mail triage',
		about: 'Sends you what a customer wants, how urgent it is, and a draft answer.',
		needsLanguageModel: true,
		settings: {
			_triggerType: 'email',
			_actionType: 'sendEmail',
			action_prompt:
				'Read this email from a customer. Say in one line what they want. Say how urgent it is: today, this week, or whenever, and why.\n\nThen draft a short and friendly answer that I can send as it is.',
		},
	},
];

export function startFrom(template: Template | null, { clock, email, device, sendsMail }: Filling): Start {
	const offset = offsetAt(clock.zone, clock.now);
	const stored = (times: string[]) => times.map((time) => utcTime(time, offset)).sort();
	const {
		_schedule = [DEFAULT_SCHEDULE_TIME],
		_limitSchedule = [DEFAULT_SCHEDULE_TIME],
		...rest
	} = template?.settings ?? {};
	return {
		...(template && { _name: template.name, action_toAddress: email }),
		...rest,
		// One that was begun without a template may still be given an address.
		...(!sendsMail && { _notify: template ? 'push' : 'both' }),
		...(template?.needsDevice && { trigger_device_deviceID: device }),
		_schedule: stored(_schedule),
		_limitSchedule: stored(_limitSchedule),
		_zone: clock.zone,
		_utcOffset: offset,
	};
}
