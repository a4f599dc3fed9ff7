/** What a value is called in mails, by the name of its field, in English and German. */
import { fold } from './fold.ts';

/** Of words that mean the same. `nr` stands for number, no., id and the like. Written as `fold` writes. */
// biome-ignore format: lists of words
const MEANINGS: string[][] = [
	'invoice nr, inv nr, bill nr, rechnungs nr, rechnung nr, beleg nr, invoice, rechnung, facture nr, numero de facture, factura nr, numero de factura',
	'order nr, purchase order nr, po nr, bestell nr, auftrags nr, auftrag nr, bestellung nr, order, ' +
		'bestellung, commande nr, numero de commande, pedido nr, numero de pedido',
	'customer nr, client nr, kunden nr, kd nr',
	'tracking nr, shipment nr, parcel nr, sendungs nr, paket nr, sendungsverfolgungs nr, suivi nr, parcel, shipment, paket, sendung',
	'return nr, rma nr, retouren nr, rücksende nr',
	'booking nr, reservation nr, confirmation nr, buchungs nr, reservierungs nr, booking, reservation, ' +
		'buchung',
	'reference nr, reference, ref, our reference, your reference, referenz nr, referenz, aktenzeichen, ' +
		'unser zeichen',
	'ticket nr, ticket',
	'case nr, vorgangs nr, case',
	'code, verification nr, security nr, access nr, discount nr, voucher nr, coupon nr, promo nr',
	'contract nr, policy nr, vertrags nr, policen nr, versicherungs nr',
	'serial nr, serien nr, sn',
	'total, grand total, total amount, invoice total, order total, total due, total amount due, amount due, ' +
		'balance due, amount payable, total payable, total to pay, amount to pay, invoice amount, total price, ' +
		'total cost, amount, sum, total sum, amount charged, order amount, bill total, payment amount, to pay, ' +
		'gesamtbetrag, gesamtsumme, rechnungsbetrag, rechnungssumme, summe, endbetrag, gesamt, zu zahlen, ' +
		'zahlbetrag, zu zahlender betrag, betrag, bruttobetrag, gesamtpreis, endsumme, zahlungsbetrag, ' +
		'offener betrag, fälliger betrag, montant total, total ttc, montant ttc, net a payer, montant a payer, importe total, total a pagar',
	'subtotal, sub total, net amount, net total, total net, net, nettobetrag, nettosumme, netto, ' +
		'zwischensumme',
	'vat, tax, vat amount, sales tax, tax amount, mwst, ust, umsatzsteuer, mehrwertsteuer, steuerbetrag',
	'shipping, shipping cost, shipping costs, delivery cost, postage, versand, versandkosten, lieferkosten, porto',
	'discount, rabatt, nachlass',
	'fee, fees, charge, gebühr, gebühren',
	'refund, refund amount, amount refunded, refunded, erstattung, erstattungsbetrag, rückerstattung',
	'balance, account balance, available balance, kontostand, saldo',
	'deposit, anzahlung, kaution',
	'due date, due, due on, due by, payment due, payment due date, pay by, payable by, payment deadline, ' +
		'deadline, please pay by, payment due by, payable until, fällig, fällig am, fälligkeit, fälligkeitsdatum, ' +
		'faellig am, faelligkeit, zahlbar bis, zahlungsziel, zu zahlen bis, zahlungsfrist, frist, ' +
		'bitte zahlen sie bis, échéance, date d échéance, vencimiento, fecha de vencimiento',
	'invoice date, date of invoice, date of issue, issue date, issued on, bill date, rechnungsdatum, ' +
		'ausstellungsdatum',
	'order date, ordered on, date of order, bestelldatum, bestellt am, auftragsdatum',
	'delivery date, delivered on, estimated delivery, expected delivery, delivery, estimated delivery date, ' +
		'expected delivery date, liefertermin, lieferdatum, lieferung, zustellung, voraussichtliche lieferung, ' +
		'voraussichtlicher liefertermin, voraussichtliche zustellung',
	'check in, arrival, arrival date, check in date, anreise, anreisedatum, ankunft',
	'check out, departure, departure date, check out date, abreise, abreisedatum, abfahrt',
	'start date, start on, start, begins, from, beginn, startdatum, ab',
	'end date, end, ends, ende, enddatum',
	'appointment, appointment date, meeting date, event date, meeting, event, when, wann, termin',
	'expiry date, expires, expires on, valid until, expiration date, gültig bis, ablaufdatum, läuft ab am',
	'date, datum',
	'quantity, qty, number of items, items, menge, anzahl, stückzahl',
	'guests, number of guests, persons, number of persons, people, number of people, party size, personen, ' +
		'gäste, anzahl personen',
	'nights, number of nights, nächte, übernachtungen',
	'supplier, vendor, seller, merchant, issued by, billed by, lieferant, verkäufer, anbieter, ' +
		'rechnungssteller, händler',
	'company, company name, firma, unternehmen',
	'name, full name, your name, vor und nachname',
	'customer, customer name, client, kunde, kundenname',
	'phone, phone nr, telephone, telephone nr, tel, mobile, mobile nr, telefon, telefon nr, handy, mobil, ' +
		'rückruf nr',
	'email, e mail, email address, e mail address, mail, e mail adresse, email adresse',
	'address, adresse, anschrift',
	'delivery address, shipping address, lieferadresse, lieferanschrift',
	'iban',
	'status, state',
	'payment method, paid with, zahlungsart, zahlungsmethode, zahlungsweise',
	'paid, is paid, already paid, bezahlt, beglichen, bereits bezahlt',
	'priority, priorität, dringlichkeit',
	'weight, gewicht',
	'meter reading, reading, zählerstand, stand',
	'temperature, temperatur',
	'price, unit price, preis, einzelpreis',
].map((words) => words.split(', ').map(fold));

