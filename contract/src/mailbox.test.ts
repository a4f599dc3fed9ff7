import { expect, test } from 'vitest';
import { addressOf, idIn, isMailbox, isOnList, isOwnAddress, isSenderRule } from './mailbox.ts';

test.each([
	...['ann@example.com', "o'neil+tag@sub.example.co", 'a.b-c@localhost', `${'a'.repeat(64)}@example.com`],
])('%s is one mailbox', (text) => expect(isMailbox(text)).toBe(true));

test.each([
	...['', '@', 'ann', 'ann@', '@example.com', 'ann@@example.com', 'a b@example.com', 'ann@exa mple.com'],
	...[
		'ann@example.com,bob@example.com',
		'ann@example.com;bob@example.com',
		'ann@example.com, bob@example.com',
	],
	...['"a,b"@example.com', 'ann,bob@example.com', 'ann;bob@example.com', '<ann@example.com>'],
	...[
		'Ann <ann@example.com>',
		'ann@example.com\r\nRCPT TO:<bob@example.com>',
		'ann@[127.0.0.1]',
		'ann@-x.example',
	],
	...['.ann@example.com', 'ann..x@example.com', 'grüße@example.com', `${'a'.repeat(65)}@example.com`],
	...['ann:bob@example.com', 'group:ann@example.com;', 'ann(comment)@example.com', 'a@b@example.com'],
])('%j is not one mailbox', (text) => expect(isMailbox(text)).toBe(false));

test('a list names addresses and whole domains', () => {
	const list = ['Ann@Example.com', '@shop.example'];
	expect(list.every(isSenderRule)).toBe(true);
	expect(['@', 'ann', '@shop.example,@other.example', '*@shop.example'].some(isSenderRule)).toBe(false);
	expect(isOnList('ann@example.COM', list)).toBe(true);
	expect(isOnList('anyone@SHOP.example', list)).toBe(true);
	for (const other of ['bob@example.com', 'ann@sub.shop.example', 'ann@notshop.example', 'shop.example']) {
		expect(isOnList(other, list)).toBe(false);
	}
});

test('an address of an automation has its id, in one mailbox or in a domain of their own', () => {
	const plus = 'Portal+{id}@example.com';
	expect(addressOf(plus, 'abc')).toBe('Portal+abc@example.com');
	expect(idIn(plus, 'portal+ABC@Example.com')).toBe('abc');
	expect(idIn('{id}@in.example.com', 'abc@in.example.com')).toBe('abc');
	expect(
		['portal@example.com', 'portal+@example.com', 'x+abc@example.com'].map((one) => idIn(plus, one)),
	).toEqual([null, null, null]);
	const own = { mailDomain: 'automations.example', mailAddress: plus };
	expect(['a@automations.example', 'portal+a@example.com'].every((one) => isOwnAddress(one, own))).toBe(true);
	expect(isOwnAddress('ann@example.com', own)).toBe(false);
});
