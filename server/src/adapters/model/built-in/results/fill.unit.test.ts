import type { FieldType, ResultField, Value } from '@watchword/contract/field';
import { readValue } from '@watchword/contract/field-value';
import type { Sighting } from '@watchword/model';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fillFields, type Material } from './fill.ts';

const field = (name: string, type: FieldType, choices: string[] = []): ResultField => ({
	id: 'abcdefgh',
	name,
	type,
	choices,
});
const material = (text: string, more: Partial<Material> = {}): Material => ({
	mail: { from: 'Ann <ann@example.com>', subject: '' },
	texts: [text],
	scenes: [],
	value: null,
	...more,
});
const fill = (name: string, type: FieldType, text: string, choices: string[] = []) =>
	fillFields([field(name, type, choices)], material(text))[0];
const found = (name: string, type: FieldType, text: string, choices: string[] = []) =>
	fill(name, type, text, choices)?.value;
const money = (amount: number, currency: string | null = 'EUR') => ({ amount, currency });

describe('amounts', () => {
	test.each<[string, string, Value]>([
		['Total', 'Total: 1.234,50 EUR', money(1234.5)],
		['Total', 'Total: EUR 1,234.50', money(1234.5)],
		['Total', 'Total: €1,234', money(1234)],
		['Total', 'TOTAL                $ 99.00', money(99, 'USD')],
		['Total', 'Total ......... 12,00 €', money(12)],
		['Total', 'Subtotal: 100,00 €\nVAT 19 %: 19,00 €\nTotal: 119,00 €', money(119)],
		['Total', 'Net total: 100,00 €\nTotal incl. VAT: 119,00 €', money(119)],
		['Total', 'Total (EUR): 119,00', money(119)],
		['Total', 'Total in EUR: 119,00', money(119)],
		['Total', 'Zwischensumme 100,00 €\nMwSt. 19% 19,00 €\nGesamtbetrag 119,00 €', money(119)],
		['Total', 'Rechnungsbetrag: 1 234,50 EUR', money(1234.5)],
		['Total', 'Total: CHF 1\u2019234.50', money(1234.5, 'CHF')],
		['Total', 'The total is £45.10 this time.', money(45.1, 'GBP')],
		['Total', 'Please pay the total of 45,10 EUR by 14 March 2026.', money(45.1)],
		['Total', 'Total\n119,00 €\n', money(119)],
		['Total', 'Total: 119', money(119, null)],
		['Total', 'Total: -20.00 USD', money(-20, 'USD')],
		['Total', 'Grand total | 119.00 EUR', money(119)],
		['Gesamtbetrag', 'Total: 119,00 EUR', money(119)],
		['Amount', 'Rechnungsbetrag: 80,- EUR', money(80)],
		['Amount', 'Amount due: 80.00 GBP', money(80, 'GBP')],
		['Invoice total', 'Invoice total: 80 euros', money(80)],
		['Tax', 'MwSt.: 19,00 €', money(19)],
		['Shipping', 'Versandkosten: 4,90 €\nGesamt: 24,90 €', money(4.9)],
		['Deposit', 'Deposit: $250', money(250, 'USD')],
		['Monthly fee', 'Monthly fee: 9.99 EUR', money(9.99)],
		['Labour', 'Labour 3.5 h      GBP 245.00', money(245, 'GBP')],
		['VAT', 'MwSt. 19 %       99,63 EUR', money(99.63)],
		['Balance', 'Available balance: EUR 1,204.11', money(1204.11)],
		['Price', 'Your plan (12.99 USD per month) renews soon.', money(12.99, 'USD')],
		['Total', 'Invoice    Date          Total\n4711       14.03.2026    119,00 €', money(119)],
		['Total', '| Item | Total |\n|------|-------|\n| Bolt | 9.50 EUR |', money(9.5)],
	])('%s in "%s"', (name, text, value) => expect(found(name, 'amount', text)).toEqual(value));

	test.each<[string, string]>([
		['Balance due', 'Total price: 426.00 EUR\nBalance due on arrival: 326.00 EUR'],
		['Price', 'From 39.00 EUR instead of 49.00 EUR'],
		['Total', 'Subtotal: 100,00 €'],
		['Total', 'Net total: 100,00 €'],
		['Total', 'Total net: 100,00 €'],
		['Total', 'Total VAT: 19,00 €'],
		['Total', 'Total (net): 100,00 €'],
		['Total', 'Total excl. VAT: 100,00 €'],
		['Total', 'Total: to be agreed'],
		['Total', 'Total: 14.03.2026'],
		['Total', 'Total 3 items'],
		['Total', 'Total discount 20%'],
		['Total', '> Total: 99,00 €'],
		['Total', 'You saved 10,00 € in total.'],
		['Total', 'Total: 10,00 €\nTotal: 12,00 €'],
		['Amount', 'Amount: 10,00 €\nTotal: 12,00 €'],
		['Tax', 'Total: 12,00 €'],
		['Monthly fee', 'Fee: 9.99 EUR'],
		['Total', ''],
	])('no %s in "%s"', (name, text) => {
		const one = fill(name, 'amount', text);
		expect(one?.value).toBeNull();
		expect(one?.problem).toMatch(/\.$/);
	});

	test('two that contradict each other are named in the reason', () => {
		expect(fill('Total', 'amount', 'Total: 10,00 €\nTotal: 12,00 €')?.problem).toBe(
			'It is not certain: “Total: 10,00 €” and “Total: 12,00 €” say different things.',
		);
	});
	test('the same twice is one, and the attachment counts like the mail', () => {
		const texts = ['Total: 10,00', 'Gesamtbetrag: 10,00 €'];
		expect(fillFields([field('Amount', 'amount')], material('', { texts }))[0]?.value).toEqual(money(10));
	});
});

