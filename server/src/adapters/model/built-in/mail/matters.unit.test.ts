/** What everyday mails say in other words than a prompt. */
import { expect, test } from 'vitest';
import { judgeMail } from '../../../../testing/judge-mail.ts';

const MAILS = {
	complaint:
		'Hello, the table that I ordered three weeks ago arrived with a deep scratch along the top. I have phoned twice and nobody has called me back. I expected better.',
	praise:
		'Hi all, the table is beautiful and the two men who carried it upstairs were very friendly. We will order the chairs from you as well.',
	late: 'Hi Dana, your parcel will arrive later than planned, because our van could not leave the depot today. You do not need to do anything.',
	moved:
		'Hi, something came up on my side. Could we push the call on Thursday to Friday at two? I can also do Monday morning.',
	cancelled:
		'Hello everyone, the budget review on 24 November is cancelled, as half of the team is at the trade fair. We will find a new date in December.',
	quote:
		'Dear Ms Lund, thank you for the talk on Monday. Here is our offer for the new website. Total: 2,750 EUR. It is valid until 15 December.',
	rent: 'Sehr geehrte Frau Kaya, hiermit bitten wir Sie um Zustimmung zur Erhöhung Ihrer Kaltmiete von bisher 740,00 EUR auf 798,00 EUR ab dem 1. Februar 2027.',
	puddle:
		'Hi, there is a puddle under the sink and it gets bigger every hour, the cupboard is soaked already. Can you send somebody today?',
	lamp: 'Hello, the lamp flickers since the first evening and the switch gets hot. I paid 89 euros for it and do not understand how it could pass your control.',
	fever:
		"Hi Jo, I'm afraid I can't make our meeting on Thursday, my daughter has a fever. All the best to the rest of the team.",
};

test.each<[mail: keyof typeof MAILS, prompt: string, verdict: string]>([
	['complaint', 'Tell me when a customer complains', 'met'],
	['complaint', 'Let me know if something arrived damaged', 'met'],
	['complaint', 'Is this an invoice over 500 €?', 'not met'],
	['praise', 'Tell me when a customer complains', 'not met'],
	['praise', 'Tell me if a customer is happy with us', 'met'],
	['late', 'Forward mails about a delayed delivery', 'met'],
	['late', 'Tell me when a parcel was delivered', 'not met'],
	['moved', 'Tell me when a meeting is moved', 'met'],
	['moved', 'Tell me if someone wants to reschedule', 'met'],
	['cancelled', 'Tell me when a meeting is cancelled', 'met'],
	['cancelled', 'Tell me when an order is cancelled', 'not met'],
	['quote', 'Is this an offer over 2000 €?', 'met'],
	['rent', 'Sag mir Bescheid, wenn die Miete erhöht wird', 'met'],
	['rent', 'Tell me if my rent goes up', 'met'],
	// Words that are not known may say it as well.
	['puddle', 'Tell me if there is a leak', 'cannot tell'],
	['lamp', 'Tell me when a customer complains', 'cannot tell'],
	['fever', 'Tell me when a meeting is cancelled', 'cannot tell'],
])('%s: %s: %s', (mail, prompt, verdict) =>
	expect(judgeMail(prompt, { text: MAILS[mail], attachments: [] }).verdict).toBe(verdict),
);

test.each([
	['Tell me if there is a fire', 'We light the fire at 8.'],
	['Tell me if the alarm goes off', 'The alarm of the shop next door went off at 3.'],
])('what is not of the reader is no report: %s %s', (prompt, text) =>
	expect(judgeMail(prompt, { text, attachments: [] }).verdict).toBe('cannot tell'),
);

