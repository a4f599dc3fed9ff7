import { expect, test } from 'vitest';
import type { z } from 'zod';
import { automationEdit, automationName, automationStart } from './automation.ts';
import { purchase } from './billing.ts';
import { deviceEdit } from './device.ts';
import { NEW_AUTOMATION } from './new-automation.ts';

/** The rules of the specification's section 5 as the server has them, whatever a client checks before. */
const edit = (change: object) => ({ ...NEW_AUTOMATION, _version: 1, ...change });
const windows = (change: object) => ({
	...{ desc: '', capture_window_start: '08:00', capture_window_end: '17:00' },
	...{ light_window_start: '18:00', light_window_end: '06:00', ...change },
});
const buy = (amount: unknown) => ({ userId: 'a'.repeat(20), amount });

const ROWS: [what: string, schema: z.ZodType, body: object, problem: string | null][] = [
	['an automation as it is', automationEdit, edit({}), null],
	...['', '   ', '\u200b'].flatMap((_name): typeof ROWS => [
		[`a name of ${JSON.stringify(_name)}`, automationName, { _name }, '_name: must not be blank'],
		[
			`a save with the name ${JSON.stringify(_name)}`,
			automationEdit,
			edit({ _name }),
			'_name: must not be blank',
		],
		[`a new one called ${JSON.stringify(_name)}`, automationStart, { _name }, '_name: must not be blank'],
	]),
	['no time', automationEdit, edit({ _schedule: [] }), '_schedule: needs at least one time'],
	['no limit time', automationEdit, edit({ _limitSchedule: [] }), '_limitSchedule: needs at least one time'],
	[
		'a reply to a time',
		automationEdit,
		edit({ _triggerType: 'schedule', _actionType: 'replyToEmail' }),
		'_actionType: only an email can be replied to',
	],
	[
		'a watch without a device',
		automationEdit,
		edit({ _triggerType: 'capture' }),
		'trigger_device_deviceID: needs a device to watch',
	],
	['a device without a description', deviceEdit, windows({}), null],
	[
		'a window that ends as it begins',
		deviceEdit,
		windows({ capture_window_end: '08:00' }),
		'capture_window_end: Capture window start cannot be the same as capture window end.',
	],
	[
		'a flashlight window that ends as it begins',
		deviceEdit,
		windows({ light_window_end: '18:00' }),
		'light_window_end: Flashlight window start cannot be the same as capture window end.',
	],
	...[5, 100].map((amount): (typeof ROWS)[number] => [`$${amount}`, purchase, buy(amount), null]),
	...[4, 101, 5.5, -5].map((amount): (typeof ROWS)[number] => [
		`$${amount}`,
		purchase,
		buy(amount),
		'amount: Amount must be between $5 and $100 in $1 increments.',
	]),
	['an amount in letters', purchase, buy('5'), 'amount: Please enter a valid number.'],
];

test('what breaks a rule is refused, with the reason', () => {
	for (const [what, schema, body, problem] of ROWS) {
		const [issue] = schema.safeParse(body).error?.issues ?? [];
		expect(issue ? `${issue.path.join('.')}: ${issue.message}` : null, what).toBe(problem);
	}
});
