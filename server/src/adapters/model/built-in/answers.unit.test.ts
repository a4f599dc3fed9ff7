import { KNOWN_OBJECTS } from '@watchword/contract/known-objects';
import { answer } from '@watchword/contract/verdict';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerFromMail } from './reading.ts';
import { answerFromClock } from './reminder.ts';
import { answerFromPictures } from './sight.ts';
import { type Sighting, sift } from './sighting.ts';
import { writeAnswer } from './write.ts';

const at = (object: Sighting['object'], confidence: number, left = 0): Sighting => ({
	object,
	confidence,
	box: { left, right: left + 0.1, top: 0, bottom: 0.4 },
});

describe('an answer about a picture', () => {
	const seen = [at('person', 0.71), at('car', 0.64, 0.3), at('car', 0.5, 0.5), at('dog', 0.33, 0.8)];

	test('names what was found with counts and confidences, and how the condition was read', () => {
		const findings = answerFromPictures('when there is a person and a vehicle', [seen]);
		expect(writeAnswer(findings, true)).toEqual({
			evidence:
				'Found 1 person (0.71) and 2 cars (0.64, 0.50). Less sure, and not counted: 1 dog (0.33). Condition as read: ' +
				'a person and a vehicle. Here “vehicle” is read as car, motorcycle, bus, truck, train, boat or airplane.',
			verdict: 'met',
			information: 'In the picture: 1 person and 2 cars.\n\nThe condition is met: a person and a vehicle.',
			email_subject: 'Person and car seen: 1 person, 2 cars',
			email_html:
				'<p>In the picture: 1 person and 2 cars.</p>\n<p>The condition is met: a person and a vehicle.</p>',
		});
		expect(writeAnswer(findings, false)).toMatchObject({ email_subject: '', email_html: '' });
	});

	test('says what it does not know', () => {
		expect(answerFromPictures('when there is a parcel', [seen])).toMatchObject({
			verdict: 'cannot tell',
			evidence: expect.stringContaining(
				'Cannot tell: the built-in model knows 80 everyday kinds of object, and “parcel” is not one of them.',
			),
		});
	});

	test('answers how many, and describes', () => {
		expect(answerFromPictures('How many cars are there?', [seen])).toMatchObject({
			verdict: 'met',
			information: ['There are 2 cars.', 'In the picture: 1 person and 2 cars.'],
		});
		expect(answerFromPictures('Describe what you see', [[]])).toMatchObject({
			verdict: 'met',
			information: ['None of the 80 kinds of object the built-in model knows is in the picture.'],
		});
	});

	test('with several pictures needs one that meets the condition', () => {
		expect(answerFromPictures('a dog', [[], null, [at('dog', 0.6)]])).toMatchObject({ verdict: 'met' });
		expect(answerFromPictures('a dog', [[], null]).verdict).toBe('cannot tell');
		expect(answerFromPictures('a dog', []).verdict).toBe('cannot tell');
	});

	test('counts one object once, though it is reported as two kinds', () => {
		const { sure } = sift([at('truck', 0.5), at('car', 0.6), at('car', 0.55), at('person', 0.5, 0.5)]);
		expect(sure.map(({ object }) => object)).toEqual(['car', 'person']);
	});
});

describe('an answer about a mail', () => {
	const mail = {
		from: 'Ann Example <ann@shop.example>',
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
		['when a mail from ann@shop.example arrives and it mentions invoices', 'met'],
		['if it contains an amount', 'met'],
		['when the customer mentions a refund', 'not met'],
		['if it is urgent', 'cannot tell'],
		['if the customer sounds angry', 'cannot tell'],
		['if it has an attachment', 'cannot tell'],
		['Extract the amount and the due date', 'met'],
		['Summarise this mail', 'met'],
		['Be polite', 'cannot tell'],
		['Reply "Thank you, we will call back."', 'met'],
	])('%s: %s', (prompt, verdict) => expect(answerFromMail(prompt, mail)).toMatchObject({ verdict }));

	test('extracts and quotes', () => {
		const { information } = answerFromMail('Give me the amount, the date and the phone number', mail);
		expect(information).toEqual([
			'Mail from Ann Example <ann@shop.example>, subject “Your invoice INV-2041”.',
			'Link: https://shop.example/pay?x=1.',
			'Numbers: invoice INV-2041, invoice number INV-2041.',
			'Date: 3 March 2026.',
			'Amount: $1,249.50.',
			'Time: 14:30.',
			'Phone number: +49 30 1234567.',
			'It says: “your invoice number INV-2041 over $1,249.50 is due on 3 March 2026 at 14:30.”',
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

describe('an answer at a scheduled time', () => {
	// A Tuesday.
	const now = new Date('2026-03-03T06:30:00Z');
	const ask = (prompt: string) => answerFromClock(prompt, now, 'Europe/Berlin');

	test('passes the prompt on as a reminder', () => {
		expect(writeAnswer(ask('Bin day: put the bins out'), true)).toMatchObject({
			verdict: 'met',
			evidence: expect.stringContaining('It is Tuesday, 3 March 2026, 07:30 (Europe/Berlin).'),
			email_subject: 'Bin day: put the bins out',
			email_html: expect.stringContaining('<p>Bin day: put the bins out</p>'),
		});
	});

	test.each([
		['On Tuesdays remind me of the bins', 'met'],
		['every Monday and Tuesday: bins', 'met'],
		['every Wednesday: bins', 'not met'],
		['if it is Friday, wish a nice weekend', 'not met'],
		['on weekdays: open the shop', 'met'],
		['on weekends: sleep in', 'not met'],
		['Prepare the papers for the Friday meeting', 'met'],
		['if the weather is bad, tell me', 'cannot tell'],
	])('%s: %s', (prompt, verdict) => expect(ask(prompt)).toMatchObject({ verdict }));

	test('does without a zone it does not know', () => {
		expect(answerFromClock('bins', now, 'Nowhere/Land').evidence).toContain('06:30');
	});
});

describe('whatever it is asked', { timeout: 60_000 }, () => {
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
				valid(answerFromPictures(asked, pictures)),
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
					valid(answerFromMail(asked, { from, subject, text: body }));
					valid(answerFromClock(asked, now, from));
				},
			),
			{ numRuns: 500 },
		);
	});

	test('long text stays within the limits and comes to an end', () => {
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
			valid(answerFromMail('extract all amounts', { from: long, subject: long, text: long }));
			valid(answerFromMail(long, { from: '', subject: '', text: long }));
			valid(answerFromPictures(long, [[]]));
			valid(answerFromClock(long, new Date(), 'UTC'));
		}
	});
});