describe('dates', () => {
	test.each<[string, string, Value]>([
		['Due date', 'Due date: 2026-03-14', '2026-03-14'],
		['Due date', 'Due date: 14.03.2026', '2026-03-14'],
		['Due date', 'Due date: 14.3.26', '2026-03-14'],
		['Due date', 'Due date: 14 March 2026', '2026-03-14'],
		['Due date', 'Due date: March 14, 2026', '2026-03-14'],
		['Due date', 'Due date: Mar 14th 2026', '2026-03-14'],
		['Due date', 'Due date: Saturday, 14 March 2026', '2026-03-14'],
		['Due date', 'Due: 14-Mar-2026', '2026-03-14'],
		['Due date', 'Payment is due by 14 March 2026.', '2026-03-14'],
		['Due date', 'Please pay by 14/03/2026', '2026-03-14'],
		['Due date', 'Invoice date: 02/28/2026\nDue date: 03/04/2026', '2026-03-04'],
		['Due date', 'Zahlbar bis zum 14. März 2026', '2026-03-14'],
		['Due date', 'Fällig am: Samstag, den 14.03.2026', '2026-03-14'],
		['Due date', 'Fälligkeit    14.03.2026', '2026-03-14'],
		['Fälligkeitsdatum', 'Payment due date: 2026/03/14', '2026-03-14'],
		['Rechnungsdatum', 'Invoice date: 1 Feb 2026\nDue date: 1 March 2026', '2026-02-01'],
		['Delivery date', 'Estimated delivery: Monday, 16 March 2026', '2026-03-16'],
		['Date', 'Date: 2026-01-02\nDue date: 2026-02-03', '2026-01-02'],
		['Arrival', 'Check-in: 5 Oct 2026, 15:00\nCheck-out: 7 Oct 2026', '2026-10-05'],
		['Check-out', 'Anreise: 05.10.2026\nAbreise: 07.10.2026', '2026-10-07'],
	])('%s in "%s"', (name, text, value) => expect(found(name, 'date', text)).toBe(value));

	test.each<[string, string, string]>([
		['Due date', 'Due date: 03/04/2026', 'can be two different days'],
		['Due date', 'Due date: 14 March', 'names no year'],
		['Due date', 'Due date: 30.02.2026', 'not found'],
		['Due date', 'Due date: tomorrow', 'not found'],
		['Due date', 'Invoice date: 14.03.2026', 'not found'],
		['Date', 'Due date: 14.03.2026', 'not found'],
	])('no %s in "%s"', (name, text, problem) => {
		const one = fill(name, 'date', text);
		expect(one?.value).toBeNull();
		expect(one?.problem).toContain(problem);
	});
});

