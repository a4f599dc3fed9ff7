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
