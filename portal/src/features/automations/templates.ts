import type { AutomationStart } from '@watchword/contract/automation';
import { DEFAULT_SCHEDULE_TIME } from '@watchword/contract/constants';
import { offsetAt, utcTime } from '@watchword/contract/schedule';
import type { Place } from './form.ts';

export type Template = {
	name: string;
	/** The job it does, in a line. */
	about: string;
	needsDevice?: true;
	settings: AutomationStart;
};

/** What a template is filled in with: where the customer is, their address, and the device it watches. */
type Filling = { place: Place; email: string | null; device: string | null };

/** Times are the customer's own; they are stored when a template is used. */
export const TEMPLATES: Template[] = [
	{
		name: 'Person at the door at night',
		about: 'Emails you when someone stands there after dark.',
		needsDevice: true,
		settings: {
			_triggerType: 'capture',
			trigger_device_type: 'conditional',
			_actionType: 'sendEmail',
			action_prompt:
				'It is dark outside and a person is at the door or walking up to it.\n\nIf so, tell me how many people there are, what they wear or carry, and what they are doing.',
		},
	},
	{
		name: 'Parcel delivered',
		about: 'Emails you when something was left at the door.',
		needsDevice: true,
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
			action_prompt:
				'A cat or a dog is on the sofa.\n\nIf so, say which of them, and whether it looks guilty.',
		},
	},
	{
		name: 'Picture diary',
		about: 'Keeps a description of the view, morning and evening.',
		needsDevice: true,
		settings: {
			_triggerType: 'capture',
			trigger_device_type: 'continuous',
			_limited: true,
			_limitSchedule: ['08:00', '18:00'],
			_actionType: 'save',
			action_prompt:
				'Describe what the camera sees in three sentences: light and weather, then people, animals and vehicles, then anything unusual.',
		},
	},
	{
		name: 'Bin day reminder',
		about: 'Reminds you the evening before the bins are collected.',
		settings: {
			_triggerType: 'schedule',
			_schedule: ['19:00'],
			_actionType: 'sendEmail',
			action_prompt:
				'The bins are collected on Tuesdays. If tomorrow is a Tuesday, remind me in one friendly sentence to put them out tonight.',
		},
	},
	{
		name: 'Invoice inbox',
		about: 'Answers a forwarded invoice with its figures.',
		settings: {
			_triggerType: 'email',
			_actionType: 'replyToEmail',
			action_prompt:
				'This email holds an invoice. List: who sent it, the invoice number, its date, when it is due, the net amount, the tax and the total with its currency.\n\nQuote every figure exactly as it stands there, and write "not stated" for what is missing.',
		},
	},
	{
		name: 'Customer mail triage',
		about: 'Sends you what a customer wants, how urgent it is, and a draft answer.',
		settings: {
			_triggerType: 'email',
			_actionType: 'sendEmail',
			action_prompt:
				'Read this email from a customer. Say in one line what they want. Say how urgent it is: today, this week, or whenever, and why.\n\nThen draft a short and friendly answer that I can send as it is.',
		},
	},
];

export function startFrom(template: Template | null, { place, email, device }: Filling): AutomationStart {
	const offset = offsetAt(place.zone, place.now);
	const stored = (times: string[]) => times.map((time) => utcTime(time, offset)).sort();
	const {
		_schedule = [DEFAULT_SCHEDULE_TIME],
		_limitSchedule = [DEFAULT_SCHEDULE_TIME],
		...rest
	} = template?.settings ?? {};
	return {
		...(template && { _name: template.name, action_toAddress: email }),
		...rest,
		...(template?.needsDevice && { trigger_device_deviceID: device }),
		_schedule: stored(_schedule),
		_limitSchedule: stored(_limitSchedule),
		_zone: place.zone,
		_utcOffset: offset,
	};
}
