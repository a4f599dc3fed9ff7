import type { FieldType, Value } from '@watchword/contract/field';
import { expect, test } from 'vitest';
import { fillFields } from './fill.ts';

const found = (name: string, type: FieldType, text: string) =>
	fillFields([{ id: 'abcdefgh', name, type, choices: [] }], {
		mail: { from: 'Ann <ann@example.com>', subject: '' },
		texts: [text],
		scenes: [],
		value: null,
	})[0]?.value;
const euros = (amount: number) => ({ amount, currency: 'EUR' });

test.each<[name: string, type: FieldType, text: string, value: Value]>([
	['Total', 'amount', 'The whole job comes to EUR 84.90 in total.', euros(84.9)],
	['Total', 'amount', 'Please pay 120 EUR by 3 December 2026.', euros(120)],
	['Due date', 'date', 'Please pay 120 EUR by 3 December 2026.', '2026-12-03'],
	['Due date', 'date', 'Please pay within 14 days, at the latest by\n17 November 2026.', '2026-11-17'],
	['Offener Betrag', 'amount', 'Bitte überweisen Sie den offenen Betrag von 214,80 EUR.', euros(214.8)],
	['Mahngebühren', 'amount', 'Offen sind 10 EUR zuzüglich Mahngebühren von 5,00 EUR.', euros(5)],
	['VAT', 'amount', 'MwSt. 19 %: 39,71 EUR', euros(39.71)],
	['Shipping', 'amount', 'Beans\t2\t€37.80\nShipping\t1\t€4.90', euros(4.9)],
	['Membership fee', 'amount', 'The membership fee for 2027 is EUR 60.', euros(60)],
	['Rent', 'amount', 'Rent for November 2026: EUR 900.00', euros(900)],
	['Brötchen', 'number', 'Wir bestellen:\n- 40 Brötchen\n- 10 Brezeln', 40],
	['Mineralwasser', 'number', '20 x Mineralwasser\n6 x Wein', 20],
	['Code', 'text', 'Use the code ROSE20 at the checkout.', 'ROSE20'],
	['Membership number', 'text', 'Your membership (no. 80123) ends soon.', '80123'],
])('%s (%s) in "%s"', (name, type, text, value) => expect(found(name, type, text)).toEqual(value));

test.each<[name: string, type: FieldType, text: string]>([
	['Total', 'amount', 'You do not have to pay 30 EUR.'],
	['Total', 'amount', 'We pay 50 EUR to everyone. Others pay 80 EUR.'],
	['Total', 'amount', 'The tour comes to EUR 30 for adults and EUR 15 for children.'],
	['Total', 'amount', 'Last year you had to pay 200 EUR.'],
	['Due date', 'date', 'Last year you had to pay 200 EUR by 1 March 2025.'],
	['Due date', 'date', 'Please pay 40 EUR by 1 December 2026 or 45 EUR by 15 December 2026.'],
	['Due date', 'date', 'Mr Hill pays the caterer by 30 November 2026.'],
	['Membership fee', 'amount', 'Membership fee 2027'],
	['Schrauben', 'number', '10 Schrauben\n20 Schrauben'],
])('no %s (%s) in "%s"', (name, type, text) => expect(found(name, type, text)).toBeNull());

test('nothing is found in a text of a million spaces', () => {
	expect(found('Screws', 'number', ' '.repeat(1_000_000))).toBeNull();
});