test.each([
	// That a mail is about something else is no proof that something did not happen.
	[
		'Tell me if a parcel could not be delivered',
		'Dear Mr Bell, this is a reminder of your appointment on Monday, 23 November at 9:15. Please come a few minutes earlier and bring your card.',
	],
	// Who gets a refund asks for none, and who makes an offer wants none.
	[
		'Tell me when I get a refund',
		'Dear guest, as requested, we cancelled your reservation at Hotel Miramar for December. You will get 240.00 EUR back on your card within five days.',
	],
	[
		'Tell me if somebody wants an offer from us',
		'Hello Paul, here is my offer for the logo: 1,250 EUR with three drafts. It is valid until 30 November. Kind regards, Noor',
	],
	[
		'Tell me if a customer wants a refund',
		'Hello, before I order: if the shoes do not fit, can I send them back to you and would I get my money back?',
	],
	// Depends on something.
	[
		'Tell me when a plan is cancelled',
		'Hello, your bank did not accept the payment for November. Please update your card by Friday, otherwise your plan will be cancelled by our system.',
	],
	[
		'Tell me if my flight is delayed',
		'Dear Mrs Lam, your room will be ready from 3 pm on Friday. Should your flight be delayed, please call us at any time.',
	],
	[
		'Tell me if a payment is overdue',
		'Our software sends reminders when an invoice is overdue and tells you who still owes you money. Would you like to see it at work?',
	],
	// Something else, in some of the same words.
	[
		'Tell me if the room of a meeting changes',
		'The meeting about the budget now takes place in room 4. Date and time stay the same: 20 November, at two in the afternoon.',
	],
	[
		'Tell me when my password was changed',
		'We noticed a new sign-in to your account from Chrome on Windows in Lagos on 18 November. If this was not you, change your password.',
	],
	[
		'Tell me if it is phishing',
		'Dear Mr Osei, you reported your debit card as stolen, so we blocked the card this morning. Access to the card is locked. A new card will reach you within five days.',
	],
	[
		'Sag mir, wenn jemand kündigt',
		'Liebe Eltern, am Freitag fällt der Unterricht für die Klassen 3a und 3b wegen einer Fortbildung aus. Eine Notbetreuung wird angeboten.',
	],
	[
		'Tell me when a meeting is cancelled',
		'Dear guest, your reservation at Hotel Miramar is cancelled. We hope to see you another time and wish you all the best for the new year.',
	],
	[
		'Tell me if my child is sick',
		'Good morning, I am ill and cannot come to work today. I hope to be back on Friday and will call you then. Best wishes, Rike',
	],
])('nothing is certain: %s: %s', (prompt, text) =>
	expect(judgeMail(prompt, { text, attachments: [] }).verdict).toBe('cannot tell'),
);

test.each([
	[
		'Tell me if I was paid',
		'Sehr geehrter Herr Celik, trotz unserer Erinnerung ist die Rechnung 7781 über 96,50 Euro noch nicht bezahlt. Bitte überweisen Sie den Betrag bis Freitag.',
	],
	[
		'Tell me if there is a power cut',
		'Sehr geehrte Damen und Herren, wegen Arbeiten am Leitungsnetz wird am Dienstag von 8 bis 13 Uhr in der Seestraße das Wasser abgestellt.',
	],
])('is not so: %s: %s', (prompt, text) =>
	expect(judgeMail(prompt, { text, attachments: [] }).verdict).toBe('not met'),
);

test('a form on a website sends what a person wrote', () => {
	const text =
		'Name: Carl Voss\nMessage: Hello, the table arrived with a deep scratch and nobody answers the phone. I expected better from you. Please call me back.';
	const mail = { from: 'Website <no-reply@shop.example>', text, attachments: [] };
	expect(judgeMail('Tell me when a customer complains', mail).verdict).toBe('cannot tell');
	expect(judgeMail('Tell me when a customer wants to be called back', mail).verdict).not.toBe('not met');
});

test('what stands in quotes is not what the writer wants', () =>
	expect(
		judgeMail('Tell me if somebody complains', {
			text: 'Ha, look at this: "Waiter, I want to complain, there is a fly in my soup!" See you tonight.',
			attachments: [],
		}).verdict,
	).toBe('cannot tell'));

test.each([
	[
		'Tell me when the website is up again',
		'Monitor shop.example is DOWN since 06:14. Checked from three places. We will send another mail when it is up again.',
		'not met',
	],
	[
		'Tell me if my flight is cancelled',
		'Hi Eva, my brother lost his job and his flight home was cancelled, all in one week. He is fine though.',
		'cannot tell',
	],
	[
		'Tell me when a booking is confirmed',
		'With BookIt your tables stay full at the weekend and your bookings are confirmed automatically. Try it for free this month.',
		'cannot tell',
	],
	[
		'Tell me when my reservation is confirmed',
		'Dear Ms Adeyemi, we are happy to confirm your table for four on Saturday, 28 November at half past seven.',
		'met',
	],
	[
		'Tell me when somebody orders something',
		'Hello, my colleague was unhappy with the chairs at first, but they are great. We would like six more of them.',
		'cannot tell',
	],
	[
		'Tell me if a product is sold out',
		'Hello Ivy, good news: the cordless drill that was sold out is available again. Call us if you would like one.',
		'cannot tell',
	],
	[
		'Tell me if a payment is overdue',
		'Hello, thank you very much for the transfer that came in on Friday. Nothing is overdue. Your plan stays active until December.',
		'cannot tell',
	],
	[
		'Tell me when a tenant moves out',
		'Good morning, I am afraid that I have to cancel our appointment on Friday, because I have caught the flu. Sorry about that.',
		'cannot tell',
	],
	[
		'Tell me if there was an alarm',
		'Dear all, everything was quiet. Doors opened: 42. The next test alarm is planned for Monday at ten in the morning.',
		'cannot tell',
	],
	[
		'Tell me if someone wants a new date',
		'Good morning, I am afraid that I cannot come on Friday, because I have caught the flu. Could we find a new date next week?',
		'met',
	],
])('what is said of whom and when: %s: %s', (prompt, text, verdict) =>
	expect(judgeMail(prompt, { text, attachments: [] }).verdict).toBe(verdict),
);
