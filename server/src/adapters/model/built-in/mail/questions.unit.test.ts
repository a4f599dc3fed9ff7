import { describe, expect, test } from 'vitest';
import { type GivenMail, judgeMail } from '../../../../testing/judge-mail.ts';
import { explainMailPrompt } from './prompt.ts';

const judge = (prompt: string, given: GivenMail) => judgeMail(prompt, { attachments: [], ...given });

const MAILS = {
	invoice: {
		from: 'Fisher Plumbing <tom@fisherplumbing.example>',
		subject: 'Your invoice 4711',
		text: 'Invoice number: 4711\nTotal: EUR 73.19\nPlease pay within 14 days, at the latest by 2 December 2026.',
	},
	german: {
		from: 'Stadtwerke Bonn <rechnung@stadtwerke-bonn.example>',
		subject: 'Ihre Stromrechnung 10/2026',
		text: 'Sehr geehrte Frau Berger,\nIhre Rechnung für Oktober ist da.\nKundennummer: 4400981\nRechnungsbetrag: 87,45 €\nStatus: offen\nFällig am: 30.11.2026\nTermin: 26.11.2026\nTel. 0221 998877',
	},
	complaint: {
		from: 'Peter Howell <p.howell@post.example>',
		subject: 'Very disappointed',
		text: 'The blender arrived broken. I would like a refund this week.\nThe power has not been restored.',
	},
	offer: {
		subject: 'How was your order?',
		text: 'Would you like a refund? If you want to cancel, please let us know. I do not need a quote.',
	},
	news: { subject: 'News', text: 'We are glad that you are with us and hope to see you at the fair.' },
	delayed: {
		subject: 'Your order',
		text: 'Unfortunately your order B-2210 is delayed. The invoice can be cancelled. Ihre Karte mit der Endziffer 4410 wurde am 17.11.2026 gesperrt. Ist der Strom abgestellt?',
	},
	policy: {
		subject: 'Terms',
		text: 'Orders are cancelled after 14 days. Your order is confirmed as soon as we have checked it. The account is suspended. The flight of my sister is delayed. The meeting was cancelled, but takes place. The summer tournament is cancelled. Am Samstag werden die Server von 8 bis 14 Uhr gewartet. Der Mail-Dienst wird nicht abgeschaltet. Please cancel nothing. Sorry for the strike. There was no storm.',
	},
	over: {
		subject: 'Good news',
		text: 'Last week 20 orders were delayed by the strike. The outage is resolved. In urgent cases please call us. Der Antrag wird noch geprüft. The lift is being repaired.',
	},
	thanks: { subject: 'Order 77120 - thank you', text: 'My order arrived yesterday.' },
} satisfies Record<string, GivenMail>;

type Case = [mail: keyof typeof MAILS, prompt: string, verdict: string];
const judges = ([mail, prompt, verdict]: Case) =>
	expect(judge(prompt, MAILS[mail]), prompt).toMatchObject({ verdict });

describe('a question is a condition', () => {
	test.each<Case>([
		['invoice', 'Does it mention an invoice?', 'met'],
		['invoice', 'does the mail mention a refund', 'not met'],
		['invoice', 'Is this mail from Fisher Plumbing?', 'met'],
		['invoice', 'Is it from ACME?', 'not met'],
		['invoice', 'is this from tom@fisherplumbing.example?', 'met'],
		['invoice', 'Is the total over 50 EUR?', 'met'],
		['invoice', 'Is there an attachment?', 'not met'],
		['invoice', 'has it got an attachment', 'not met'],
		['invoice', "Tell me if it's from ACME", 'not met'],
		['invoice', 'If the total is over 50 EUR let me know', 'met'],
		['complaint', 'Does Peter mention a blender?', 'met'],
		['complaint', 'Has Tom come in?', 'cannot tell'],
		['complaint', 'Is the customer satisfied?', 'cannot tell'],
	])('%s: %s: %s', (...given) => judges(given));

	// Facts of the mail are no yes.
	test.each([
		'Did the price change?',
		'Can I keep it?',
		'Did they find the number?',
		'Is the total too high?',
		'Hat sich der Preis geändert?',
	])('is open if it is not understood: %s', (prompt) =>
		expect(judge(prompt, MAILS.invoice).verdict).toBe('cannot tell'),
	);

	test('to the model asks for values', () =>
		expect(judge('Could you tell me the total?', MAILS.invoice).information).toContain('Total: EUR 73.19.'));

	test('shows how it is read', () =>
		expect(explainMailPrompt('Does it mention an invoice?')).toMatchObject({
			readAs: '“invoice” in the mail',
			beyond: [],
		}));
});

