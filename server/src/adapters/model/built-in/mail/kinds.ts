/** What kind of mail it is: an invoice, a newsletter, an automatic reply. */
import { FORWARDED, REPLY } from '../../../../base/subject.ts';
import { valuesCalled } from '../results/called.ts';
import { extractFacts, withoutQuotes } from './extract.ts';
import { isClaim, sentencesIn, withoutSpeech } from './sentences.ts';
import type { MailText } from './text.ts';
import { isMeant, isTitled, isTitledExactly, TITLES, type Title, titleNamed } from './titles.ts';
import { isSaid, languageOf, waysToSay } from './words.ts';

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

const ADVERTISING = /^(?:newsletter|advertising|advertisement|ad|marketing|promotion|promotional|werbung)$/;

/**
 * What a mail shows of itself by its form. That it does not show it proves nothing, unless a mail of that kind uses some words, and
 * this one uses none of them.
 */
const BY_FORM: { name: RegExp; shows(mail: MailText): boolean; speaks?: RegExp; isAutomatic?: true }[] = [
	{ name: /^(?:reply|answer|antwort)(?: earlier)?$/, shows: ({ subject }) => REPLY.test(subject) },
	{ name: /^(?:forward|forwarded|weitergeleitet)$/, shows: ({ subject }) => FORWARDED.test(subject) },
	{ name: ADVERTISING, shows: isAdvertising },
	{
		name: /^(?:(?:meeting|calendar|event) )?(?:invitation|invite|einladung)$/,
		shows: ({ text }) => /^BEGIN:VCALENDAR$/im.test(text) && /^METHOD:REQUEST$/im.test(text),
	},
	{
		isAutomatic: true,
		speaks:
			/office|büro|abwesen|absen|vacation|holiday|urlaub|leave|away|auto|return|back|zurück|until|available|erreichbar|vertret|parental|eltern|message|mail|nachricht|contact|kontakt|repl|respon|antwort|ticket|request|anfrage|closed|geschlossen|travel|reise|trip|sick|krank|current|derzeit|limited/i,
		name: /^(?:auto(?:matic|matische)?-? ?(?:reply|response|answer|antwort)|autoreply|out[ -](?:of[ -])?office(?:[ -](?:reply|notice|note))?|abwesenheits(?:notiz|meldung))$/,
		shows: ({ subject }) =>
			/^\s*(?:automatic reply|auto(?:matische)?[ -]?(?:antwort|reply|response)|out of office|abwesen)/i.test(
				subject,
			),
	},
	{
		isAutomatic: true,
		speaks:
			/deliver|zustell|bounce|return|fail|fehl|reject|daemon|postmaster|address|adress|known|message|mail|nachricht|recipient|empfänger|server|postfach/i,
		name: /^(?:bounce|bounced|delivery failure|undeliverable|unzustellbar)$/,
		shows: ({ subject, from }) =>
			/^\s*(?:undeliver|delivery status|delivery fail|mail delivery|returned mail|unzustellbar)/i.test(
				subject,
			) && /mailer-daemon|postmaster|mail delivery/i.test(from),
	},
];

const INVITATION = /^(?:invitation|invite|einladung)(?:s|en)?$/;
/** Some programs send what is called off as a request. */
const CALLED_OFF = /^(?:STATUS:CANCELLED|METHOD:CANCEL)$/im;

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

/** What a customer has with the reader. An alarm is cancelled, too, and a shop cancels “your order”. */
const HELD =
	'(?=\\s*(?:$|[.,;!])|\\s+(?:it(?!\\p{L})|(?:(?!your\\s)\\p{L}+\\s+){0,4}?(?:order|subscription|membership|contract|plan|policy|account|booking|reservation|appointment|meeting|table|room|stay|trip|flight|ticket|visit|lesson|course|class|service|insurance|delivery|lease|trial|registration)s?(?!\\p{L})))';

/** “Please find attached our invoice”; but not “attached is the receipt for your invoice”, nor “here is the invoice template”. */
const enclosed = (names: string) =>
	`(?:(?:please )?find (?:attached|enclosed|below)|(?:attached|enclosed) (?:is|you will find|please find)|here is|here['’]s|(?:anbei|im anhang|hiermit|beigefügt) (?:erhalten|finden|senden|schicken|sende|schicke)(?: (?:sie|wir|ich))?(?: ihnen| dir)?) (?:our|your|the|my|an?|unsere?|ihre?|die|das|meine?|eine?) (?:(?!for |of |to |about |receipt |reminder |copy )\\p{L}+ )?(?:${names})(?=\\s*(?:$|[.,:;!)]|#?\\d)|\\s(?:for|für|no|nr|number|nummer)(?!\\p{L}))`;

