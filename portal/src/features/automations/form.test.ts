import type { Automation } from '@watchword/contract/automation';
import { describe, expect, test } from 'vitest';
import { actionOf, editOf, type Form, formOf, isChanged, sortedRows } from './form.ts';

const saved: Automation = {
	id: 'a'.repeat(20),
	_owner: 'b'.repeat(20),
	_name: 'Morning',
	_triggerType: 'schedule',
	_schedule: ['05:30', '22:30'],
	_actionType: 'sendEmail',
	_limited: false,
	_limitSchedule: ['10:00'],
	trigger_device_deviceID: null,
	trigger_device_type: 'conditional',
	action_prompt: 'Say hello',
	action_toAddress: 'ops@example.com',
	_zone: 'Europe/Berlin',
	_utcOffset: 120,
	_dailyCap: null,
	_version: 4,
	_deleted: false,
	runs: [],
};
const winter = { zone: 'Europe/Berlin', now: new Date('2026-01-15T12:00Z') };
const newYork = { zone: 'America/New_York', now: new Date('2026-01-15T12:00Z') };
const form = (change: Partial<Form> = {}): Form => ({ ...formOf(saved, winter), ...change });

describe('times', () => {
	test('entered in summer show the same in winter, sorted by the customer’s own clock', () => {
		expect(formOf(saved, winter)._schedule).toEqual(['00:30', '07:30']);
	});

	test('show on the clock of whoever looks from elsewhere', () => {
		expect(formOf(saved, newYork)._schedule).toEqual(['01:30', '18:30']);
	});

	test('nobody touched keep their zone and offset, also from elsewhere', () => {
		for (const place of [winter, newYork]) {
			const edit = editOf({ ...formOf(saved, place), action_prompt: 'New' }, saved, place);
			expect(edit).toMatchObject({
				_schedule: ['05:30', '22:30'],
				_zone: 'Europe/Berlin',
				_utcOffset: 120,
				action_prompt: 'New',
				_version: 4,
			});
		}
	});

	test('that were touched are stored anew with the zone and offset of now', () => {
		const edit = editOf(form({ _schedule: ['09:00', '', '07:30', '07:30'] }), saved, winter);
		expect(edit).toMatchObject({ _schedule: ['06:30', '08:00'], _utcOffset: 60, _limitSchedule: ['11:00'] });
		expect(formOf({ ...saved, ...edit, _dailyCap: null }, winter)._schedule).toEqual(['07:30', '09:00']);
	});

	test('rows sort around the blank ones', () => {
		expect(sortedRows(['12:00', '', '07:00', '09:30'])).toEqual(['07:00', '', '09:30', '12:00']);
	});
});

describe('what is saved', () => {
	test('a reply needs an email; the choice is remembered for when it comes back', () => {
		const reply = form({ _triggerType: 'email', _actionType: 'replyToEmail' });
		expect(actionOf(reply)).toBe('replyToEmail');
		expect(actionOf({ ...reply, _triggerType: 'capture' })).toBe('sendEmail');
	});

	test('a device goes along only with captures, an address without its spaces', () => {
		const device = 'c'.repeat(20);
		const typed = form({ trigger_device_deviceID: device, action_toAddress: ' a@example.com ' });
		expect(editOf(typed, saved, winter)).toMatchObject({
			trigger_device_deviceID: null,
			action_toAddress: 'a@example.com',
		});
		const capture = editOf({ ...typed, _triggerType: 'capture', action_toAddress: '' }, saved, winter);
		expect(capture).toMatchObject({ trigger_device_deviceID: device, action_toAddress: null });
	});

	test('what is out of sight and unfit stays as it was', () => {
		const hidden = form({
			_triggerType: 'email',
			_schedule: [''],
			_actionType: 'save',
			action_toAddress: 'half@',
		});
		expect(editOf(hidden, saved, winter)).toMatchObject({
			_schedule: ['05:30', '22:30'],
			action_toAddress: 'ops@example.com',
		});
	});
});

describe('changed', () => {
	test.each<[Partial<Form>, boolean]>([
		[{}, false],
		[{ _schedule: ['07:30', '', '00:30'] }, false],
		[{ trigger_device_deviceID: 'c'.repeat(20) }, false],
		[{ action_toAddress: 'ops@example.com ' }, false],
		[{ action_prompt: 'Say hello.' }, true],
		[{ _schedule: [''] }, true],
		[{ _schedule: ['07:30'] }, true],
		[{ _triggerType: 'email' }, true],
		[{ action_toAddress: '' }, true],
	])('%j: %s', (change, expected) => {
		expect(isChanged(form(change), saved, winter)).toBe(expected);
	});
});