describe('a German prompt', () => {
	test.each<Case>([
		['german', 'Ist das eine Rechnung?', 'met'],
		['german', 'Sag mir Bescheid, wenn es eine Rechnung ist', 'met'],
		['german', 'Kommt die Mail von den Stadtwerken?', 'met'],
		['german', 'wenn die Mail von Amazon ist', 'not met'],
		['german', 'Kommt die Mail vom Kunden?', 'cannot tell'],
		['german', 'Enthält die Mail eine Telefonnummer?', 'met'],
		['german', 'Hat die Mail einen Anhang?', 'not met'],
		['german', 'Melde dich, falls der Rechnungsbetrag höher als 80 € ist', 'met'],
		['german', 'wenn der Rechnungsbetrag über 100 Euro liegt', 'not met'],
		['german', 'wenn der Termin im Dezember ist', 'not met'],
		['german', 'wenn der Termin nächste Woche ist', 'met'],
		['german', 'wenn der Status bezahlt ist', 'not met'],
		['german', 'wenn die Kundennummer 4400981 ist', 'met'],
		['delayed', 'ist die Karte gesperrt?', 'met'],
		['delayed', 'wenn die Karte gesperrt ist', 'met'],
		['german', 'Wird eine Beschwerde erwähnt?', 'cannot tell'],
		['german', 'wenn das Wort „Oktober“ vorkommt', 'met'],
		['german', 'Geht es um Oktober?', 'met'],
		['invoice', 'Melde dich, wenn der Kunde zufrieden ist', 'cannot tell'],
	])('%s: %s: %s', (...given) => judges(given));

	test.each<[prompt: string, told: string]>([
		['Wie hoch ist der Rechnungsbetrag?', 'Rechnungsbetrag: 87,45 €.'],
		['Nenne mir die Kundennummer', 'Kundennummer: 4400981.'],
		['Wann ist die Rechnung fällig?', 'Due date: 30.11.2026.'],
		['Bis wann muss ich zahlen?', 'Due date: 30.11.2026.'],
		['Wann ist der Termin?', 'Termin: 26.11.2026.'],
		['Kundennummer bitte', 'Kundennummer: 4400981.'],
	])('asks: %s', (prompt, told) => expect(judge(prompt, MAILS.german).information).toContain(told));
});

describe('the sender', () => {
	const from = (prompt: string, address: string) => judge(prompt, { from: address, text: 'Hello' }).verdict;
	test('is not another one whose domain begins alike', () => {
		expect(from('if it is from bank.example', 'x@bank.evil.example')).toBe('not met');
		expect(from('if it is from bank.example', 'x@mail.bank.example')).toBe('met');
	});
	test('is not any bank, and its address can be searched', () => {
		expect(from('if it is from my bank', 'info@bank.example')).toBe('cannot tell');
		expect(from('if the sender contains "shop"', 'info@shop.example')).toBe('met');
		expect(from('if the sender contains "shop"', 'info@bank.example')).toBe('not met');
		const text = 'Tracking number: 12345678';
		expect(judgeMail('if the sender includes a tracking number', { text }).verdict).toBe('met');
	});
	test('is not ruled out by an address that has a part of the name', () => {
		expect(from('if it is from Deutsche Telekom', 'info@telekom.example')).toBe('cannot tell');
		expect(from('if it is from Thalia', 'info@thaliabooks.example')).toBe('cannot tell');
	});
});

