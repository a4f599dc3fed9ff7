import { extractFacts, type Fact } from './extract.ts';

/** A value that a customer wants from a mail. */
export interface Field {
	/** As it was asked for: "order number". */
	name: string;
	find(text: string): string[];
}

/** Labels that are followed by a number: "order number: A-1042". */
const NUMBERED =
	'order|invoice|booking|reservation|reference|tracking|ticket|case|customer|account|confirmation|policy|contract|parcel|shipment|delivery|member|membership|serial|flight|receipt|transaction|payment|quote|claim|registration';
/** The same labels in German and French mails. */
const FOREIGN: Record<string, string> = {
	order: 'bestellung|bestellnummer|auftragsnummer|commande',
	invoice: 'rechnung|rechnungsnummer|facture',
	tracking: 'sendung|sendungsnummer|suivi',
	customer: 'kundennummer|client',
	booking: 'buchung|buchungsnummer|réservation',
	total: 'gesamtbetrag|gesamtsumme|rechnungsbetrag|montant',
	due: 'fällig|fällig am|zahlbar bis|échéance',
};
const anyLanguage = (label: string) => (FOREIGN[label] ? `${label}|${FOREIGN[label]}` : label);

const NUMBER_FIELD = new RegExp(
	`^(?:the |our |my |their |its |a |an )?(${NUMBERED})(?: (?:number|no|nr|id|code|reference|ref))$`,
	'i',
);
const AMOUNT_FIELD =
	/^(?:the |our |my |their |its |an? )?(?:(total|grand total|amount due|balance|subtotal|tax|vat|shipping|deposit|discount|fee|refund|order total|invoice total|total amount|total price|total cost) ?(?:amount|price|cost|due)?|(amount|price|cost|sum)s?)$/i;
const DATE_FIELD =
	/^(?:the |our |my |their |its |an? )?(?:(due|delivery|invoice|order|arrival|departure|check-in|check-out|appointment|expiry|payment|start|end|event|meeting) )?(date|day|deadline|time)s?$/i;
const FACT_FIELDS: [RegExp, Fact][] = [
	[/^(?:(?:the|any|all|their) )*(?:phone|telephone|mobile|contact) ?(?:numbers?)?$/i, 'phone'],
	[/^(?:(?:the|any|all|their) )*(?:e-?mail|mail) ?address(?:es)?$/i, 'address'],
	[/^(?:(?:the|any|all) )*(?:links?|urls?|web ?address(?:es)?|website)$/i, 'link'],
	[/^(?:(?:the|any|all) )*numbers?$/i, 'number'],
];

/** The field that some words of a prompt name; null if they name none that can be found. */
export function fieldNamed(words: string): Field | null {
	const asked = words.trim().replace(/\s+/g, ' ');
	const name = asked.replace(/^(?:(?:the|any|all|our|my|their|its|an?) )+/i, '').toLowerCase();
	const numbered = NUMBER_FIELD.exec(asked)?.[1];
	if (numbered) return { name, find: (text) => numbersBehind(text, anyLanguage(numbered.toLowerCase())) };
	const amount = AMOUNT_FIELD.exec(asked);
	if (amount)
		return {
			name,
			find: (text) => (amount[1] ? factsBehind(text, labelOf(amount[1]), 'amount') : all(text, 'amount')),
		};
	const date = DATE_FIELD.exec(asked);
	if (date) {
		const fact = date[2]?.toLowerCase() === 'time' ? 'time' : 'date';
		const label = date[2]?.toLowerCase() === 'deadline' ? 'due|deadline' : date[1];
		return {
			name,
			find: (text) => (label ? factsBehind(text, anyLanguage(label.toLowerCase()), fact) : all(text, fact)),
		};
	}
	const fact = FACT_FIELDS.find(([pattern]) => pattern.test(asked))?.[1];
	return fact ? { name, find: (text) => all(text, fact) } : null;
}

const all = (text: string, fact: Fact) => extractFacts(text).get(fact) ?? [];

/** "The total" is not the subtotal. */
const labelOf = (name: string) =>
	/^total|grand total|order total|invoice total/i.test(name)
		? `(?<!sub[- ]?)total|amount due|to pay|${FOREIGN.total}`
		: name.toLowerCase();

/** Numbers directly after their label: never a link, and with at least one digit. */
function numbersBehind(text: string, label: string): string[] {
	const pattern = new RegExp(
		`\\b(?:${label})\\b[ \\t]{0,3}(?:(?:number|no|nr|id|code|reference|ref)\\b|n°)?\\.?[ \\t]{0,3}(?:is|was)?[ \\t]{0,3}[:#]{0,2}[ \\t]{0,5}(?:\\r?\\n[ \\t]{0,5})?#?((?=[\\w/-]{0,40}\\d)[A-Za-z0-9][\\w/-]{2,40})(?![\\w.-]{0,100}(?:@|://))`,
		'gi',
	);
	const found = [...text.matchAll(pattern)]
		.map(([, number = '']) => number)
		.filter((number) => !/^https?$|^www/i.test(number));
	return [...new Set(found)].slice(0, 5);
}

/** Facts after their label, on the same line or on the next. */
function factsBehind(text: string, label: string, fact: Fact): string[] {
	const found = new Set<string>();
	for (const match of text.matchAll(new RegExp(`(?<![\\p{L}])(?:${label})(?![\\p{L}])`, 'giu'))) {
		const behind = text.slice(match.index + match[0].length, match.index + match[0].length + 80);
		const line = /^[^\n]*/.exec(behind)?.[0] ?? '';
		const near = /[\p{L}\p{N}$€£]/u.test(line) ? line : behind.split('\n').slice(0, 2).join('\n');
		const [first] = extractFacts(near).get(fact) ?? [];
		if (first) found.add(first);
		if (found.size >= 5) break;
	}
	return [...found];
}