describe('numbers, texts, choices', () => {
	test.each<[string, FieldType, string, Value]>([
		['Quantity', 'number', 'Quantity: 12', 12],
		['Quantity', 'number', 'Menge: 1.234 Stück, Preis 12,50 €', 1234],
		['Quantity', 'number', 'Qty: 2.5 kg', 2.5],
		['Invoice number', 'number', 'Invoice no. 4711', 4711],
		['Order number', 'number', 'Your order number is 4711.', 4711],
		['Humidity', 'number', 'Humidity: 45 %', 45],
		['Guests', 'number', 'Number of guests: 4\n', 4],
		['Invoice number', 'text', 'Invoice no. 4711', '4711'],
		['Invoice number', 'text', 'Invoice No: INV-2026/17', 'INV-2026/17'],
		['Invoice number', 'text', 'Rechnungs-Nr.: RE-17', 'RE-17'],
		['Invoice number', 'text', 'Rechnungsnummer 2026-0017', '2026-0017'],
		['Invoice number', 'text', 'Your invoice 20260017 is attached.', '20260017'],
		['Rechnungsnummer', 'text', 'Invoice number: A17', 'A17'],
		['Order number', 'text', 'Order #A-1042 has shipped', 'A-1042'],
		['Tracking number', 'text', 'Sendungsnummer: 00340434161094000000', '00340434161094000000'],
		['Kundennummer', 'text', 'Kunden-Nr. 10023', '10023'],
		['Supplier', 'text', 'Supplier: Acme Ltd', 'Acme Ltd'],
		['Supplier', 'text', 'Lieferant: Bäcker & Söhne GmbH', 'Bäcker & Söhne GmbH'],
		['Supplier', 'text', 'Supplier: Acme Ltd Date: 14.03.2026', 'Acme Ltd'],
		['Room', 'text', 'Room: 12b', '12b'],
		['Seat', 'text', 'Seat: 14C. Gate: 7', '14C'],
		['Server room A', 'number', 'Server room A: 23.5 °C\nServer room B: 31.0 °C', 23.5],
		['Customer number', 'text', 'Kundennummer: 77 401 22', '77 401 22'],
		['Case number', 'text', '[Ticket #771204] (Case 00918-B)', '00918-B'],
		['IBAN', 'text', 'Bitte auf das Konto IBAN DE02 1203 0000 0000 2020 51.', 'DE02 1203 0000 0000 2020 51'],
		['Phone', 'text', 'Please call me on 0151 555 02 88 if neither works.', '0151 555 02 88'],
		['IBAN', 'text', 'IBAN: DE12 5001 0517 0648 4898 90', 'DE12 5001 0517 0648 4898 90'],
		['Phone', 'text', 'Tel.: +49 30 123456', '+49 30 123456'],
		['Paid', 'yes-no', 'Paid: yes', true],
		['Paid', 'yes-no', 'Bezahlt: Nein', false],
		['Newsletter', 'yes-no', 'Newsletter: [x]', true],
	])('%s (%s) in "%s"', (name, type, text, value) => expect(found(name, type, text)).toEqual(value));

	test.each<[string, FieldType, string]>([
		['Quantity', 'number', 'Quantity: a few'],
		['Weight', 'number', 'Weight: 1.234'],
		['Order number', 'number', 'Order number: A-4711'],
		['Phone', 'number', 'Phone: 030 1234567'],
		['Time', 'number', 'Time: 10:30'],
		['Order number', 'text', 'Please order 3 pizzas'],
		['Order number', 'text', 'Order number: pending'],
		['Invoice number', 'text', 'Invoice no.: =1+1'],
		['Invoice number', 'text', 'Invoice 2026'],
		['Supplier', 'text', 'The supplier has not answered yet.'],
		['Supplier', 'text', 'Supplier:\nDate: 14.03.2026'],
		['Paid', 'yes-no', 'Paid: no later than Friday, please'],
		['Paid', 'yes-no', 'It was paid.'],
		['Phone', 'text', '> Tel. +44 1632 960 455'],
		['Phone', 'text', 'Call 0151 555 02 88 or 0151 555 02 89.'],
		['Phone', 'text', 'Kundennummer 0771 40122 99'],
		['IBAN', 'text', 'Konto DE03 1203 0000 0000 2020 51'],
	])('no %s (%s) in "%s"', (name, type, text) => expect(found(name, type, text)).toBeNull());

	test('a choice is one that stands behind its label', () => {
		const choices = ['Low', 'Very high', 'High'];
		expect(found('Priority', 'choice', 'Priority: very high!', choices)).toBe('Very high');
		expect(found('Priority', 'choice', 'Priorität: HIGH', choices)).toBe('High');
		expect(found('Priority', 'choice', 'This is of high quality', choices)).toBeNull();
		expect(found('Priority', 'choice', 'Priority: high or low', choices)).toBeNull();
		expect(found('Priority', 'choice', 'Priority: highest', choices)).toBeNull();
	});

	test('the sender is the supplier only where it is a company, and not where it was passed on', () => {
		const of = (from: string, subject = 'Invoice') =>
			fillFields([field('Supplier', 'text')], material('See the file.', { mail: { from, subject } }))[0]
				?.value;
		expect(of('Acme GmbH <x@acme.example>')).toBe('Acme GmbH');
		expect(of('"Acme" <billing@acme.example>')).toBe('Acme');
		expect(of('Ann Smith <ann@acme.example>')).toBeNull();
		expect(of('Acme GmbH <x@acme.example>', 'Fwd: Invoice')).toBeNull();
	});
});

