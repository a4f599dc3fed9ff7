import { KNOWN_OBJECTS } from '@watchword/contract/known-objects';
import { answer } from '@watchword/contract/verdict';
import { answerFromPictures, type Sighting } from '@watchword/model';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerFromClock } from './clock/reminder.ts';
import { answerFromMail } from './mail/answer.ts';
import { readForPictures } from './pictures.ts';
import { writeAnswer } from './write.ts';

const answerAbout = (prompt: string, pictures: (Sighting[] | null)[]) =>
	answerFromPictures(
		readForPictures(prompt),
		pictures.map((sightings) => sightings && { sightings }),
		{ zones: [], clock: null },
	);

describe('an answer about a mail', () => {
	const nobody = { address: null, checks: '' };
	const mail = {
		from: 'Ann Example <ann@shop.example>',
		sender: { address: 'ann@shop.example', checks: 'SPF pass' },
		subject: 'Your invoice INV-2041',
		text:
			'Hello,\nyour invoice number INV-2041 over $1,249.50 is due on 3 March 2026 at 14:30.\n' +
			'Call +49 30 1234567 or see https://shop.example/pay?x=1.\nKind regards <b>Ann</b>',
	};

	test.each([
		['if it mentions invoice', 'met'],
		['If it mentions an invoice, email me', 'met'],
		['if it mentions a refund or an invoice', 'met'],
		['if it mentions a refund and an invoice', 'not met'],
		['if it mentions a refund', 'not met'],
		['if it does not mention a refund', 'met'],
		['if it does not mention a refund or an invoice', 'not met'],
		['unless it mentions a refund', 'met'],
		['when the subject contains urgent', 'not met'],
		['when the subject contains "your invoice"', 'met'],
		['when "due on" appears in the mail', 'met'],
		['if it is from ann@shop.example', 'met'],
		['if the sender is bob@shop.example', 'not met'],
		['If it is from ann@shop.example. Tell me.', 'met'],
		['if it is from @shop.example', 'met'],
		['if it is from @other.example', 'not met'],
		['if it is from Ann', 'met'],
		['if the sender is Example', 'met'],
		['if the sender is Boss', 'not met'],
		['when a mail from ann@shop.example arrives and it mentions invoices', 'met'],
		['if it contains an amount', 'met'],
		['when the customer mentions a refund', 'not met'],
		['if it is urgent', 'cannot tell'],
		['if the customer sounds angry', 'cannot tell'],
		['if it has an attachment', 'cannot tell'],
		['Extract the amount and the due date', 'met'],
		['if the total is over 1000 dollars', 'met'],
		['if the total is less than 1000 dollars', 'not met'],
		['if the discount is more than 20 %', 'cannot tell'],
		['if the customer is complaining', 'cannot tell'],
		['if the customer is angry', 'cannot tell'],
		['if it is about a refund', 'not met'],
		['if it is about an invoice', 'met'],
		['if it asks for a refund', 'cannot tell'],
		['if it mentions a late invoice', 'not met'],
		['What is the tracking number?', 'cannot tell'],
		['Summarise this mail', 'met'],
		['Be polite', 'cannot tell'],
		['Reply "Thank you, we will call back."', 'met'],
	])('%s: %s', (prompt, verdict) => expect(answerFromMail(prompt, mail)).toMatchObject({ verdict }));

	test('a mail that was read only in part is never judged as lacking something', () => {
		const lacking = 'if it does not mention a zebra';
		expect(answerFromMail(lacking, mail).verdict).toBe('met');
		expect(answerFromMail(lacking, { ...mail, partly: true }).verdict).toBe('cannot tell');
		expect(answerFromMail('unless it mentions a zebra', { ...mail, partly: true }).verdict).toBe(
			'cannot tell',
		);
	});

	test.each([
		['if it is from ann@shop.example', 'cannot tell'],
		['if the sender is not ann@shop.example', 'cannot tell'],
		['if it is from ann@shop.example or mentions an invoice', 'met'],
		['if it is from ann@shop.example and mentions a refund', 'not met'],
	])('from a sender that is not confirmed, %s: %s', (prompt, verdict) => {
		const forged = { ...mail, sender: { address: null, checks: 'SPF fail, DKIM none, DMARC fail' } };
		const answer = answerFromMail(prompt, forged);
		expect(answer.verdict).toBe(verdict);
		const isConfirmed = !answer.evidence.includes('not confirmed (SPF fail, DKIM none, DMARC fail)');
		expect(isConfirmed).toBe(verdict !== 'cannot tell');
	});

	test('never judges a sender by the name next to the address', () => {
		const posing = {
			...mail,
			from: '"ann@shop.example" <x@evil.example>',
			sender: { address: 'x@evil.example', checks: 'SPF pass' },
		};
		for (const prompt of ['if it is from ann@shop.example', 'if it is from @shop.example'])
			expect(answerFromMail(prompt, posing).verdict).toBe('not met');
		// Ann may write from an address that does not name her.
		expect(answerFromMail('if the sender is Ann', posing).verdict).toBe('cannot tell');
		expect(answerFromMail('if the sender is Bob', posing).verdict).toBe('not met');
	});

	test.each([
		[
			'If it mentions an invoice, tell me the amount and the date it is due.',
			['Amount: $184.50.', 'Due date: 28 July.'],
		],
		['When is it due?', ['Due date: 28 July.']],
		['When is the invoice due?', ['Due date: 28 July.']],
	])('says when something is due: %s', (prompt, lines) => {
		const text = 'please find invoice 2207 over $184.50 for the July flyers. It is due on 28 July.\n\nMia';
		const [, ...found] = answerFromMail(prompt, { ...mail, text }).information;
		expect(found).toEqual(lines);
	});

	test('finds each field with its label, or says that it was not found', () => {
		const order = {
			from: 'Shop <orders@shop.example>',
			sender: nobody,
			subject: 'Your order',
			text:
				'Thank you!\nOrder number: A-1042\nSubtotal: $90.00\nShipping: $9.50\nTotal: $99.50\n' +
				'Track it: https://track.example/parcel?number=55512345\nVersion 10.20.30.40, part 99.99.2026\nDelivery date: 12/03/2026',
		};
		const { information, subject } = answerFromMail('Extract the order number and the total', order);
		expect(information).toEqual(['Shop wrote: “Your order”.', 'Order number: A-1042.', 'Total: $99.50.']);
		expect(subject).toBe('Order number A-1042, Total $99.50');
		expect(answerFromMail('What is the tracking number?', order)).toMatchObject({
			verdict: 'cannot tell',
			evidence: 'Tracking number: not found.',
		});
		expect(answerFromMail('Give me the delivery date and the due date', order).information).toEqual([
			'Shop wrote: “Your order”.',
			'Delivery date: 12/03/2026.',
			'Due date: not found.',
		]);
	});

	test('compares percentages as numbers', () => {
		const sale = {
			sender: nobody,
			from: '',
			subject: 'Sale',
			text: 'Discount: 7.5 % on all shoes, only today.',
		};
		expect(answerFromMail('if the discount is more than 20 %', sale).verdict).toBe('not met');
		expect(answerFromMail('when the discount is at least 7.5%', sale).verdict).toBe('met');
	});

	test('takes only plausible dates and phone numbers', () => {
		const { information } = answerFromMail('Give me the phone number and the date', {
			sender: nobody,
			from: '',
			subject: '',
			text: 'Call 0000000000 or +44 20 7946 0958. Builds 99.99.2026 and 1.2.3.4 came on 31/02/2026 and 3 March 2026.',
		});
		expect(information.slice(1)).toEqual(['Phone number: +44 20 7946 0958.', 'Date: 3 March 2026.']);
	});

	test.each([
		['+49 (0) 151 2345-678', '(02) 9876 5432'],
		['0151/2345678', '(02)98765432'],
		['+4915112345678', '+1-202-555-0143'],
	])('finds %s and %s', (one, other) => {
		const text = `Call ${one} or ${other}, not 1.0.0.0 or 0.12345678.`;
		const mail = { sender: nobody, from: '', subject: '', text };
		expect(answerFromMail('Give me the phone numbers', mail).information).toContain(
			`Phone numbers: ${one}, ${other}.`,
		);
	});

	// Where a pattern can match these in many ways, this takes minutes.
	test.each([`|(0${'12345'.repeat(8)}`, 'invoice.1a1.', 'total\n', '\n', '1.'])(
		'reads many of %j',
		(part) => {
			const prompt = 'If it mentions an invoice, extract the invoice number, the total and the phone number';
			const mail = { sender: nobody, from: '', subject: '', text: part.repeat(100_000 / part.length) };
			answerFromMail(prompt, mail);
		},
	);

	test('gives each number once, in whichever way it is written', () => {
		const { information } = answerFromMail('Extract the numbers', {
			sender: nobody,
			from: '',
			subject: 'Invoice 4711',
			text: 'Your invoice no. 4711 for order 4711 is attached. Please pay INVOICE 4711 soon.',
		});
		expect(information.slice(1)).toEqual(['Numbers: Invoice 4711, order 4711.']);
	});

	test('replies to the sender with a short text', () => {
		expect(answerFromMail('Extract the invoice number', mail, { replies: true }).information).toEqual([
			'Hello Ann Example,',
			'Thank you for your mail about “Your invoice INV-2041”. We have received it.',
			'We have noted: Invoice number INV-2041.',
			'Kind regards',
		]);
	});

	test('passes on a text that the customer gave', () => {
		expect(answerFromMail('If it mentions an invoice, reply “Thank you.”', mail).information).toEqual([
			'Thank you.',
		]);
	});

	test('keeps what a mail says as text', () => {
		const hostile = {
			...mail,
			subject: 'a\r\nBcc: x@y.z',
			text: '<img src=x onerror=alert(1)> "invoice" & more',
		};
		const { email_subject, email_html } = writeAnswer(answerFromMail('quote the invoice', hostile), true);
		expect(email_subject).not.toMatch(/[\r\n]/);
		expect(email_html).toContain('&lt;img src=x onerror=alert(1)&gt; &quot;invoice&quot; &amp; more');
		expect(email_html).not.toContain('<img');
	});
});

