import { expect, test } from 'vitest';
import type { Form } from './form.ts';
import { sentenceOf } from './sentence.ts';
import { CAPTURE_FORM } from './testing.ts';

const form = CAPTURE_FORM;

test.each<[Partial<Form>, string]>([
	[{}, 'When Front gate sends a capture and the condition is met, email ops@example.com.'],
	[
		{ trigger_device_type: 'continuous', _actionType: 'save' },
		'Whenever Front gate sends a capture, save the result to storage.',
	],
	[
		{ _limited: true, _limitSchedule: ['18:00', '', '07:00'] },
		'With the first capture of Front gate on or after 07:00 and 18:00 each day, if the condition is met, email ops@example.com.',
	],
	[
		{ _limited: true, trigger_device_type: 'continuous' },
		'With the first capture of Front gate on or after 12:00 each day, email ops@example.com.',
	],
	[{ _triggerType: 'email', _actionType: 'replyToEmail' }, 'When an email arrives, reply to its sender.'],
	[
		{ _triggerType: 'email', _actionType: 'replyToEmail', _approve: true },
		'When an email arrives, reply to its sender, after asking you.',
	],
	[
		{ _approve: true },
		'When Front gate sends a capture and the condition is met, email ops@example.com, after asking you.',
	],
	[
		{ _triggerType: 'email', action_toAddress: ' ' },
		'When an email arrives, send an email, once you say to whom.',
	],
	[
		{ _triggerType: 'schedule', _schedule: ['07:00', '12:00', '18:30'] },
		'Every day at 07:00, 12:00 and 18:30, email ops@example.com.',
	],
	[{ _triggerType: 'schedule', _schedule: [''] }, 'Every day at a time you choose, email ops@example.com.'],
	[
		{ _triggerType: 'schedule', _schedule: ['01:00', '02:00', '03:00', '04:00', '05:00'] },
		'Every day 5 times, email ops@example.com.',
	],
	[{ _notify: 'push' }, 'When Front gate sends a capture and the condition is met, send you a push message.'],
	[
		{ _notify: 'both', _triggerType: 'email' },
		'When an email arrives, email ops@example.com and send you a push message.',
	],
	[
		{ _notify: 'both', _triggerType: 'email', action_toAddress: '' },
		'When an email arrives, send you a push message, and send an email, once you say to whom.',
	],
	[
		{ _notify: 'both', _approve: true, _triggerType: 'email' },
		'When an email arrives, email ops@example.com, after asking you.',
	],
	[
		{ _notify: 'none', _channels: ['a'] },
		'When Front gate sends a capture and the condition is met, send a message to Family.',
	],
	[
		{ _notify: 'both', _channels: ['a'], _triggerType: 'email' },
		'When an email arrives, email ops@example.com, send you a push message and send a message to Family.',
	],
	[{ _notify: 'none', _triggerType: 'email' }, 'When an email arrives, tell you, once you say how.'],
	// Reply is not offered here, and is not said either.
	[{ _triggerType: 'schedule', _actionType: 'replyToEmail' }, 'Every day at 12:00, email ops@example.com.'],
])('%j', (change, sentence) => {
	expect(
		sentenceOf({ ...form, ...change }, { device: 'Front gate', channels: ['Family'], time: (time) => time }),
	).toBe(sentence);
});

test('a device that is not chosen yet', () => {
	expect(sentenceOf(form, { device: null, channels: [], time: (time) => time })).toBe(
		'When a device you choose sends a capture and the condition is met, email ops@example.com.',
	);
});
