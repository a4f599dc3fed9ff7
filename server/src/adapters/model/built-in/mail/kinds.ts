/** What kind of mail it is: an invoice, a newsletter, an automatic reply. */
import { FORWARDED, REPLY } from '../../../../base/subject.ts';
import { valuesCalled } from '../results/called.ts';
import { extractFacts, withoutQuotes } from './extract.ts';
import { isClaim, sentencesIn } from './sentences.ts';
import type { MailText } from './text.ts';
import { isSaid, languageOf } from './words.ts';

/** It is about something that the reader has bought. */
const BOUGHT =
	/(?<!\p{L})(?:your (?:order|invoice|receipt|booking|payment|parcel|account)|ihre (?:bestellung|rechnung|buchung|zahlung|sendung)|order (?:number|confirmation)|bestellnummer)(?!\p{L})/iu;

const isAboutPurchase = ({ subject, text }: MailText) => BOUGHT.test(`${subject}\n${text}`);

/** Sent to many, to sell something or as a newsletter, and about nothing that the reader has bought. */
function isAdvertising(mail: MailText): boolean {
	const { subject, text } = mail;
	return (
		SENT_TO_MANY.test(text) &&
		/newsletter|\d\s?%\s(?:off|rabatt)|(?<!\p{L})(?:sale|deals?|shop now|buy now|jetzt (?:kaufen|sparen)|angebote)(?!\p{L})/iu.test(
			`${subject}\n${text}`,
		) &&
		!isAboutPurchase(mail)
	);
}

const ADVERTISING = /^(?:newsletters?|advertising|advertisements?|marketing|promotions?|werbung)(?: mail)?$/;

/** What a mail shows of itself by its form. That it does not show it proves nothing. */
const BY_FORM: { name: RegExp; shows(mail: MailText): boolean }[] = [
	{ name: /^(?:reply|answer|antwort)(?: earlier)?$/, shows: ({ subject }) => REPLY.test(subject) },
	{ name: /^(?:forward|forwarded|weitergeleitet)$/, shows: ({ subject }) => FORWARDED.test(subject) },
	{
		name: ADVERTISING,
		shows: isAdvertising,
	},
	{
		name: /^(?:auto(?:matic|matische)?-? ?(?:reply|response|answer|antwort)|autoreply|out[ -](?:of[ -])?office(?:[ -](?:reply|notice|note))?|abwesenheits(?:notiz|meldung))$/,
		shows: ({ subject }) =>
			/^\s*(?:automatic reply|auto(?:matische)?[ -]?(?:antwort|reply|response)|out of office|abwesen)/i.test(
				subject,
			),
	},
	{
		name: /^(?:bounce|bounced|delivery failure|undeliverable|unzustellbar)$/,
		shows: ({ subject, from }) =>
			/^\s*(?:undeliver|delivery status|delivery fail|mail delivery|returned mail|unzustellbar)/i.test(
				subject,
			) && /mailer-daemon|postmaster|mail delivery/i.test(from),
	},
];

/** “Kündigen … an” announces something. */
const ENDS = '(?!.*(?<!\\p{L})an(?=\\s*(?:$|[.,:;!])))';
/** What a customer has bought, or how they were served. */
const SERVED =
	'(?:the|this|de[rmn]|diese[rmn]?)\\s+(?:\\p{L}+\\s+)?(?:service|support|product|quality|order|delivery|parcel|item|goods|room|stay|food|staff|work|repair|way|lieferung|bestellung|qualität|produkt|ware|arbeit|zimmer|reparatur)(?!\\p{L})';
/** One may be disappointed by the weather, too. */
const BY_THE_READER = `(?=\\s*(?:$|[.,;!]|(?:and|und)\\s)|\\s+(?:with|by|about|in|at|over|von|über|mit|wegen)\\s+(?:your|my|ihr\\p{L}*|eure?\\p{L}*|mein\\p{L}*|${SERVED}))`;
/** Readers are also invited to read and to pay. */
const TO_SOMETHING =
	'(?=\\s*(?:$|[.,:;!])|\\s+(?:for|on)\\s|\\s+to\\s+(?:an?|the|our|my|join|attend|come|celebrate|visit|take\\s+part|participate)(?!\\p{L}))';

/** What a customer has with the reader. An alarm is cancelled, too. */
const HELD =
	'(?=\\s*(?:$|[.,;!])|\\s+(?:it(?!\\p{L})|(?:\\p{L}+\\s+){0,4}?(?:order|subscription|membership|contract|plan|policy|account|booking|reservation|appointment|meeting|table|room|stay|trip|flight|ticket|visit|lesson|course|class|service|insurance|delivery|lease|trial|registration)s?(?!\\p{L})))';

