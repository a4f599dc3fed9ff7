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
	['Thank you for your order 4711', 'if it is an order confirmation', 'cannot tell'],
	['Order 4711 confirmed delivered', 'if it is an order confirmation', 'cannot tell'],
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

test.each<[subject: string, text: string, prompt: string]>([
	['Invoice 4711', `We were charged twice. Please correct it.\n${TO_PAY}`, 'Is this a complaint?'],
	['Invoice 4711 for the pump', 'The pump arrived broken and nobody answers.', 'if the customer complains'],
	['Rechnung 4711', 'Die Summe ist doppelt so hoch wie vereinbart.', 'Ist das eine Beschwerde?'],
	['Invoice 4711', `We end the contract on 31 December.\n${TO_PAY}`, 'Is this a cancellation?'],
	['Invoice 4711', `Second notice. Payment was due on 1 November.\n${TO_PAY}`, 'Is this a reminder?'],
	['Receipt 881', 'Please send us another 5 pumps.\nTotal: EUR 40.00', 'Is this an order?'],
	['Booking confirmation', 'Come and join us for a tasting on Friday.', 'Is this an invitation?'],
	['Your invoice 4711', TO_PAY, 'Is this a receipt?'],
])('what is named by its subject may be another kind of mail, too: %s %s %s', (subject, text, prompt) =>
	expect(judge(prompt, subject, text)).toBe('cannot tell'),
);

test.each<[subject: string, text: string, prompt: string]>([
	[
		'Re: Offer',
		'Hello, we are closed from 3 to 7 May. Please contact Tom.',
		'Is this an out-of-office reply?',
	],
	[
		'We got your mail',
		'Our team will answer you within two days. Ticket 4711.',
		'Is this an automatic reply?',
	],
	['Message blocked', 'The recipient does not exist. The server said: 550.', 'Is this a bounce?'],
	['Reminder: 2026 summer prices', 'All shoes are half the price this week.', 'Is this advertising?'],
	['Your phone bill: pay 300 EUR less', 'Switch to us and save. Call now.', 'Is this an invoice?'],
	['Receipt of your application 12345', 'We will be in touch.', 'Is this a receipt?'],
])('it may be one in other words: %s %s %s', (subject, text, prompt) =>
	expect(judge(prompt, subject, text)).toBe('cannot tell'),
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
	expect(verdict('Here is the invoice template that you wanted.')).toBe('cannot tell');
	expect(verdict('Here is the bill of lading for the container.')).toBe('cannot tell');
	expect(verdict('Please find the invoice and send it to us.')).toBe('cannot tell');
	expect(verdict('I am sending you the invoice next week.')).toBe('cannot tell');
});

test('a calendar file that asks to come is an invitation', () => {
	const text = 'BEGIN:VCALENDAR\nMETHOD:REQUEST\nSUMMARY:Budget review';
	expect(judge('Is there a meeting invitation?', 'Budget review', text)).toBe('met');
	expect(judge('Is there a meeting invitation?', 'Budget review', text.replace('REQUEST', 'CANCEL'))).toBe(
		'cannot tell',
	);
});
