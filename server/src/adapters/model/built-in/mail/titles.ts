/** Kinds of mail that name themselves in their subject: “Your invoice 4711”, “Ihre Stromrechnung für Mai”. */
import { FORWARDED, REPLY } from '../../../../base/subject.ts';
import { GERMAN_MONTHS, MONTH_NAMES } from '../clock/day-rule.ts';

export interface Title {
	/** Words for the same kind of mail. */
	names: string[];
	/** A formal letter names itself; an order or a complaint is the writer's own, and “your order” answers one of the reader. */
	type: 'formal' | 'sent' | 'own';
	/** It is about money, so it has an amount. */
	hasAmount: boolean;
}
const titles = (type: Title['type'], hasAmount: boolean, ...lists: string[]): Title[] =>
	lists.map((names) => ({ names: names.split(', '), type, hasAmount }));

export const TITLES = [
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

export const titleNamed = (name: string) =>
	TITLES.find(({ names }) =>
		[name, name.replace(/s$/, ''), name.replace(/e?n$/, '')].some((one) => names.includes(one)),
	);

/** Other subjects that say the same. Who only thanks for an order may ask how it was, or say that it cannot be sent. */
const CONFIRMED = '(?:order|bestellung|booking|buchung|reservation|reservierung)';
const CONFIRMS = new RegExp(
	`^(?:your |ihre |deine )?${CONFIRMED}\\s?#?[\\w-]{0,30}\\s?(?:is |has been |wurde )?(?:confirmed|bestätigt)(?=\\s*(?:$|[.,:;!–-]))|^confirmation (?:of|for) (?:your |the )?${CONFIRMED}(?!\\p{L})`,
	'iu',
);

const MONTH = `(?:${[...MONTH_NAMES, ...GERMAN_MONTHS].join('|')})`;
const DETERMINERS =
	'(?:(?:your|our|ihre?|unsere?|new|neue?|an?|eine?|the|die|der|monthly|final|first|second|last|letzte|erste|zweite)\\s+){0,2}';
/** What a bill may be for. */
const OF_WHAT = `(?:${MONTH}|tax|electricity|power|energy|gas|water|phone|telephone|mobile|internet|utility|hotel|card)`;
const NUMBER = '\\s*(?:(?:no|nr|number|nummer|n)[.°]?\\s*:?\\s*)?#?[\\p{L}/-]{0,8}\\d[\\d/.-]';
/** What may follow the name. After a mark there must be a number: “Invoice: how to write one” is a text about invoices. */
const FOLLOWS: Record<Title['type'], string> = {
	formal: `\\s+(?:for|from|of|vom|von|für|des|der)\\s|\\s+${MONTH}(?!\\p{L})|\\s+(?:(?:is|ist)\\s+(?:now\\s+|jetzt\\s+)?)?(?:ready|available|attached|enclosed|da|verfügbar|beigefügt)\\s*$`,
	sent: '\\s+(?:to|for|für|zu|zum|zur)\\s',
	own: '\\s+(?:as\\s|for\\s+(?:the|an?)\\s|of\\s+(?:my|our|order|contract)\\s|meine[rs]?\\s|unsere[rs]?\\s|(?:bestellung|auftrag|vertrag|order|contract|booking)\\s)',
};
/** A subject with these words may speak of an invoice that is none. */
const SPEAKS_OF =
	/\?|(?<!\p{L})(?:not|no(?!\.|\s*\d)|missing|wrong|without|paid|unpaid|overdue|received|questions?|query|problems?|corrections?|changes?|cancell?ed|less|lower|saves?|saving|receipt of|bill of|nicht|kein\p{L}*|fehl\p{L}*|falsch\p{L}*|weniger|sparen|bezahlt|überfällig\p{L}*|erhalten|fragen?|korrektur|änderung|storniert)(?!\p{L})/iu;

/** Whether the subject begins with the kind of mail, or with the sender's name before it: “Nordhost: your invoice”. */
export function isTitled({ subject, from }: { subject: string; from: string }, title: Title): boolean {
	const { names, type } = title;
	const own = subject.replace(FORWARDED, '').trim();
	if (REPLY.test(own) || SPEAKS_OF.test(own) || (type === 'own' && /^(?:your|ihre?)\s/i.test(own)))
		return false;
	if (names.some((name) => / confirmation$/.test(name) && isConfirmation(name, own))) return true;
	const kinds = names
		.map((name) => (isGerman(name) ? `(?:\\p{L}{3,30}(?=\\p{Ll}))?${name}` : name))
		.join('|');
	// “Order 4711 – thank you” speaks of an earlier order.
	const behind = `$|${NUMBER}${type === 'own' ? '[\\p{L}\\d/.-]*\\s*$' : ''}|\\s*[:–(,!-].*(?:\\d{3}|${kinds})|${FOLLOWS[type]}`;
	const sender = senderIn(from);
	const before = `(?:\\[(?=[^\\]]*${sender})[^\\]]{1,40}\\]\\s*|${sender}(?:\\s+\\p{L}+)?\\s*[:|–-]\\s*)?${DETERMINERS}(?:(?:${sender}|${OF_WHAT})\\s+)?`;
	return new RegExp(`^${before}(?:${kinds})(?=${behind})`, 'iu').test(own);
}

/**
 * Short names that other mails have, too: “Reminder for your appointment”, “Statement of the board”, “Application for a refund”.
 * The subject, or the text if the subject says nothing more, must show what it is of.
 */
const SHORT: { name: string; subject: RegExp; text: RegExp }[] = [
	{
		name: 'reminder',
		subject:
			/invoice|payment|(?:overdue|outstanding) (?:balance|amount|bill)|rechnung|zahlung|(?<!\p{L})your (?:\p{L}+ )?bill(?!\p{L})/iu,
		text: /invoice|payment|overdue|outstanding|unpaid|rechnung|zahlung/iu,
	},
	{
		name: 'statement',
		subject:
			/balance|(?:account|bank|card) statement|statement (?:of|for|from) (?:your |the |my )?(?:\p{L}+ )?(?:account|card)(?!\p{L})/iu,
		text: /account|balance|transaction/iu,
	},
	{
		name: 'application',
		subject:
			/(?<!\p{L})(?:as an?\s|(?:job|position|role|post|vacancy|internship|apprenticeship|traineeship)(?=\s*(?:$|[:,(]|\d)|\s(?:of|as|at|in|with|no)\s))/iu,
		text: /(?<!\p{L})(?:cv|curriculum vitae|r[ée]sum[ée]|cover letter|vacancy|internship|apprenticeship|job)(?!\p{L})/iu,
	},
];
const SAYS_LITTLE = new RegExp(
	`(?<!\\p{L})(?:${MONTH}|your|our|ihre?|new|an?|the|monthly|final|first|second|last|for|from|of|is|now|ready|available|attached|enclosed|number|no|nr)(?!\\p{L})`,
	'giu',
);

/** Whether a mail with such a subject is of the kind that was asked for. */
export function isMeant({ names }: Title, mail: { subject: string; text: string }, asked: string): boolean {
	const subject = mail.subject.toLowerCase();
	const short = SHORT.find(({ name }) => names.includes(name));
	if (!short || names.some((name) => name !== short.name && subject.includes(name))) return true;
	// Who asks for “reminders” or “applications” means all of them.
	if (asked.replace(/s$/, '') === short.name && short.name !== 'statement') return true;
	const more = subject.replace(short.name, ' ').replace(SAYS_LITTLE, ' ');
	return short.subject.test(subject) || (!/\p{L}{3}/u.test(more) && short.text.test(mail.text));
}

/** “Order confirmation” and “reservation confirmation” are of different things. */
const isConfirmation = (name: string, subject: string) => {
	const isOrder = name.startsWith('order');
	return CONFIRMS.test(subject) && isOrder === /order|bestellung/i.test(subject);
};

/** Any word of the sender's name or address, as a pattern. */
const senderIn = (from: string) =>
	`(?:${(from.toLowerCase().match(/\p{L}{3,}/gu) ?? ['sender'])
		.slice(0, 20)
		.map((word) => RegExp.escape(word))
		.join('|')})`;

export const isTitledExactly = (subject: string, name: string) =>
	name.length > 3 && new RegExp(`^${RegExp.escape(name)}(?=\\s*(?:$|[:#\\d]))`, 'iu').test(subject.trim());

const isGerman = (name: string) => /(?:ung|schein|auszug|bot)$/.test(name);