/** How a writer says that the mail is one: “I would like to cancel”, “hiermit bewerbe ich mich”. */
const DECLARED: [names: RegExp, said: RegExp][] = (
	[
		[
			'cancellation|kündigung|stornierung',
			`(?:(?:i|we)(?:['’]d| would) like to cancel|(?:i|we) (?:want|wish|need|have decided) to cancel|i have to cancel|(?:i|we) (?:hereby )?cancel|(?:i am|we are|i['’]m) cancell?ing|please cancel)${HELD}|(?<=^(?:the |your |an? )?)(?:guest|customer|client|patient|member|tenant|buyer|subscriber|participant)(?: (?-i:\\p{Lu})[\\p{L}.-]*){0,3} (?:has )?cancell?ed(?= (?:the|their|his|her|an?) )${HELD}|(?:hiermit kündigen?|kündigen? (?:ich|wir)|(?:ich|wir) (?:kündigen?|stornieren?))${ENDS}|(?:ich|wir) (?:möchten?|will|wollen|werden?) .{0,60}(?:kündigen|stornieren)|bitte stornieren|je (?:souhaite|voudrais|veux) (?:résilier|annuler)|(?:quiero|deseo|quisiera|solicito) (?:cancelar|anular|dar de baja|la baja)`,
		],
		[
			'(?:job )?application|bewerbung',
			"(?:writing to apply|(?:i am|i['’]m) applying|i (?:would like|wish|want) to apply) (?:as|for (?:the|an?|your) .{0,60}(?:position|job|role|post|vacancy|internship|apprenticeship))|my application (?:as|for (?:the|an?|your) .{0,60}(?:position|job|role|post|vacancy|internship|apprenticeship))|bewerbe (?:ich )?mich|meine bewerbung|je postule",
		],
		[
			'complaint|beschwerde|reklamation',
			`(?:would like|want|wish|have|writing) to complain|my complaint (?:is that|is about|concerns|about)|(?:i am|i['’]m|we are|we['’]re) (?:very |really |extremely |so |deeply )?(?:disappointed|dissatisfied|unhappy|annoyed|angry|frustrated|upset)${BY_THE_READER}|(?:ich|wir) (?:möchten?|muss|müssen) (?:mich|uns) beschweren|beschwere (?:ich )?mich|(?:ich bin|wir sind) (?:sehr |wirklich |äußerst )?(?:enttäuscht|unzufrieden|verärgert)${BY_THE_READER}|ich reklamiere`,
		],
		[
			'invitation|einladung',
			`(?:you (?:are|have been) (?:cordially |kindly )?invited|(?:we|i) (?:would like to |['’]d like to )?invite you)${TO_SOMETHING}|(?:lade|laden) (?:wir |ich )?(?:sie|dich|euch) .{0,60}ein(?=\\s*(?:$|[.!])|\\s+zu[rm]?\\s)|method:request`,
		],
		['invoice|bill|rechnung', enclosed('invoice|bill|\\p{L}*rechnung')],
		['receipt|quittung', enclosed('receipt|quittung')],
		['quote|offer|quotation|angebot', enclosed('quote|offer|quotation|\\p{L}*angebot')],
	] as const
).map(([names, said]) => [
	new RegExp(`^(?:${names})(?:en|s)?$`),
	new RegExp(`(?<!\\p{L})(?:${said})(?!\\p{L})`, 'iu'),
]);
const DENIES =
	/(?<!\p{L})(?:not|never|no(?!\.|\s*\d)|nicht|kein\p{L}*|sorry|apologi[sz]e)(?!\p{L})|n['’]t(?!\p{L})/iu;
/** “I cancel my earlier cancellation”. */
const TAKES_BACK =
	/(?<!\p{L})(?:cancel|withdr[ae]w|revok|retract|undo|disregard|ignore|stornier|widerruf|ziehe)\p{L}*\s(?:\p{L}+\s){0,4}(?:cancellation|complaint|application|invitation|kündigung|stornierung|beschwerde|reklamation|bewerbung|einladung)(?!\p{L})/iu;
export const SENT_TO_MANY =
	/(?<!\p{L})(?:unsubscribe|abmelden|abbestellen|opt out|se désabonner|désinscrire|darse de baja)(?!\p{L})/iu;

/** What stands beside the name is what the mail is about: “an invitation to a meeting”. */
function isDeclared(terms: readonly string[], { subject, text }: MailText): boolean {
	const whole = terms.join(' ');
	const said = DECLARED.find(([names]) => names.test(whole) || terms.some((term) => names.test(term)));
	const own = withoutQuotes(`${subject}\n\n${text}`);
	if (!said || SENT_TO_MANY.test(own) || TAKES_BACK.test(own)) return false;
	const about = said[0].test(whole) ? [] : terms.filter((term) => !said[0].test(term));
	return sentencesIn(own).some(
		(one) =>
			said[1].test(withoutSpeech(one)) &&
			isClaim(one) &&
			!DENIES.test(one) &&
			about.every((term) => isSaid(term, one)),
	);
}

/** “Marketing emails”, “automatic replies”. */
const singular = (words: string) =>
	words
		.toLowerCase()
		.replace(/\s(?:e-?)?mails?$/, '')
		.replace(/ies$/, 'y')
		.replace(/(?<=[^s])s$/, '');

/** Whether some words name a kind of mail that is known. */
export const isKindOfMail = (words: string) =>
	BY_FORM.some(({ name }) => name.test(singular(words))) || titleNamed(words.toLowerCase()) !== undefined;

/** Whether a mail is of the kind that some words name; null if it does not show it. */
export function isOfKind(terms: readonly string[], mail: MailText): boolean | null {
	const name = terms.join(' ');
	const form = BY_FORM.find((kind) => kind.name.test(singular(name)));
	if (terms.some((term) => INVITATION.test(term)) && CALLED_OFF.test(mail.text)) return null;
	if (form?.shows(mail) || isDeclared(terms, mail)) return true;
	if (form && isNotOfForm(form, name, mail)) return false;
	const title = titleNamed(name);
	// A subject that is nothing but the name says of any mail what it is.
	if (!title) return isTitledExactly(mail.subject, name) || null;
	const isExact = mail.subject.trim().toLowerCase() === name && extractFacts(mail.text).has('amount');
	if (isExact || isTitledAs(title, mail, name)) return true;
	if (title.type === 'formal' && (isAdvertising(mail) || saysNothingOf(title, mail))) return false;
	return title.type === 'own' && isFromProgram(title, mail) ? false : null;
}

function isNotOfForm({ name, speaks }: (typeof BY_FORM)[number], asked: string, mail: MailText): boolean {
	if (name === ADVERTISING) {
		if (isFormal(mail) && !SENT_TO_MANY.test(mail.text)) return true;
		return isNoNewsletter(mail) && (/^newsletter/.test(asked) || isAboutPurchase(mail));
	}
	const whole = speaks && wholeOf(mail);
	return whole ? !speaks.test(`${mail.from}\n${whole}`) : false;
}

/** “Thank you for your order. Unfortunately …” */
const WITHDRAWN =
	/(?<!\p{L})(?:(?:was|been|is|be) (?:cancell?ed|declined|rejected)|storniert|unfortunately|regret|leider)(?!\p{L})/iu;

const isTitledAs = (title: Title, mail: MailText, asked = '') =>
	isTitled(mail, title) &&
	isMeant(title, mail, asked) &&
	(title.hasAmount ? isAboutMoney(mail) : title.type !== 'formal' || !WITHDRAWN.test(mail.text));

/** Advertising reminds, too, and a newsletter may be a statement. */
const isFormal = (mail: MailText) =>
	TITLES.some(
		(title) =>
			title.type === 'formal' && !/reminder|statement/.test(title.names[0] ?? '') && isTitledAs(title, mail),
	);

/** Whether a mail shows by its form what it is: an invoice, an automatic reply, a newsletter. A reply or a forwarded mail may be anything. */
export const isOfKnownForm = (mail: MailText) =>
	isFormal(mail) ||
	isAdvertising(mail) ||
	BY_FORM.some(({ isAutomatic, shows }) => isAutomatic && shows(mail));

/** A program that answers or returns mails neither orders nor complains. What a person writes under any subject may. */
function isFromProgram(title: Title, mail: MailText): boolean {
	const whole = `${mail.subject}\n${mail.text}`.toLowerCase();
	const isNamed = title.names.flatMap((name) => waysToSay(name)).some((word) => whole.includes(word));
	return !mail.partly && !isNamed && BY_FORM.some(({ isAutomatic, shows }) => isAutomatic && shows(mail));
}

/** Whether a mail names a sum to pay, or may have it in a file or behind its number. */
const isAboutMoney = ({ subject, text, attachments = [] }: MailText) =>
	/\d{3}/.test(subject) ||
	attachments.length > 0 ||
	valuesCalled('total', 'amount', [text]).length > 0 ||
	withoutQuotes(text)
		.split('\n')
		.some((line) => CHARGES.test(line) && extractFacts(line).has('amount'));
/** A line with the sum: “Total paid EUR 12.40”, “Invoice 13: 39.90 EUR”. */
const CHARGES = /^\s*(?:total|invoice|amount|gesamt|rechnung|betrag)(?!\p{L})(?:\s\S+){0,4}\s*$/iu;

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
	if (hasAmount && extractFacts(withoutQuotes(whole)).has('amount')) return false;
	// “Order 4711 confirmed” is a confirmation.
	const stems = names.flatMap((name) => name.split(' ').map((word) => word.slice(0, 6)));
	const own = withoutQuotes(whole).toLowerCase();
	return !stems.some((stem) => own.includes(stem));
}
