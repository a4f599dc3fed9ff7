import { expect, test } from 'vitest';
import { encoded, ntfy } from './ntfy.ts';

const decoded = (header: string) =>
	header
		.replace(/\?= =\?/g, '?==?')
		.replace(/=\?UTF-8\?B\?([^?]*)\?=/g, (_, word: string) => Buffer.from(word, 'base64').toString());

test.each(['門'.repeat(100), 'Wächter 🚪 '.repeat(12), 'a=?b?=', 'line\u0085'])(
	'%s becomes encoded words of at most 75 characters, none of which ends within a letter',
	(text) => {
		const header = encoded(text);
		expect(header).toMatch(/^[\x20-\x7e]*$/);
		expect(Math.max(...header.split(' ').map(({ length }) => length))).toBeLessThanOrEqual(75);
		expect(decoded(header)).toBe(text);
		expect(header).not.toContain('77+9');
	},
);

test('what is ASCII stays as it is', () => {
	expect(encoded('Front gate')).toBe('Front gate');
});

test('with a picture, the words are in headers of one line; without one, they are the body', () => {
	const target = { kind: 'ntfy', url: 'https://ntfy.example.com/gate', token: null } as const;
	const message = {
		...{ id: 'r', title: 'Gate', text: 'Somebody\ncame', open: 'https://w.example/a,b', snooze: null },
		...{ picture: null, quiet: false, replaces: null },
	};
	const hosts = { telegramUrl: '' };
	expect(ntfy.request(target, message, hosts)).toMatchObject({
		headers: { title: 'Gate', actions: 'view, Open, "https://w.example/a,b"' },
		body: 'Somebody\ncame',
	});
	const picture = { bytes: Buffer.from('x'), contentType: 'image/jpeg' };
	const { headers, body } = ntfy.request(target, { ...message, picture }, hosts);
	expect(headers).toMatchObject({ message: 'Somebody\\ncame', filename: 'picture.jpeg' });
	expect(headers.authorization).toBeUndefined();
	expect(body).toBe(picture.bytes);
});