describe('mails as they come', () => {
	const mails = {
		order:
			'Order number: FO-20418\nOrder date: 3 March 2026\nSubtotal: $93.50\nShipping: $9.95\nTotal: $103.45\nCall 02 9374 4000.',
		invoice:
			'Invoice no. 2026-0317\nNet amount EUR 850,00\nAmount due: EUR 1.011,50\nIBAN DE89 3704 0044 0532 0130 00',
		german: 'Rechnungsnummer: 884512\nGesamtbetrag: 1.234,56 €\nFällig am: 16.03.2026',
		french: 'Confirmation de commande n° 55019\nMontant total : 89,90 €',
		quote: 'Thanks for the quote of $2,450. Then we will order 40 units.',
	};
	test.each<[mail: keyof typeof mails, prompt: string, verdict: string, told: RegExp]>([
		['order', 'If the total is over $100, tell me', 'met', /\$103\.45/],
		['order', 'Tell me if the total is under $100.', 'not met', /\$103\.45/],
		['order', 'What is the tracking number', 'cannot tell', /Tracking number: not found/],
		['order', 'Who is the doctor', 'cannot tell', /Doctor: not found/],
		['order', 'What is the shipping cost', 'met', /Shipping cost: \$9\.95/],
		['invoice', 'If the amount due is more than 1000 euros', 'met', /EUR 1\.011,50/],
		[
			'invoice',
			'Extract the phone number and the invoice number',
			'met',
			/Phone number: not found.*2026-0317/,
		],
		['invoice', 'What is the VAT rate?', 'cannot tell', /not found/],
		[
			'german',
			'Extract the invoice number, the total and the due date',
			'met',
			/884512.*1\.234,56 €.*16\.03\.2026/,
		],
		['german', 'if the total is more than 2000', 'not met', /1\.234,56 €/],
		['french', 'Extract the order number and the total', 'met', /55019.*89,90 €/],
		['french', 'If the total is over 8000', 'not met', /89,90 €/],
		['quote', 'What is the order number', 'cannot tell', /Order number: not found/],
		['quote', 'if the amount is at least $2000', 'met', /\$2,450/],
	])('%s: %s', (mail, prompt, verdict, told) => {
		const sender = { address: null, checks: 'none' };
		const answer = answerFromMail(prompt, {
			from: 'a@b.example',
			subject: 'Hello',
			text: mails[mail],
			sender,
		});
		expect([answer.verdict, answer.evidence]).toEqual([verdict, expect.stringMatching(told)]);
	});
});

