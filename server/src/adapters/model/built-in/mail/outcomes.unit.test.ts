import { expect, test } from 'vitest';
import { judgeMail } from '../../../../testing/judge-mail.ts';

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
	['I am really disappointed with the service.', 'if a customer complains', 'met'],
	['You are invited to the wedding of Ann and Tom.', 'is it an invitation?', 'met'],
	['Please call me back as soon as possible.', 'if it is urgent', 'met'],
	['Please go ahead with the offer.', 'if the customer accepts the offer', 'met'],
	['Your order was received.', 'if the order is received', 'met'],
	['Die Sicherung wurde erfolgreich abgeschlossen.', 'Wenn die Sicherung fehlgeschlagen ist', 'not met'],
	['Ihre Rechnung 881 ist seit 3 Tagen überfällig.', 'Wenn die Rechnung überfällig ist', 'met'],
	['Hiermit kündige ich meinen Vertrag.', 'Ist das eine Kündigung?', 'met'],
	['Hiermit kündige ich meinen Vertrag.', 'Möchte der Kunde kündigen?', 'met'],
	['URGENT: please call back.', 'Is this email urgent?', 'met'],
	['Das ist dringend.', 'Ist das dringend?', 'met'],
	['I have to cancel my appointment on Thursday.', 'If a patient cancels an appointment, tell me', 'met'],
	['Your parcel 0034 was delivered today at 11:42.', 'Did my package get delivered?', 'met'],
	['Your parcel is on its way. It will be there tomorrow.', 'Did my package arrive?', 'not met'],
	['Your order 4711 was dispatched today.', 'Has my order been shipped yet?', 'met'],
	['Could you please call me back this afternoon?', 'Is the sender asking for a call back?', 'met'],
	['What is the price of the pump?', 'if they ask about the price', 'met'],
	['The meeting is on Tuesday. See you there.', 'if they ask about the price', 'not met'],
	['The meeting has been moved from Monday to 25 November 2026.', 'Is the meeting on 25 November?', 'met'],
	['The meeting is on 25 November 2026.', 'if the meeting is this week', 'not met'],
	['Your verification code is 482913.', 'if it contains a code', 'met'],
	['Failed jobs: 0', 'if there are failed jobs', 'not met'],
	['Total: EUR 450.00', 'Is the total greater than 400?', 'met'],
	['Pump P1: 4 pieces', 'Does the report mention Pump P1?', 'met'],
	['The office is closed on Monday.', 'if it says that the office is closed', 'met'],
	['Could you tell me whether the price is fixed?', 'if they ask about the price', 'met'],
	['Can I get a refund?', 'if they ask for a refund', 'met'],
	['We would like to ask for a refund.', 'if they ask for a refund', 'met'],
	['Your domain corp.example has been renewed.', 'Has the domain been renewed?', 'met'],
	['Seit gestern ist die Heizung ausgefallen.', 'wenn eine Heizung ausgefallen ist', 'met'],
	['You are invited to my birthday party.', 'Is somebody inviting me?', 'met'],
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
	['Urgent! Only today 50% off. Unsubscribe', 'if the mail is urgent'],
	['Your cart total would be 80 EUR.', 'if the total is over 50 EUR'],
	['The last one was urgent. This one is quick.', 'if the mail is urgent'],
	['If you want to cancel, please write.', 'is it a cancellation?'],
	['Please do not cancel my order.', 'is it a cancellation?'],
	['Please cancel my last mail. I keep the contract.', 'is it a cancellation of a contract?'],
	['My colleague wrote: I am very disappointed.', 'is this a complaint?'],
	['I am applying for leave next week.', 'is it a job application?'],
	['The last backup that failed was on 3 March.', 'if the backup failed'],
	['You declined the payment request from Tom.', 'if a payment failed'],
	['Please make sure that the invoice is paid by Friday.', 'if the invoice is paid'],
	['Your invoice was received by our accounting team.', 'if the invoice is paid'],
	['Invoice 77: amounts that are overdue bear interest.', 'if the invoice is overdue'],
	['Invoice 12 is unpaid. It is due on 30 December.', 'if the invoice is overdue'],
	['Sie erhalten die Zahlung in drei Tagen.', 'Wenn die Zahlung eingegangen ist'],
	['Your delivery was delivered.', 'if the delivery is on time'],
	['The problem is far from being resolved.', 'if the problem is resolved'],
	['Describe the problem you want solved.', 'if the problem is solved'],
	['In an emergency dial 112. Our office hours are 9 to 5.', 'if it is urgent'],
	['The amount is immediately available on your account.', 'if it is urgent'],
	['Please do not reply immediately.', 'if it is urgent'],
	['We accept the terms and conditions of the portal.', 'if the customer accepts the offer'],
	['That works for me, see you on Monday.', 'if the customer accepts the offer'],
	['Please go ahead and call me to talk about the offer.', 'if the customer accepts the offer'],
	['Sales declined last year, so we are happy about your offer.', 'if the customer declines the offer'],
	['We cancel the noise of the street.', 'is it a cancellation?'],
	['Please cancel the alarm.', 'is it a cancellation?'],
	['Wir kündigen unseren neuen Film an: ab Freitag im Kino.', 'Ist das eine Kündigung?'],
	['I am disappointed that I missed your party.', 'is it a complaint?'],
	['We are upset about the news from abroad.', 'is it a complaint?'],
	['Thank you, my complaint was solved.', 'is it a complaint?'],
	['I invite you to read the contract.', 'is it an invitation?'],
	['You are invited to pay 300 EUR.', 'is it an invitation?'],
	['Many are applying for the job of mayor.', 'is it a job application?'],
	['I hereby cancel my earlier cancellation of the contract.', 'is it a cancellation?'],
	['Two new urgent care centers have opened in your area.', 'if the mail is urgent'],
	['Orders are shipped within two days.', 'if my order is shipped'],
	['Your order is ready to be shipped.', 'if my order is shipped'],
	['The price is fine. See you on Tuesday.', 'if they ask about the price'],
	['How much is the pump?', 'if they ask about the price'],
	['The meeting was moved from 20 November 2026 to 25 November 2026.', 'if the meeting is this week'],
	['The meeting is not on 20 November 2026.', 'if the meeting is this week'],
	['Here are the minutes of the meeting of 20 November 2026.', 'if the meeting is this week'],
	['Tickets for the event are sold from 19 November 2026.', 'if the event is tomorrow'],
	['Your appointment on 18.11.2026 is cancelled.', 'if the appointment is today'],
	['Pump P1: 4 pieces', 'Does the attachment mention Pump P1?'],
	['I would like to thank you for the refund.', 'if someone wants a refund'],
	['We would like to remind you of your appointment.', 'if someone wants an appointment'],
	['Could you tell me if the discount is still valid?', 'if they ask for a discount'],
	['Could you please confirm the refund?', 'if they ask for a refund'],
	['Can I cancel any time?', 'if someone wants to cancel'],
	['We have to cancel your appointment on Thursday.', 'if a customer cancels'],
	['The office is not closed on Monday.', 'if it says that the office is closed'],
	['If the price goes up, we tell you.', 'if it says that the price goes up'],
	['A failed payment costs EUR 5.', 'if the payment failed'],
	['The backup of 3 of 4 machines was successful.', 'if the backup failed'],
	['Last month your total was 200 EUR.', 'if the total is over 100 EUR'],
	['Price: from 19.99 EUR', 'if the price is below 20 EUR'],
	['Up to 50% off!', 'if the discount is over 20%'],
	['Errors: none', 'if there is an error'],
	['Import finished. 0 errors', 'if there are errors'],
	['Fire alarm test tomorrow', 'if there is a fire'],
	['We hope your order has arrived safely.', 'Did my order arrive?'],
	['Your parcel was delivered to the depot.', 'Was my parcel delivered?'],
	['Part of your order has shipped.', 'Has my order shipped?'],
	['Our meeting is on 25 November 2026 or on 2 December 2026.', 'if the meeting is next week'],
	['Estimated total: 60 EUR', 'if the total is over 50 EUR'],
	['Estimated total: 300 EUR\nShipping: 5 EUR', 'if the total is under 100 EUR'],
	['Your total is 50 EUR. With the previous invoice the total is 250 EUR.', 'if the total is under 100 EUR'],
	['Errors: 0 critical, 12 minor', 'if there is an error'],
	['We have to cancel all appointments this week.', 'if a patient cancels an appointment'],
	['I would like to cancel my order.', 'if my supplier cancels'],
	['Hiermit kündige ich meinen Mietvertrag.', 'Möchte der Kunde das Abo kündigen?'],
	['Your parcel has arrived in the sorting centre.', 'Did my package arrive?'],
	['Your order: a refund is on its way.', 'Has my order shipped?'],
	['Ist die Heizung ausgefallen, rufen Sie uns an.', 'wenn eine Heizung ausgefallen ist'],
	['The due date of 26.11.2026 has been extended to 3 December 2026.', 'if it is due in December'],
	['This is less urgent, because we have time.', 'Is this urgent?'],
	['The urgent matter was resolved.', 'Is this urgent?'],
	['The office is open while the shop is closed.', 'if it says that the office is closed'],
	['Anna has paid and Tom owes us 5 EUR.', 'if it says that Tom has paid'],
	['Hi, how much is the pump and the hose. Thanks, Tom', 'if they ask about the price'],
	['Hi, send me your list with the rates of all pumps.', 'if they ask about the price'],
	['We would like to send you our quote.', 'if the sender asks for a quote'],
	['We need your IBAN for the refund.', 'if they want a refund'],
	['Could you please deliver on Monday at the agreed price?', 'if they ask about the price'],
	['Total: about 300 EUR\nShipping: 5 EUR', 'if the total is under 100 EUR'],
	['Could you please pay the invoice by Friday?', 'if they ask for an invoice'],
	['Is there a problem with the discount page?', 'if they ask for a discount'],
	['The newspaper writes about a penalty in football.', 'Does our contract mention a penalty?'],
])('what it does not say clearly decides nothing: %s %s', (text, prompt) =>
	expect(judgeMail(prompt, { text, attachments: [] }).verdict).toBe('cannot tell'),
);

