import { describe, expect, test } from 'vitest';
import { fillFields } from '../results/fill.ts';
import { answerFromMail } from './answer.ts';
import { markEarlierMail } from './quotes.ts';

const OUTLOOK =
	'Wir nehmen es nicht an.\n\nVon: Dachdecker Voss <buero@voss.example>\nGesendet: Montag, 16. November 2026\nAn: Omar Haddad\nBetreff: Angebot\n\nIch möchte einen Termin. Der Auftrag wurde bestätigt.\nBitte zahlen Sie bis zum 30.11.2026.';
const GMAIL =
	'We are coming.\n\nOn Tue, 17 Nov 2026 at 10:12, Hotel Seeblick\n<info@seeblick.example> wrote:\n\nYour booking was cancelled. Fee: EUR 30.00';

describe('a mail that is answered', () => {
	test.each([
		['AW: Angebot', OUTLOOK, 'Von: Dachdecker'],
		[
			'Re: Offer',
			OUTLOOK.replace('Von:', 'From:').replace('Gesendet:', 'Sent:').replace('An:', 'To:'),
			'From: D',
		],
		['Re: Booking', GMAIL, 'On Tue, 17 Nov'],
		['Booking', GMAIL, 'On Tue, 17 Nov'],
		['Re: Booking', 'No.\n-----Original Message-----\nYour booking was cancelled.', '-----Orig'],
		['RE : Offre', 'Non.\nLe mar. 17 nov. 2026 à 10:12, Ann a écrit :\nVous venez ?', 'Le mar.'],
		['Re: Oferta', 'No.\nDe: Ana\nEnviado: lunes\nPara: Luis\nAsunto: Oferta\n\n¿Acepta?', 'De: Ana'],
		['AW: Buchung', 'Nein.\nAm 17.11.2026 um 10:12 schrieb Hotel Seeblick:\nSie ist storniert.', 'Am 17.'],
	])('%s: is marked', (subject, text, start) => {
		const [own = '', ...rest] = text.split(start);
		const quoted = `${start}${rest.join(start)}`.split('\n').map((line) => `> ${line}`);
		expect(markEarlierMail(subject, text)).toBe(`${own}${quoted.join('\n')}`);
	});

	test.each([
		['Fwd: Invoice', `Please look.\n${GMAIL}`],
		['WG: Angebot', OUTLOOK],
		['Angebot', OUTLOOK],
		['Re: Booking', GMAIL.replace('We are coming.', '')],
		['Re: Booking', 'On Monday Ann wrote:\n> Do you come?\nYes.\n> And Tom?\nNo.'],
		['Re: Rules', 'From: 8 to 14\nTo: everybody'],
	])('%s: is not marked where it is the matter, or marked already', (subject, text) =>
		expect(markEarlierMail(subject, text)).toBe(text),
	);

	test('is not marked in a mail that passes it on', () =>
		expect(markEarlierMail('Fwd: Offer', 'See this.\n\n> Do you accept?\n>> Tom')).toBe(
			'See this.\n\nDo you accept?\nTom',
		));

	test.each([
		['AW: Angebot', OUTLOOK, 'Wenn ein Auftrag bestätigt wurde, sag mir Bescheid'],
		['AW: Angebot', OUTLOOK, 'If they ask for an appointment, tell me'],
		['Re: Booking', GMAIL, 'If a booking was cancelled, tell me'],
		['Re: Booking', GMAIL, 'Is the fee over 20 EUR?'],
	])('%s does not say what it repeats: %s', (subject, text, prompt) => {
		const sender = { address: 'a@b.example', checks: 'SPF pass' };
		const mail = {
			from: 'a@b.example',
			subject,
			text: markEarlierMail(subject, text),
			attachments: [],
			sender,
		};
		expect(answerFromMail(prompt, mail).verdict).toBe('cannot tell');
	});

	test('gives no values', () => {
		const texts = [markEarlierMail('AW: Angebot', OUTLOOK)];
		const mail = { from: 'a@b.example', subject: 'AW: Angebot' };
		const [found] = fillFields([{ id: 'a', name: 'due date', type: 'date', choices: [] }], {
			mail,
			texts,
			scenes: [],
			value: null,
		});
		expect(found?.value).toBe(null);
	});

	// More than linear time would be more than a test has.
	test.each([`${'on wrote '.repeat(20_000)}\n`.repeat(5), `a\n${'From: on wrote \n'.repeat(50_000)}`])(
		'is looked for in a megabyte of words that could begin it',
		(text) => {
			expect(markEarlierMail('Re: x', text).length).toBeGreaterThanOrEqual(text.length);
		},
	);
});