describe('an answer at a scheduled time', () => {
	const now = new Date('2026-03-03T06:30:00Z');

	test('passes the prompt on', () => {
		const findings = answerFromClock('Bin day: put the bins out', now, 'Europe/Berlin');
		expect(writeAnswer(findings, true)).toMatchObject({
			verdict: 'met',
			evidence: 'It is Tuesday 3 March 2026, 07:30 (Europe/Berlin).',
			email_subject: 'Bin day: put the bins out',
			email_html: '<p>Bin day: put the bins out</p>',
		});
	});

	test('accepts an unknown zone', () => {
		expect(answerFromClock('bins', now, 'Nowhere/Land').evidence).toContain('06:30');
	});
});

describe('whatever it is asked', () => {
	const words = fc.constantFrom(
		...'if when no not without and or but unless with more than at least exactly two 3 a the is there person people car dogs on in couch parcel red empty nobody , . " driveway mentions subject from contains every Monday tell me'.split(
			' ',
		),
	);
	const prompt = fc.oneof(
		fc.array(words, { maxLength: 25 }).map((all) => all.join(' ')),
		fc.string({ unit: 'grapheme', maxLength: 200 }),
		fc.string({ unit: 'binary', maxLength: 200 }),
	);
	const sightings = fc.array(
		fc.record({
			object: fc.constantFrom(...KNOWN_OBJECTS),
			confidence: fc.double({ min: 0.3, max: 1, noNaN: true }),
			sure: fc.boolean(),
			box: fc.record({ left: fc.double(), right: fc.double(), top: fc.double(), bottom: fc.double() }),
		}),
		{ maxLength: 30 },
	);
	const valid = (findings: Parameters<typeof writeAnswer>[0]) => {
		expect(answer.safeParse(writeAnswer(findings, true)).success).toBe(true);
	};

	test('of pictures, it gives a valid answer', () => {
		fc.assert(
			fc.property(prompt, fc.array(fc.option(sightings), { maxLength: 3 }), (asked, pictures) =>
				valid(answerAbout(asked, pictures)),
			),
			{ numRuns: 1500 },
		);
	});

	test('of mails and times, it gives a valid answer', () => {
		const text = fc.string({ unit: 'binary', maxLength: 2000 });
		fc.assert(
			fc.property(
				prompt,
				text,
				text,
				text,
				fc.date({ noInvalidDate: true }),
				(asked, from, subject, body, now) => {
					valid(answerFromMail(asked, { from, subject, text: body, sender: { address: null, checks: '' } }));
					valid(answerFromClock(asked, now, from));
				},
			),
			{ numRuns: 500 },
		);
	});

	test('long texts take limited time and give a limited answer', () => {
		for (const piece of [
			'1',
			' 0 ',
			'a@',
			'1,',
			'if ',
			'"',
			'<',
			'order 1',
			'+1 ',
			'é',
			'😀',
			'no person or ',
		]) {
			const long = piece.repeat(200_000 / piece.length);
			valid(
				answerFromMail('extract all amounts', {
					from: long,
					subject: long,
					text: long,
					sender: { address: null, checks: '' },
				}),
			);
			valid(
				answerFromMail(long, { from: '', subject: '', text: long, sender: { address: null, checks: '' } }),
			);
			valid(answerAbout(long, [[]]));
			valid(answerFromClock(long, new Date(), 'UTC'));
		}
	});
});
