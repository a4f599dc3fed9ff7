import { expect, test } from 'vitest';
import { judgeMail } from '../../../../testing/judge-mail.ts';

const TO_PAY = 'Dear customer,\nthank you for your business.\nTotal: EUR 86.87';
const judge = (
	prompt: string,
	subject: string,
	text: string,
	from = 'Nordhost GmbH <billing@nordhost.example>',
) => judgeMail(prompt, { from, subject, text, attachments: [] }).verdict;

test.each([
	'[Nordhost] Invoice 4711',
	'Nordhost: Your invoice',
	'Nordhost GmbH - Rechnung Nr. 4711',
	'Your Nordhost invoice',
	'Your October invoice is ready',
	'Ihre Rechnung November 2026',
	'Tax invoice 4711',
	'Your electricity bill',
	'Facture n° 221',
])('an invoice by its subject: %s', (subject) =>
	expect(judge('Is this an invoice?', subject, TO_PAY)).toBe('met'),
);

test.each([
	'Acme: Your invoice',
	'[Support] Invoice 12',
	'Your Acme invoice',
	'Overdue invoice 4711',
	'Missing invoice',
	'Please send invoice',
	'Your invoice settings',
	'Credit note for invoice 4711',
])('perhaps an invoice: %s', (subject) =>
	expect(judge('Is this an invoice?', subject, TO_PAY)).toBe('cannot tell'),
);

test.each<[subject: string, prompt: string, verdict: string]>([
	['Order #123 confirmed', 'if it is an order confirmation', 'met'],
	['Thank you for your order 4711', 'if it is an order confirmation', 'met'],
	['Confirmation of your reservation', 'if it is a booking confirmation', 'met'],
	['Thank you for your order 4711', 'if it is a booking confirmation', 'not met'],
	['We have received your order', 'if it is an order confirmation', 'cannot tell'],
	['Automatic reply: Offer', 'Ignore out of office replies', 'not met'],
	['Automatic reply: Offer', 'Is this a complaint?', 'not met'],
	['Parts for the pump', 'Is this an out-of-office reply?', 'not met'],
	['Parts for the pump', 'Is it a complaint?', 'cannot tell'],
])('%s: %s: %s', (subject, prompt, verdict) =>
	expect(judge(prompt, subject, 'Hello, thank you for your order of the parts.')).toBe(verdict),
);

test.each<[text: string, prompt: string, verdict: string]>([
	[TO_PAY, 'Is this a complaint?', 'not met'],
	[TO_PAY, 'Is this a reminder?', 'not met'],
	[`${TO_PAY}\nIt is still not paid.`, 'Is this a reminder?', 'cannot tell'],
	[`${TO_PAY}\nYou charged me twice.`, 'Is this a complaint?', 'cannot tell'],
	[TO_PAY, 'Is this a receipt?', 'cannot tell'],
	[`${TO_PAY}\nA cancellation costs EUR 5.00.`, 'Is this a cancellation?', 'cannot tell'],
])(
	'what is an invoice by its subject is no other kind of mail, unless it has its words: %s %s',
	(text, prompt, verdict) => expect(judge(prompt, 'Your invoice 4711', text)).toBe(verdict),
);

test('what was withdrawn is not confirmed', () =>
	expect(judge('Is it an order confirmation?', 'Thank you for your order', 'Your order was cancelled.')).toBe(
		'cannot tell',
	));

test('what is attached or enclosed is named in a sentence', () => {
	const verdict = (text: string) => judge('Is this an invoice?', 'November', text);
	expect(verdict('Please find attached our invoice for the repair.')).toBe('met');
	expect(verdict('Anbei erhalten Sie unsere Stromrechnung.')).toBe('met');
	expect(verdict('Attached is the receipt for your invoice 12.')).toBe('cannot tell');
	expect(verdict('You will not find attached the invoice.')).toBe('cannot tell');
});

test('a calendar file that asks to come is an invitation', () => {
	const text = 'BEGIN:VCALENDAR\nMETHOD:REQUEST\nSUMMARY:Budget review';
	expect(judge('Is there a meeting invitation?', 'Budget review', text)).toBe('met');
	expect(judge('Is there a meeting invitation?', 'Budget review', text.replace('REQUEST', 'CANCEL'))).toBe(
		'cannot tell',
	);
});
