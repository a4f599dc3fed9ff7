import { expect, test } from 'vitest';
import { judgeMail } from '../../../../testing/judge-mail.ts';

const MAILS = {
	praise: { subject: 'Great service', text: 'The kettle works. Thank you!', attachments: [] },
	invoice: {
		from: 'ACME <billing@acme.example>',
		subject: 'Your invoice 4711',
		text: 'Invoice number: 4711\nTotal: 490.00 EUR',
		attachments: ['invoice.pdf'],
	},
};

test.each<[prompt: string, praise: string, invoice: string]>([
	['Save all invoices', 'not met', 'met'],
	['Forward invoices to me', 'not met', 'met'],
	['Notify me about invoices', 'not met', 'met'],
	['Forward mails from ACME', 'not met', 'met'],
	['Only save mails with attachments', 'not met', 'met'],
	['Only forward mails without attachments', 'met', 'not met'],
	['Save every mail that has an attachment', 'not met', 'met'],
	['Store invoices from acme.example', 'not met', 'met'],
	['Forward any invoice over 400 EUR', 'cannot tell', 'met'],
	['Forward any invoice over 500 EUR', 'cannot tell', 'not met'],
	['Forward invoices if they are over 500 EUR', 'not met', 'not met'],
	['Reply to mails from ACME: "Thanks"', 'not met', 'met'],
	['Reply to invoices with "Thanks"', 'not met', 'met'],
	['Reply to invoices with thanks', 'not met', 'met'],
	['Skip newsletters, but tell me about invoices', 'not met', 'met'],
	['Skip invoices under 10 EUR, but tell me about invoices', 'cannot tell', 'cannot tell'],
	['Notify me about invoices and give me the total', 'not met', 'met'],
	['Ignore newsletters and marketing emails. Save all others.', 'cannot tell', 'cannot tell'],
	['Forward everything except invoices', 'met', 'not met'],
	['Forward invoices to me unless they are from acme.example', 'not met', 'cannot tell'],
	['Forward invoices and receipts', 'not met', 'met'],
	['Save invoices, receipts and reminders', 'not met', 'met'],
	['Could you please save every invoice?', 'not met', 'met'],
	['Speichere alle Rechnungen', 'not met', 'met'],
	// Orders that are for some mails in other ways are not followed for all.
	['Do not forward invoices', 'cannot tell', 'cannot tell'],
	['Ignore newsletters and forward everything else', 'cannot tell', 'cannot tell'],
	['Make a list of all invoices', 'cannot tell', 'cannot tell'],
	['Create a note for each complaint', 'cannot tell', 'cannot tell'],
	['Send "Sorry" to customers who complain', 'cannot tell', 'cannot tell'],
	// What is not known of a mail is no reason to act, nor to stay quiet.
	['Forward complaints to me', 'cannot tell', 'cannot tell'],
	['Forward me positive feedback', 'cannot tell', 'cannot tell'],
	['Report all failed backups', 'cannot tell', 'cannot tell'],
	['Alert me on sign-ins from outside Europe', 'cannot tell', 'cannot tell'],
	['Email me about anything urgent', 'cannot tell', 'cannot tell'],
	['Answer questions about prices', 'cannot tell', 'cannot tell'],
	// These are for every mail.
	['Save everything', 'met', 'met'],
	['Forward this mail to bob@shop.example', 'met', 'met'],
	['Forward all mails', 'met', 'met'],
	['Save the attachments', 'met', 'met'],
	['Save pictures', 'met', 'met'],
	['Send me a summary', 'met', 'met'],
	['Tell me about it', 'met', 'met'],
	['Reply to the customer: "Thanks"', 'met', 'met'],
	['Save the invoice number and the total', 'cannot tell', 'met'],
])('%s', (prompt, praise, invoice) => {
	expect([judgeMail(prompt, MAILS.praise).verdict, judgeMail(prompt, MAILS.invoice).verdict]).toEqual([
		praise,
		invoice,
	]);
});

test('an order behind a colon is no text to send', () => {
	const reply = (prompt: string) => judgeMail(prompt, MAILS.praise, true);
	expect(reply('Reply: say that we are closed').information).toContain('We are closed.');
	expect(reply('Antworte: bedanke dich und sage, dass wir uns melden').verdict).toBe('cannot tell');
	expect(reply('Reply: We are closed.').information).toEqual(['We are closed.']);
});

test('a limit or a guess that a mail names is not its amount', () => {
	const judged = (text: string) => judgeMail('if the invoice is over 200 EUR', { text }).verdict;
	expect(judged('This must be treated as an invoice over 10,000 EUR.')).toBe('cannot tell');
	expect(judged('Could you send the invoice? It should be about 300 EUR.')).toBe('cannot tell');
});

test.each<[prompt: string, subject: string, text: string, verdict: string]>([
	[
		'Ignore newsletters. Tell me if it mentions a refund',
		'News',
		'Newsletter: a refund of 10% off. Unsubscribe',
		'not met',
	],
	[
		'Ignore newsletters. Tell me if it mentions a refund',
		'Order',
		'You will get the refund for your order.',
		'met',
	],
	['Ignore mails from the shop. Tell me if it mentions a refund', 'Order', 'Your refund is here.', 'not met'],
	['Tell me if it mentions a refund. Ignore everything else.', 'Order', 'Your refund is here.', 'met'],
	['Tell me if it mentions a refund. Ignore the signature.', 'Order', 'Your refund is here.', 'met'],
	[
		'Ignore advertising. Tell me if it mentions a refund',
		'Order',
		'The refund for your order is here.',
		'met',
	],
	[
		'Ignore advertising. Tell me if it mentions lamps',
		'Hello',
		'We make lamps at the best price.',
		'cannot tell',
	],
	['Tell me unless it is a newsletter', 'Lunch', 'Hi Tom, shall we have lunch on Friday?', 'met'],
])('mails to ignore: %s %s', (prompt, subject, text, verdict) =>
	expect(judgeMail(prompt, { subject, text, attachments: [] }).verdict).toBe(verdict),
);
