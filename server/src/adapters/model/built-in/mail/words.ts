/** Whether a mail says a word that a customer named, in this form or in another. */
import { READ_CHARACTERS, wordMatcher } from './extract.ts';

/** Words that say the same, in English and German. Each is looked for as a whole word. */
const SAME = [
	'refund, refunded, refunding, reimbursement, reimbursed, money back, rückerstattung, erstattung, erstatten, erstattet, erstattungsbetrag',
	'cancellation, cancel, canceled, cancelled, canceling, cancelling, stornierung, stornieren, storniert, storno, kündigung, kündigen, kündige, gekündigt, résiliation, résilier',
	'invoice, rechnung, facture',
	'order, bestellung, commande',
	'delivery, lieferung, zustellung, livraison',
	'complaint, beschwerde, reklamation',
	'appointment, termin',
	'offer, quote, quotation, angebot',
	'payment, zahlung',
	'return, retoure, rücksendung',
	'contract, vertrag, contrat',
	'subscription, abonnement, abo, suscripción',
	'membership, mitgliedschaft',
	'parcel, package, shipment, paket, päckchen, sendung',
	'booking, reservation, buchung, reservierung',
	'discount, rabatt',
	'password, passwort, kennwort',
].map((words) => words.split(', '));

/** A word, and others of the same meaning. */
export function waysToSay(term: string): string[] {
	const same = SAME.find((words) => words.includes(term.toLowerCase().replace(/(?<!s)s$/, ''))) ?? [];
	return [term, ...same];
}

/** Whether a text says a word, or a word of the same meaning. */
export const isSaid = (term: string, text: string): boolean =>
	waysToSay(term).some((word) => wordMatcher(word).test(text));

/** What a mail can have without naming it. */
const ABSTRACT =
	/^(?:deadline|question|request|problem|issue|reason|name|place|location|person|company|product|complaint|greeting|signature|frist|frage|anfrage|bitte|grund|ort|firma|produkt|beschwerde|reklamation|störung|fehler)(?:s|n|en)?$/i;
export const isAbstract = (term: string) => ABSTRACT.test(term);
const ENDINGS = 'ations?|ments?|ings?|ed|er|ers|al|als|es|s|e|en|t|n';

/** What makes it uncertain that a text does not say a word; null if nothing does. */
export function mayBeSaid(term: string, text: string, language: string | null): string | null {
	const isWord = /^\p{L}+$/u.test(term);
	const stem = isWord && term.length > 5 ? term.replace(new RegExp(`(?:${ENDINGS})$`, 'iu'), '') : '';
	if (stem.length >= 4) {
		const other = new RegExp(`(?<!\\p{L})${RegExp.escape(stem)}(?:${ENDINGS})?(?!\\p{L})`, 'iu').exec(
			text.slice(0, READ_CHARACTERS),
		)?.[0];
		if (other) return `“${other}” may mean it`;
	}
	if (isAbstract(term)) return 'a mail can have one without the word';
	const theirs = languageOf(text);
	return isWord && /^\p{Ll}/u.test(term) && language && theirs && theirs !== language
		? 'the mail is in another language'
		: null;
}

const COMMON: [language: string, words: RegExp][] = [
	[
		'English',
		/(?<!\p{L})(?:the|and|is|are|of|to|for|your|you|with|this|that|have|it|if|from|mentions?|please)(?!\p{L})/giu,
	],
	[
		'German',
		/(?<!\p{L})(?:der|die|das|und|ist|sind|nicht|sie|wir|für|mit|auf|eine?|einen|den|dem|zu|im|ihre?|wenn|bitte|ich|von)(?!\p{L})/giu,
	],
	['French', /(?<!\p{L})(?:le|les|des|est|et|vous|votre|pour|avec|une|nous|dans|que|sur)(?!\p{L})/giu],
	['Spanish', /(?<!\p{L})(?:el|los|las|es|y|usted|su|para|con|una|que|por|nuestro|del)(?!\p{L})/giu],
];

/** The language that a text has most common words of; null if it has hardly any. */
export function languageOf(text: string): string | null {
	const some = text.slice(0, 5000);
	const [first, second] = COMMON.map(([name, words]) => ({
		name,
		count: some.match(words)?.length ?? 0,
	})).toSorted((a, b) => b.count - a.count);
	return first && first.count > 0 && first.count > 2 * (second?.count ?? 0) ? first.name : null;
}