/** Names that say little: what mails call by them may be several things. */
const GENERIC = new Set(
	fold('amount, sum, betrag, summe, date, datum, number, nr, reference, due, order, invoice, from, ab').split(
		', ',
	),
);
/** Names that are a label only where a mark or a table sets them apart from a sentence. */
const SET_APART = new Set(
	fold(
		'from, ab, start, end, ends, ende, begins, stand, mail, frist, state, tax, net, to pay, due, gesamt, ' +
			'amount, name, delivery, lieferung, zustellung, items, people, persons, personen, when, wann, meeting, event',
	).split(', '),
);

const NUMBER_WORDS = new Set(['number', 'numbers', 'no', 'nr', 'num', 'nummer', 'id', 'code', '#']);
const NR = '(?:numbers?|nummer|numero|num|no|nr|id|code|ref(?:erence)?|#|n°)\\.?';

/** A way in which a value is called. */
export interface Label {
	words: string;
	pattern: string;
	/** It counts only where a colon, a table or a line of its own sets it apart. */
	setApart: boolean;
	/** The number of something: what follows is a number or a code. */
	numbered: boolean;
}

/** The words of a name, with one word for all that mean "number". */
export function wordsIn(name: string): string[] {
	return (
		fold(name)
			.replace(/[^\p{L}\p{N}#]+/gu, ' ')
			.trim()
			.split(' ')
			// "Server room A" keeps its last letter.
			.filter(
				(word, at) => !/^(?:the|our|your|der|die|das|of)$/.test(word) && !(at === 0 && /^an?$/.test(word)),
			)
			.flatMap((word, _at, all) => {
				// Alone, it is no number of something.
				if (NUMBER_WORDS.has(word) && !(word === 'code' && all.length === 1)) return ['nr'];
				const compound = /^(\p{L}{2,})(?:nummer|nr|code)$/u.exec(word);
				return compound ? [String(compound[1]), 'nr'] : [word];
			})
	);
}

/** How the value of a field is called: first by its own name, then by other words for the same. */
export function labelsOf(name: string): { own: Label[]; others: Label[] } {
	const words = wordsIn(name).join(' ');
	if (words === '') return { own: [], others: [] };
	const same = MEANINGS.find((meaning) => meaning.includes(words)) ?? [];
	const others = same.filter((other) => other !== words).map(labelOf);
	// A new date is not the date that a mail names before it.
	const changed = /^new (.+)$/.exec(words)?.[1];
	for (const other of MEANINGS.find((meaning) => changed !== undefined && meaning.includes(changed)) ?? [])
		others.push({ ...labelOf(other), pattern: `(?:new|neue[rsnm]?)\\s+${labelOf(other).pattern}` });
	// "Receipt #2291" gives the receipt's number.
	const base = / nr$/.test(words) ? words.slice(0, -3) : '';
	if (base !== '' && !same.includes(base)) others.push({ ...labelOf(base), numbered: true, setApart: true });
	const own = labelOf(words);
	// A name that says little does not outrank the other words.
	return GENERIC.has(words) ? { own: [], others: [own, ...others] } : { own: [own], others };
}

/** Whether the name of a field means the same as these words. */
export const means = (name: string, ...words: string[]): boolean => {
	const said = wordsIn(name).join(' ');
	return (
		MEANINGS.some((meaning) => meaning.includes(said) && words.some((word) => meaning.includes(word))) ||
		words.includes(said)
	);
};

function labelOf(words: string): Label {
	const all = words.split(' ');
	const parts = all.map((word, at) =>
		word === 'nr' ? NR : at < all.length - 1 ? inflected(word) : RegExp.escape(word),
	);
	return {
		words,
		// "Order-No.", "Rechnungs-Nr." and "Rechnungsnummer" alike.
		pattern: parts.join("[\\s._/('-]*"),
		setApart: SET_APART.has(words),
		numbered:
			words.endsWith(' nr') ||
			/^(?:invoice|rechnung|order|bestellung|booking|reservation|buchung|ticket|case|reference|ref|code|parcel|shipment|paket|sendung)$/.test(
				words,
			),
	};
}

/** “Den offenen Betrag” is “offener Betrag”. */
function inflected(word: string): string {
	const stem = /^(\p{L}{4,})e[rnsm]$/u.exec(word)?.[1];
	return stem ? `${RegExp.escape(stem)}e[rnsm]?` : RegExp.escape(word);
}

let known: RegExp | undefined;
/** Whether a text is nothing but a label, so that it is no value. */
export function isLabel(text: string): boolean {
	known ??= new RegExp(
		`^(?:${MEANINGS.flat()
			.map((words) => labelOf(words).pattern)
			.join('|')})\\s*[:.]?$`,
		'u',
	);
	return known.test(fold(text).trim());
}