describe('a kind of mail', () => {
	test.each<Case>([
		['invoice', 'if it is an invoice', 'met'],
		['news', 'if it is an invoice', 'not met'],
		['news', 'if it is not an invoice', 'met'],
		['complaint', 'if it is a complaint', 'cannot tell'],
	])('%s: %s: %s', (...given) => judges(given));

	test.each([
		['Question about invoice 4711', 'cannot tell'],
		['Invoice 4711 not received', 'cannot tell'],
		['Re: Invoice 4711', 'cannot tell'],
		['Invoice missing', 'cannot tell'],
		['Fwd: Invoice 4711', 'met'],
		['Ihre Rechnung Nr. 8812', 'met'],
		['Invoice no. 8812', 'met'],
		['Invoice: how to write one', 'cannot tell'],
		['Invoice for dummies', 'cannot tell'],
	])('shows in the subject: %s: %s', (subject, verdict) =>
		expect(judge('if it is an invoice', { subject, text: 'See below: EUR 5.00' })).toMatchObject({ verdict }),
	);

	test('is not shown by an answer to one of the reader', () => {
		const subject = 'Your application as data analyst';
		expect(judge('Is it a job application?', { subject, text: 'Sorry.' }).verdict).toBe('cannot tell');
	});

	test('is an automatic reply by its subject', () => {
		const subject = 'Automatische Antwort: Angebot';
		expect(judge('if it is an out-of-office reply', { subject, text: 'Bin weg.' }).verdict).toBe('met');
	});
});

describe('what is asked for or reported', () => {
	test.each<Case>([
		['complaint', 'if someone asks for a refund', 'met'],
		['complaint', 'if a customer wants a replacement', 'cannot tell'],
		['offer', 'if someone asks for a refund', 'cannot tell'],
		['offer', 'if they want to cancel', 'cannot tell'],
		['offer', 'if they need a quote', 'not met'],
		['delayed', 'if an order is delayed', 'met'],
		['delayed', 'Is my order delayed?', 'met'],
		['delayed', 'if the order is cancelled', 'cannot tell'],
		['delayed', 'if the invoice is cancelled', 'cannot tell'],
		['delayed', 'wenn eine Karte gesperrt wurde', 'met'],
		['delayed', 'wenn der Strom abgestellt wird', 'cannot tell'],
		['policy', 'Is the summer tournament cancelled?', 'met'],
		['policy', 'Is the winter tournament cancelled?', 'cannot tell'],
		['policy', 'wenn die Server gewartet werden', 'met'],
		['policy', 'wird der Mail-Dienst abgeschaltet?', 'cannot tell'],
		['policy', 'if an order is cancelled', 'cannot tell'],
		['policy', 'if my order is confirmed', 'cannot tell'],
		['policy', 'is my account suspended?', 'cannot tell'],
		['policy', 'if my sister is delayed', 'cannot tell'],
		['policy', 'if the flight is delayed', 'met'],
		['policy', 'if the meeting is cancelled', 'cannot tell'],
		['policy', 'if they want to cancel', 'cannot tell'],
		['policy', 'if there is a strike', 'met'],
		['over', 'wenn der Antrag geprüft wurde', 'cannot tell'],
		['over', 'wenn der Antrag geprüft wird', 'met'],
		['over', 'if the lift is repaired', 'cannot tell'],
		['thanks', 'Is this an order?', 'cannot tell'],
		['over', 'if there is a strike', 'cannot tell'],
		['over', 'if there is an outage', 'cannot tell'],
		['over', 'if they ask for a call', 'cannot tell'],
		['policy', 'if there is a storm', 'cannot tell'],
		['complaint', 'if someone complains', 'cannot tell'],
		['complaint', 'if the power is restored', 'cannot tell'],
		['complaint', 'if there is a problem with the blender', 'cannot tell'],
	])('%s: %s: %s', (...given) => judges(given));
});