/** How a writer says that the mail is one: “I would like to cancel”, “hiermit bewerbe ich mich”. */
const DECLARED: [names: RegExp, said: RegExp][] = (
	[
		[
			'cancellation|kündigung|stornierung',
			`(?:(?:i|we)(?:['’]d| would) like to cancel|(?:i|we) (?:want|wish|need|have decided) to cancel|(?:i|we) (?:hereby )?cancel|(?:i am|we are|i['’]m) cancell?ing|please cancel)${HELD}|(?:hiermit kündigen?|kündigen? (?:ich|wir)|(?:ich|wir) (?:kündigen?|stornieren?))${ENDS}|(?:ich|wir) (?:möchten?|will|wollen|werden?) .{0,60}(?:kündigen|stornieren)|bitte stornieren|je (?:souhaite|voudrais|veux) (?:résilier|annuler)|(?:quiero|deseo|quisiera|solicito) (?:cancelar|anular|dar de baja|la baja)`,
		],
		[
			'(?:job )?application|bewerbung',
			"(?:writing to apply|(?:i am|i['’]m) applying|i (?:would like|wish|want) to apply) (?:as|for (?:the|an?|your) .{0,60}(?:position|job|role|post|vacancy|internship|apprenticeship))|(?:my|enclosed is my) application (?:for|as)|bewerbe (?:ich )?mich|meine bewerbung|je postule",
		],
		[
			'complaint|beschwerde|reklamation',
			`(?:would like|want|wish|have|writing) to complain|my complaint (?:is that|is about|concerns|about)|(?:i am|i['’]m|we are|we['’]re) (?:very |really |extremely |so |deeply )?(?:disappointed|dissatisfied|unhappy|annoyed|angry|frustrated|upset)${BY_THE_READER}|(?:ich|wir) (?:möchten?|muss|müssen) (?:mich|uns) beschweren|beschwere (?:ich )?mich|(?:ich bin|wir sind) (?:sehr |wirklich |äußerst )?(?:enttäuscht|unzufrieden|verärgert)${BY_THE_READER}|ich reklamiere`,
		],
		[
			'invitation|einladung',
			`(?:you (?:are|have been) (?:cordially |kindly )?invited|(?:we|i) (?:would like to |['’]d like to )?invite you)${TO_SOMETHING}|(?:lade|laden) (?:wir |ich )?(?:sie|dich|euch) .{0,60}ein(?=\\s*(?:$|[.!])|\\s+zu[rm]?\\s)|method:request`,
		],
	] as const
).map(([names, said]) => [
	new RegExp(`^(?:${names})(?:en|s)?$`),
	new RegExp(`(?<!\\p{L})(?:${said})(?!\\p{L})`, 'iu'),
]);
const DENIES =
	/(?<!\p{L})(?:not|never|no(?!\.|\s*\d)|nicht|kein\p{L}*|sorry|apologi[sz]e)(?!\p{L})|n['’]t(?!\p{L})/iu;
export const SENT_TO_MANY =
	/(?<!\p{L})(?:unsubscribe|abmelden|abbestellen|opt out|se désabonner|désinscrire|darse de baja)(?!\p{L})/iu;

/** What follows the name is what the mail is about: “an invitation to a meeting”. */
function isDeclared([name = '', ...rest]: readonly string[], { subject, text }: MailText): boolean {
	const said = DECLARED.find(([names]) => names.test(name) || names.test([name, ...rest].join(' ')));
	const own = withoutQuotes(`${subject}\n\n${text}`);
	if (!said || SENT_TO_MANY.test(own)) return false;
	const about = said[0].test([name, ...rest].join(' ')) ? [] : rest;
	return sentencesIn(own).some(
		(one) =>
			said[1].test(one) && isClaim(one) && !DENIES.test(one) && about.every((term) => isSaid(term, one)),
	);
}

interface Title {
	/** Words for the same kind of mail. */
	names: string[];
	/** A formal letter names itself; an order or a complaint is the writer's own, and “your order” answers one of the reader. */
	type: 'formal' | 'sent' | 'own';
	/** It is about money, so it has an amount. */
	hasAmount: boolean;
}
const titles = (type: Title['type'], hasAmount: boolean, ...lists: string[]): Title[] =>
	lists.map((names) => ({ names: names.split(', '), type, hasAmount }));

const TITLES = [
	...titles(
		'formal',
		true,
		'invoice, bill, rechnung, facture',
		'payment reminder, reminder, mahnung, zahlungserinnerung, dunning letter',
		'receipt, quittung',
	),
	...titles(
		'formal',
		false,
		'order confirmation, bestellbestätigung, auftragsbestätigung',
		'booking confirmation, reservation confirmation, buchungsbestätigung, reservierungsbestätigung',
		'delivery note, lieferschein',
		'account statement, statement, bank statement, kontoauszug',
	),
	...titles('sent', false, 'invitation, einladung', 'quote, offer, quotation, angebot'),
	...titles(
		'own',
		false,
		'application, job application, bewerbung',
		'cancellation, kündigung, stornierung',
		'complaint, beschwerde, reklamation',
		'order, bestellung',
	),
];

/** Whether some words name a kind of mail that is known. */
export const isKindOfMail = (words: string) => {
	const name = words.toLowerCase();
	return BY_FORM.some((kind) => kind.name.test(name)) || titleNamed(name) !== undefined;
};

const titleNamed = (name: string) =>
	TITLES.find(({ names }) =>
		[name, name.replace(/s$/, ''), name.replace(/e?n$/, '')].some((one) => names.includes(one)),
	);

/** Whether a mail is of the kind that some words name; null if it does not show it. */
export function isOfKind(terms: readonly string[], mail: MailText): boolean | null {
	const name = terms.join(' ');
	if (BY_FORM.some((kind) => kind.name.test(name) && kind.shows(mail))) return true;
	if (isDeclared(terms, mail)) return true;
	if (ADVERTISING.test(name) && isNoNewsletter(mail) && (/^newsletter/.test(name) || isAboutPurchase(mail)))
		return false;
	const title = titleNamed(name);
	// A subject that is nothing but the name says of any mail what it is.
	if (!title) return isTitledExactly(mail.subject, name) || null;
	if (isTitled(mail.subject, title) && (!title.hasAmount || isAboutMoney(mail))) return true;
	return title.type === 'formal' && (isAdvertising(mail) || saysNothingOf(title, mail)) ? false : null;
}

const DETERMINERS =
	'(?:(?:your|our|ihre?|unsere?|new|neue?|an?|eine?|the|die|der|monthly|final|first|second|last|letzte|erste|zweite)\\s+){0,2}';
const NUMBER = '\\s*(?:(?:no|nr|number|nummer)\\.?\\s*:?\\s*)?#?[\\p{L}/-]{0,8}\\d[\\d/.-]';
/** What may follow the name. After a mark there must be a number: “Invoice: how to write one” is a text about invoices. */
const FOLLOWS: Record<Title['type'], string> = {
	formal: '\\s+(?:for|from|of|vom|von|für|des|der)\\s',
	sent: '\\s+(?:to|for|für|zu|zum|zur)\\s',
	own: '\\s+(?:as\\s|for\\s+(?:the|an?)\\s|of\\s+(?:my|our|order|contract)\\s|meine[rs]?\\s|unsere[rs]?\\s|(?:bestellung|auftrag|vertrag|order|contract|booking)\\s)',
};
/** A subject with these words may speak of an invoice that is none. */
const SPEAKS_OF =
	/\?|(?<!\p{L})(?:not|no(?!\.|\s*\d)|missing|wrong|without|paid|unpaid|received|questions?|query|problems?|corrections?|changes?|cancell?ed|nicht|kein\p{L}*|fehl\p{L}*|falsch\p{L}*|bezahlt|erhalten|fragen?|korrektur|änderung|storniert)(?!\p{L})/iu;

/** “Your invoice 4711”, “Ihre Stromrechnung für Mai”: the subject begins with the kind of mail. */
function isTitled(subject: string, { names, type }: Title): boolean {
	const own = subject.replace(FORWARDED, '').trim();
	if (REPLY.test(own) || SPEAKS_OF.test(own) || (type === 'own' && /^(?:your|ihre?)\s/i.test(own)))
		return false;
	const kinds = names
		.map((name) => (isGerman(name) ? `(?:\\p{L}{3,30}(?=\\p{Ll}))?${name}` : name))
		.join('|');
	// “Order 4711 – thank you” speaks of an earlier order.
	const behind = `$|${NUMBER}${type === 'own' ? '[\\p{L}\\d/.-]*\\s*$' : ''}|\\s*[:–(,!-].*(?:\\d{3}|${kinds})|${FOLLOWS[type]}`;
	return new RegExp(`^${DETERMINERS}(?:${kinds})(?=${behind})`, 'iu').test(own);
}

/** Whether a mail names a sum to pay, or may have it in a file or behind its number. */
const isAboutMoney = ({ subject, text, attachments = [] }: MailText) =>
	/\d{3}/.test(subject) || attachments.length > 0 || valuesCalled('total', 'amount', [text]).length > 0;

const isTitledExactly = (subject: string, name: string) =>
	name.length > 3 && new RegExp(`^${RegExp.escape(name)}(?=\\s*(?:$|[:#\\d]))`, 'iu').test(subject.trim());

const isGerman = (name: string) => /(?:ung|schein|auszug|bot)$/.test(name);

/** The whole of a mail that was read to its end, in a language whose words are known; otherwise null. */
function wholeOf({ subject, text, attachments, partly }: MailText): string | null {
	if (partly || attachments?.length !== 0 || text.trim() === '') return null;
	const whole = `${subject}\n${text}`;
	return /^(?:English|German)$/.test(languageOf(whole) ?? '') ? whole : null;
}

/** A newsletter says how to get no more of them. */
function isNoNewsletter(mail: MailText): boolean {
	const whole = wholeOf(mail);
	return (
		whole !== null &&
		!SENT_TO_MANY.test(whole) &&
		!/newsletter|subscri|abonn|preferences|einstellungen|browser|%|(?<!\p{L})(?:sale|deals?|angebote|issue|ausgabe)(?!\p{L})/iu.test(
			whole,
		)
	);
}

/** Whether nothing in a mail speaks of a kind of letter that names itself. */
function saysNothingOf({ names, hasAmount }: Title, mail: MailText): boolean {
	const whole = wholeOf(mail);
	if (whole === null) return false;
	if (hasAmount && extractFacts(whole).has('amount')) return false;
	return !names.some((name) => whole.toLowerCase().includes(name.split(' ').at(-1) ?? name));
}
