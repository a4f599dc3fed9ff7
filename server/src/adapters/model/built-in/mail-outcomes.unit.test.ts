import { expect, test } from 'vitest';
import { judgeMail } from '../../../testing/judge-mail.ts';

test.each<[text: string, prompt: string, verdict: string]>([
	['Backup report\nErrors: 0\nResult: Success', 'Only tell me if the backup failed', 'not met'],
	['Backup report\nErrors: 23\nResult: Failed', 'Was the backup successful?', 'not met'],
	['The payment of EUR 59.00 failed.', 'Did the payment fail?', 'met'],
	['The payment was not received yet.', 'Was the payment received?', 'not met'],
	['Your invoice 4711 is overdue.', 'if my invoice is overdue', 'met'],
	['We cannot accept your offer.', 'if the customer accepts the offer', 'not met'],
	['We accept your offer.', 'Hat der Kunde das Angebot angenommen?', 'met'],
	['Leider müssen wir Ihr Angebot ablehnen.', 'Wenn der Kunde das Angebot ablehnt', 'met'],
	['This is not urgent at all.', 'if the mail is urgent', 'not met'],
	['Urgent: the server is down.', 'Is the mail urgent?', 'met'],
	['I would like to cancel my order 55.', 'is it a cancellation?', 'met'],
	['I am very disappointed and expect a refund.', 'if a customer complains', 'met'],
])('what a mail says clearly decides: %s %s', (text, prompt, verdict) =>
	expect(judgeMail(prompt, { text, attachments: [] }).verdict).toBe(verdict),
);

test.each<[text: string, prompt: string]>([
	['Your payment failed last month, but this month it went through.', 'if the payment failed'],
	['Backup A was successful. Backup B failed.', 'if the backup failed'],
	['Build successful criteria: none. The build has not been started.', 'was the build successful?'],
	['The delivery of your neighbour is delayed. Your order is fine.', 'if my delivery is delayed'],
	['Your delivery can be delayed by snow.', 'if the delivery is delayed'],
	['Avoid a delay: confirm your delivery address.', 'if the delivery is delayed'],
	['The problem will be fixed tomorrow.', 'if the problem is fixed'],
	['We accept payments by card.', 'if the customer accepts the offer'],
	['Before we go ahead, please lower the price.', 'if the customer accepts the offer'],
	['Wir lehnen uns zurück und freuen uns auf Ihr Angebot.', 'Wenn der Kunde das Angebot ablehnt'],
	['The last one was urgent. This one is quick.', 'if the mail is urgent'],
	['If you want to cancel, please write.', 'is it a cancellation?'],
	['Please do not cancel my order.', 'is it a cancellation?'],
	['Please cancel my last mail. I keep the contract.', 'is it a cancellation of a contract?'],
	['My colleague wrote: I am very disappointed.', 'is this a complaint?'],
	['I am applying for leave next week.', 'is it a job application?'],
])('what it does not say clearly decides nothing: %s %s', (text, prompt) =>
	expect(judgeMail(prompt, { text, attachments: [] }).verdict).toBe('cannot tell'),
);

test('a newsletter is no invoice, whatever it costs', () => {
	const mail = { subject: 'Black Week', text: 'Up to 40% off. Orders over $50 ship free. Unsubscribe' };
	expect(judgeMail('if this is an invoice', mail).verdict).toBe('not met');
	expect(judgeMail('Is this a newsletter or advertising?', mail).verdict).toBe('met');
});