describe('sums and days in sentences', () => {
	test.each<[text: string, prompt: string, told: string]>([
		['The job comes to EUR 84.90 in total.', 'How much do I have to pay?', 'Total: EUR 84.90.'],
		['Could you pay 84.90 EUR by 3 December 2026?', 'what is the total', 'Total: 84.90 EUR.'],
		['Could you pay 84.90 EUR by 3 December 2026?', 'by when do I have to pay', 'Due date: 3 December 2026.'],
		['Bitte überweisen Sie 20,00 EUR bis zum 25.11.2026.', 'When is it due?', 'Due date: 25.11.2026.'],
		['We received your payment of EUR 9.00.', 'How much do I have to pay?', 'Total: not found.'],
		['You do not have to pay 30 EUR.', 'what is the total', 'Total: not found.'],
		['The discount comes to EUR 5.00.', 'what is the total', 'Total: not found.'],
		['Students pay 5 EUR. Others pay 9 EUR.', 'How much do I have to pay?', 'Total: not found.'],
		['Please pay 40 EUR by 1 December 2026 or 45 EUR later.', 'When is it due?', 'Due date: not found.'],
		[
			'Your membership (no. 80) ends on 31 May 2027.',
			'When does the membership end?',
			'Membership end: 31 May 2027.',
		],
		['Filter papers\t1\t€3.20', 'How much are the filter papers?', 'Filter papers: €3.20.'],
		['Your verification code is 482913.', 'give me the code', 'Code: 482913.'],
		['Guests: 4\nNights: 2', 'How many guests?', 'Guests: 4.'],
		['Total: 5 EUR', 'Give me the total and reply with thanks', 'Total: 5 EUR.'],
		[
			'Ticket: 55\nRequester: Nadia',
			'Who is the requester and what is the ticket number?',
			'Requester: Nadia.',
		],
		['Total: 5 EUR\nCheck-in: 3 May 2027', 'Give me the total, check-in and room', 'Check-in: 3 May 2027.'],
		['Total: 5 EUR\nCheck-in: 3 May 2027', 'Give me the total, check-in and room', 'Room: not found.'],
		['Your membership (no. 80123) ends soon.', "what's my membership number", 'Membership number: 80123.'],
		[
			'Send it to IBAN DE89 3704 0044 0532 0130 00.',
			"What's the IBAN?",
			'IBAN: DE89 3704 0044 0532 0130 00.',
		],
	])('%s %s', (text, prompt, told) => expect(judge(prompt, { text }).information).toContain(told));

	test('the subject is no label of the first line', () =>
		expect(judge('what are the figures', { subject: 'Figures', text: 'See attached.' }).verdict).toBe(
			'cannot tell',
		));
});

test('a prompt that is too long to be read whole is no verdict: what is behind could decide otherwise', () => {
	const prompt = `Tell me if it mentions an invoice. ${'We buy a lot of things. '.repeat(250)}But not if it is from Shop.`;
	const { verdict, information } = judge(prompt, { text: 'Your invoice is attached.' });
	expect(verdict).toBe('cannot tell');
	expect(information[0]).toContain('more than 5,000 characters');
});

test('thousands of empty lines in a prompt change nothing', () => {
	const read = ['\n', ' \n', '\r\n', ' '].map((space) =>
		explainMailPrompt(`Does it${space.repeat(2900 / space.length)}mention an invoice?${space.repeat(50)}`),
	);
	for (const reading of read) expect(reading).toEqual(explainMailPrompt('Does it mention an invoice?'));
	// Looking back over them would take longer than a test has.
	for (const gap of Array.from({ length: 12 }, (_, at) => ' \n'.repeat(2400 - at)))
		expect(judge(`Does it mention an invoice?${gap}`, MAILS.invoice).verdict).toBe('met');
});

test('how many did something is not how many there are', () => {
	const mail = { text: 'Guests: 4 adults' };
	expect(judge('How many people complained?', mail).verdict).toBe('cannot tell');
	expect(judge('Note the total and open a ticket', { text: 'Total: 5 EUR' }).evidence).not.toContain(
		'ticket',
	);
});