test('a whole invoice in German', () => {
	const text = `Guten Tag,

anbei Ihre Rechnung.

Rechnungs-Nr.:   RE-2026-104        Kunden-Nr.:  88213
Rechnungsdatum:  02.03.2026

Pos  Bezeichnung        Menge   Einzelpreis   Gesamt
1    Kaffee, 1 kg       4       12,50 €       50,00 €
2    Versand            1       4,90 €        4,90 €

Nettobetrag                                   46,13 €
USt. 19 %                                      8,77 €
Rechnungsbetrag                               54,90 €

Zahlbar bis 16.03.2026 ohne Abzug.

Rösterei Nord GmbH`;
	const fields = [
		field('Invoice number', 'text'),
		field('Customer number', 'number'),
		field('Invoice date', 'date'),
		field('Amount due', 'amount'),
		field('Due date', 'date'),
	];
	expect(fillFields(fields, material(text)).map(({ value }) => value)).toEqual([
		'RE-2026-104',
		88213,
		'2026-03-02',
		money(54.9),
		'2026-03-16',
	]);
});

describe('pictures', () => {
	const sighting = (object: Sighting['object'], sure = true): Sighting => ({
		object,
		sure,
		confidence: sure ? 0.9 : 0.3,
		box: sure
			? { left: 0.1, top: 0.1, right: 0.4, bottom: 0.9 }
			: { left: 0.6, top: 0.1, right: 0.9, bottom: 0.9 },
	});
	const count = (name: string, sightings: Sighting[], type: FieldType = 'number') =>
		fillFields([field(name, type)], { mail: null, texts: [], scenes: [{ sightings }], value: null })[0];
	test('things are counted where all of them are sure', () => {
		expect(count('Cars', [sighting('car')])).toMatchObject({
			value: 1,
			evidence: 'Counted in the picture: 1 car.',
		});
		expect(count('Number of people', [])?.value).toBe(0);
		expect(count('Cars', [sighting('car'), sighting('car', false)])).toMatchObject({ value: null });
		expect(count('Dog', [sighting('dog')], 'yes-no')?.value).toBe(true);
		const either: Sighting = { ...sighting('dog'), oneOf: ['dog', 'cat'] };
		expect(count('Animals', [either], 'yes-no')?.value).toBe(true);
		expect(count('Animals', [either])?.value).toBe(1);
		expect(count('Dog', [either], 'yes-no')?.value).toBeNull();
		expect(count('Unicorns', [sighting('car')])?.value).toBeNull();
	});
});

test('whatever a mail says, what is found fits its field, stands in the text, and takes no time', () => {
	const words = fc.constantFrom(
		...[
			'Total',
			':',
			'Due date',
			'12,50',
			'€',
			'14.03.2026',
			'\n',
			'\t',
			'  ',
			'|',
			'Invoice no.',
			'A-1',
			'EUR',
			'1.234',
			'>',
			'x',
			'(',
			'03/04/26',
			'yes',
		],
	);
	const fields: ResultField[] = [
		field('Total', 'amount'),
		field('Due date', 'date'),
		field('Invoice number', 'text'),
		field('Quantity', 'number'),
		field('Paid', 'yes-no'),
		field('Total', 'choice', ['x', 'yes']),
	];
	fc.assert(
		fc.property(
			fc.oneof(
				fc.array(words, { maxLength: 60 }).map((all) => all.join(' ')),
				fc.string({ maxLength: 300 }),
			),
			(text) => {
				for (const [at, one] of fillFields(fields, material(text)).entries()) {
					expect(readValue(fields[at] as ResultField, one.value)).toEqual({ value: one.value });
					expect(one.value === null).toBe(one.problem !== null);
				}
			},
		),
		{ numRuns: 300 },
	);
	fillFields(fields, material('Total : '.repeat(12_000)));
	fillFields(fields, material('a\t'.repeat(50_000)));
	fillFields(fields, material(`Total${' '.repeat(99_000)}`));
	fillFields(fields, material(`Total: ${'1.'.repeat(49_000)}`));
});
