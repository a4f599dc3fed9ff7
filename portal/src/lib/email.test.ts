import { expect, test } from 'vitest';
import { isEmail } from './email.ts';

test.each(['a@b.co', 'first.last+tag@sub.example.com', "o'neil@example.museum", 'x_y-z@a-b.example'])(
	'%s is an address',
	(value) => expect(isEmail(value)).toBe(true),
);

test.each([
	'',
	'robin',
	'robin@',
	'@b.co',
	'a@b',
	'a b@c.de',
	'a@b..co',
	'a@-b.co',
	'a@b.co\n',
	`${'a'.repeat(250)}@b.co`,
])('%j is none', (value) => expect(isEmail(value)).toBe(false));
