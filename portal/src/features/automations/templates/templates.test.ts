import { automationStart } from '@watchword/contract/automation';
import { NEW_AUTOMATION } from '@watchword/contract/new-automation';
import { describe, expect, test } from 'vitest';
import { missingOf, problemsOf } from '../form/check.ts';
import { formOf } from '../form/form.ts';
import { startFrom, TEMPLATES } from './templates.ts';

const clock = { zone: 'Australia/Sydney', now: new Date('2026-01-15T12:00Z') };
const filling = { clock, email: 'me@example.com', device: 'a'.repeat(20), sendsMail: true };

test('blank is the default automation, at noon on the customer’s own clock', () => {
	const start = automationStart.parse(startFrom(null, filling));
	expect(start).toEqual({
		...NEW_AUTOMATION,
		_schedule: ['01:00'],
		_limitSchedule: ['01:00'],
		_zone: 'Australia/Sydney',
		_utcOffset: 660,
	});
	expect(formOf({ ...start, _dailyCap: null, _allowedSenders: [] }, clock)._schedule).toEqual(['12:00']);
});

test('without a mail server, what is told comes by push', () => {
	const without = { ...filling, sendsMail: false };
	expect(startFrom(null, without)._notify).toBe('both');
	for (const template of TEMPLATES) expect(startFrom(template, without)._notify).toBe('push');
});

describe.each(TEMPLATES)('$name', (template) => {
	test('is complete: the server accepts it, and the editor finds nothing missing', () => {
		const start = automationStart.parse(startFrom(template, filling));
		const form = formOf({ ...start, _dailyCap: null, _allowedSenders: [] }, clock);
		expect({ ...problemsOf(form), ...missingOf(form) }).toEqual({});
		expect(start._triggerType === 'capture').toBe(template.needsDevice ?? false);
		for (const key of ['_schedule', '_limitSchedule'] as const) {
			expect(form[key]).toEqual(template.settings[key] ?? ['12:00']);
		}
	});
});
