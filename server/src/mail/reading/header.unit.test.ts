import { expect, test } from 'vitest';
import { parseMessage } from './message.ts';

const read = (raw: string) =>
	parseMessage(Buffer.from(raw, 'latin1'), 'a@b.example', {
		mailDomain: 'x.example',
		mailAddress: '{id}@x.example',
		from: 'portal@x.example',
	});

test.each([
	['with carriage returns doubled', 'Subject: Hi\r\r\nTo: a\r\r\n\r\r\nThe alarm\r\r\n', 'The alarm'],
	['with carriage returns alone', 'Subject: Hi\rTo: a\r\rThe alarm\rBye', 'The alarm\nBye'],
	['without an empty line', 'To: a\r\nSubject: Hi\r\nThe alarm: on\r\nBye', 'The alarm: on\r\nBye'],
	['with the empty line too late', 'Subject: Hi\r\nThe alarm\r\n\r\nBye', 'The alarm\r\n\r\nBye'],
	['with a space in the empty line', 'To: a\r\nSubject: Hi\r\n \r\nNote: The alarm', 'Note: The alarm'],
	['with an empty fold', 'To: a\r\n \r\nSubject: Hi\r\n\r\nThe alarm', 'The alarm'],
	['with a line of a mail folder', 'From ann Mon Nov 17\r\nSubject: Hi\r\n\r\nThe alarm', 'The alarm'],
	['with a line that is no field', 'To: a\r\nX Own: 1\r\nSubject: Hi\r\n\r\nThe alarm', 'The alarm'],
	[
		'with a long fold',
		`To: a\r\n${' '.repeat(300)}b\r\nOther: c\r\nSubject: Hi\r\n\r\nThe alarm`,
		'The alarm',
	],
])('the header of a mail %s ends where its body begins', (_what, raw, text) => {
	const { trigger_text, trigger_subject, trigger_unread } = read(raw);
	expect([trigger_subject, trigger_text.trim(), trigger_unread]).toEqual(['Hi', text, []]);
});

test('a mail without a header has a body', () => {
	expect(read('The alarm went off.\r\nBye').trigger_text).toBe('The alarm went off.\r\nBye');
});

test('lines that are lost in a header are listed as unread', () => {
	expect(read('To: a\r\nThe alarm\r\nSubject: Hi\r\n').trigger_unread).toEqual(['lines in a damaged header']);
});

test.each([
	['a NUL in the Message-ID', 'Message-ID: <a\0b@x>\r\n\r\nHi'],
	['a NUL in the references', 'References: <a\0b@x>\r\n\r\nHi'],
	['a NUL in the author', 'From: <an\0n@x.example>\r\n\r\nHi'],
	['a NUL in a name', 'From: =?utf-8?Q?A=00?= <ann@x.example>\r\n\r\nHi'],
	['a NUL in a Content-ID', 'Content-Type: image/png\r\nContent-ID: <a\0b>\r\n\r\nHi'],
	['half a character of UTF-7', 'Content-Type: text/plain; charset=utf-7\r\n\r\na +2D0-'],
	['a subject that is cut inside a character', `Subject: ${'x'.repeat(999)}\xf0\x9f\x98\x80\r\n\r\nHi`],
	['a text that is cut inside a character', `Subject: x\r\n\r\n${'x'.repeat(99_999)}\xf0\x9f\x98\x80`],
	[
		'a file name that is cut inside a character',
		`Content-Disposition: attachment; filename="${'x'.repeat(254)}\xf0\x9f\x98\x80"\r\n\r\nHi`,
	],
])('a mail with %s can be stored', (_what, raw) => {
	const stored = JSON.stringify(read(raw));
	expect(stored).not.toMatch(/\\u0000|\\ud[89a-f]/);
});

test('a comment after the Message-ID is no part of it', () => {
	expect(read('Message-ID: <a@b> (added on the way)\r\n\r\nHi').trigger_reply.messageId).toBe('<a@b>');
});