test('a subject needs no verb', () => {
	const verdict = (subject: string) =>
		judgeMail('if the order is cancelled', { subject, text: 'See below.' }).verdict;
	expect(verdict('Order 4711 cancelled')).toBe('met');
	expect(verdict('Order cancelled?')).toBe('cannot tell');
	expect(verdict('How orders get cancelled')).toBe('cannot tell');
});

test('a newsletter is no invoice, whatever it costs', () => {
	const mail = { subject: 'Black Week', text: 'Up to 40% off. Orders over $50 ship free. Unsubscribe' };
	expect(judgeMail('if this is an invoice', mail).verdict).toBe('not met');
	expect(judgeMail('Is this a newsletter or advertising?', mail).verdict).toBe('met');
});

test.each<[text: string, prompt: string, verdict: string]>([
	['Errors: 0', 'if there were any errors', 'not met'],
	['Warnings: 0', 'if there is a warning', 'not met'],
	['Errors: 23', 'if there were more than 20 errors', 'met'],
	['Free: 3.1 GB', 'Notify me if there is less than 5 GB free', 'met'],
	['Rating: 2 of 5', 'if the rating is 4 or more', 'not met'],
	['A payment of $612.40 was made with your card.', 'if a card payment is more than 500 dollars', 'met'],
	['A payment of $612.40 was made by transfer.', 'if a card payment is more than 500 dollars', 'cannot tell'],
	['I do not want to cancel my membership.', 'if somebody wants to cancel their membership', 'not met'],
	['I do not want to wait for my refund any longer.', 'if they want a refund', 'cannot tell'],
])('numbers and wishes: %s %s', (text, prompt, verdict) =>
	expect(judgeMail(prompt, { text, attachments: ['sales.csv'] }).verdict).toBe(verdict),
);

