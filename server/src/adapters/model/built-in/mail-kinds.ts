/** What kind of mail it is: an invoice, a newsletter, an automatic reply. */
import { extractFacts } from './extract.ts';
import type { MailText } from './mail-search.ts';
import { languageOf } from './mail-words.ts';

/** What a mail shows of itself by its form. That it does not show it proves nothing. */
const BY_FORM: { name: RegExp; shows(mail: MailText): boolean }[] = [
	{ name: /^(?:reply|answer|antwort)(?: earlier)?$/, shows: ({ subject }) => REPLY.test(subject) },
	{ name: /^(?:forward|forwarded|weitergeleitet)$/, shows: ({ subject }) => FORWARDED.test(subject) },
	{
		name: /^newsletters?$/,
		shows: ({ subject, text }) =>
			/\bnewsletter/i.test(`${subject}\n${text}`) &&
			/\b(?:unsubscribe|abmelden|abbestellen|opt out)\b/i.test(text),
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
const REPLY = /^\s*(?:re|aw|antw|sv):/i;
const FORWARDED = /^\s*(?:fwd?|wg|tr):\s*/i;

/**
 * Words for the same kind of mail. A mail of the formal kinds names itself, and those with money name an amount. “Your
 * application” is none: it answers one of the reader.
 */
const TITLES: { names: string[]; isFormal: boolean; hasAmount: boolean; isOfReader: boolean }[] = [
	['invoice, bill, rechnung, facture', true, true],
	['payment reminder, reminder, mahnung, zahlungserinnerung, dunning letter', true, true],
	['receipt, quittung', true, true],
	['order confirmation, bestellbestätigung, auftragsbestätigung', true, false],
	[
		'booking confirmation, reservation confirmation, buchungsbestätigung, reservierungsbestätigung',
		true,
		false,
	],
	['delivery note, lieferschein', true, false],
	['account statement, statement, bank statement, kontoauszug', true, false],
	['invitation, einladung', false, false],
	['quote, offer, quotation, angebot', false, false],
	['application, job application, bewerbung', false, false, true],
	['cancellation, kündigung, stornierung', false, false, true],
	['complaint, beschwerde, reklamation', false, false, true],
	['order, bestellung', false, false, true],
].map(([names, isFormal, hasAmount, isOfReader = false]) => ({
	names: String(names).split(', '),
	isFormal: isFormal === true,
	hasAmount: hasAmount === true,
	isOfReader: isOfReader === true,
}));

/** Whether a mail is of the kind that some words name; null if it does not show it. */
export function isOfKind(terms: readonly string[], mail: MailText): boolean | null {
	const name = terms.join(' ');
	if (BY_FORM.some((kind) => kind.name.test(name) && kind.shows(mail))) return true;
	const title = TITLES.find(({ names }) => names.includes(name) || names.includes(name.replace(/s$/, '')));
	// A subject that is nothing but the name says of any mail what it is.
	if (!title) return isTitledExactly(mail.subject, name) || null;
	if (isTitled(mail.subject, title)) return true;
	return title.isFormal && saysNothingOf(title, mail) ? false : null;
}

const DETERMINERS =
	'(?:(?:your|our|ihre?|unsere?|new|neue?|an?|eine?|the|die|der|monthly|final|first|second|last|letzte|erste|zweite)\\s+){0,2}';
const FOLLOWS =
	'(?=$|\\s*[:#–(,!-]|\\s+(?:no|nr|number|nummer|for|from|of|as|vom|von|für|zu|zur|zum|meine[rs]?|des|der|bestellung|auftrag|vertrag|rechnung|order|booking|contract)(?!\\p{L})|\\s+[\\p{L}/-]*\\d)';
/** A subject with these words may speak of an invoice that is none. */
const SPEAKS_OF =
	/\?|(?<!\p{L})(?:not|no|missing|wrong|without|paid|unpaid|received|questions?|query|problems?|corrections?|changes?|cancel\p{L}*|nicht|kein\p{L}*|fehl\p{L}*|falsch\p{L}*|bezahlt|erhalten|fragen?|korrektur|änderung)(?!\p{L})/iu;

/** “Your invoice 4711”, “Ihre Stromrechnung für Mai”: the subject begins with the kind of mail. */
function isTitled(subject: string, { names, isOfReader }: (typeof TITLES)[number]): boolean {
	const own = subject.replace(FORWARDED, '').trim();
	if (REPLY.test(own) || SPEAKS_OF.test(own) || (isOfReader && /^(?:your|ihre?)\s/i.test(own))) return false;
	const kinds = names.map((name) => (isGerman(name) ? `(?:\\p{L}{3,30}(?=\\p{Ll}))?${name}` : name)).join('|');
	return new RegExp(`^${DETERMINERS}(?:${kinds})${FOLLOWS}`, 'iu').test(own);
}

const isTitledExactly = (subject: string, name: string) =>
	name.length > 3 && new RegExp(`^${RegExp.escape(name)}(?=\\s*(?:$|[:#\\d]))`, 'iu').test(subject.trim());

const isGerman = (name: string) => /(?:ung|schein|auszug|bot)$/.test(name);

/** Whether nothing in a mail speaks of a kind of letter that names itself. */
function saysNothingOf({ names, hasAmount }: (typeof TITLES)[number], mail: MailText): boolean {
	const { subject, text, attachments, partly } = mail;
	if (partly || attachments?.length !== 0 || text.trim() === '') return false;
	const whole = `${subject}\n${text}`;
	if (!/^(?:English|German)$/.test(languageOf(whole) ?? '')) return false;
	if (hasAmount && extractFacts(whole).has('amount')) return false;
	return !names.some((name) => whole.toLowerCase().includes(name.split(' ').at(-1) ?? name));
}