test('a file is known by its name', () => {
	const mail = { text: 'See the file.', attachments: ['sales.csv'] };
	expect(judgeMail('if the mail has a CSV attachment', mail).verdict).toBe('met');
	expect(judgeMail('if the mail has an Excel attachment', mail).verdict).toBe('not met');
});

test.each<[text: string, prompt: string, told: string]>([
	[
		'Your plan renews on 21 November 2026 for $17.99.',
		'When does the plan renew?',
		'Plan renew: 21 November 2026.',
	],
	[
		'Der Elternabend der Klasse 3b findet am Dienstag, 24.11.2026 um 19:00 Uhr statt.',
		'Wann ist der Elternabend?',
		'Elternabend: Dienstag, 24.11.2026.',
	],
	[
		'Der neue Liefertermin ist der 7. Dezember 2026.',
		'What is the new delivery date?',
		'New delivery date: 7. Dezember 2026.',
	],
	[
		'Delivery date: 3 November 2026. It is late.',
		'What is the new delivery date?',
		'New delivery date: not found.',
	],
	[
		'Your parcel 00340434161094042557 is on its way.',
		'What is the tracking number?',
		'Tracking number: 00340434161094042557.',
	],
	[
		'Su pedido número 40012 se enviará el 20 de noviembre de 2026.',
		'What is the order number?',
		'Order number: 40012.',
	],
	[
		'The plan that you ordered on 3 May 2026 renews soon.',
		'When does the plan renew?',
		'Plan renew: not found.',
	],
])('values in sentences: %s %s', (text, prompt, told) =>
	expect(judgeMail(prompt, { text }).information).toContain(told),
);

test.each<[text: string, prompt: string, verdict: string]>([
	['We would like to go ahead with option B.', 'if the mail mentions option A', 'cannot tell'],
	['Temperature: -12.4 °C', 'if the temperature is above -15 °C', 'met'],
	['error: some files could not be read\nBackup of web01 failed at 02:14.', 'if the backup failed', 'met'],
	// A question is not answered with a sentence that only shares a word with it.
	[
		'New order received\nCustomer: Olga Petrova\nItems: 3 x rye bread',
		'What did the customer order?',
		'cannot tell',
	],
])('names, signs and lines: %s %s', (text, prompt, verdict) =>
	expect(judgeMail(prompt, { text, attachments: [] }).verdict).toBe(verdict),
);
