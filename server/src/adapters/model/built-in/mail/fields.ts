import type { FieldType } from '@watchword/contract/field';
import type { Wanted } from '@watchword/model';
import { valuesCalled } from '../results/called.ts';
import { isLabel } from '../results/labels.ts';
import { extractFacts, type Fact, withoutQuotes } from './extract.ts';

/** A value that a customer wants from a mail. */
interface Field {
	/** As it was asked for: "order number". */
	name: string;
	find(text: string): string[];
}

const ARTICLES = /^(?:(?:the|any|all|our|my|their|its|your|an?|der|die|das|den)\s+)+/i;
const NUMBERED =
	/^(?:\p{L}+\s){1,2}(?:number|no|nr|id|code|reference|ref)s?$|^\p{L}{3,}(?:nummer|code)$|^code$/iu;
const MONEY =
	/(?:^|\s|\p{L})(?:total|amount|price|cost|costs|sum|balance|fee|fees|charge|discount|deposit|refund|tax|vat|shipping|salary|salary expectation|rent|subtotal|betrag|summe|preis|kosten|gebühr|miete|due)$/iu;
const DATED =
	/(?:^|\s)(?:day|until|date)$|(?:^|\s|\p{L})(?:deadline|arrival|departure|check-in|check-out|expiry|datum|termin|frist|anreise|abreise)$/iu;
const TIMED = /^(?:\p{L}+\s)?times?$/iu;
/** Words that alone may mean anything of their kind. */
const ANY: [RegExp, Fact][] = [
	[/^(?:amount|price|cost|sum|betrag|preis)s?$/i, 'amount'],
	[/^(?:date|day|datum)s?$/i, 'date'],
	[/^times?$/i, 'time'],
	[/^(?:phone|telephone|mobile|contact)(?:\snumbers?)?$/i, 'phone'],
	[/^(?:e-?mail|mail)\s?address(?:es)?$/i, 'address'],
	[/^(?:links?|urls?|web ?address(?:es)?|website)$/i, 'link'],
	[/^numbers?$/i, 'number'],
];

/** The field that a prompt asks for, under any of its names. */
export function fieldOf({ names, type }: Wanted): Field {
	const fields = names.map((name) => (type ? null : fieldNamed(name)) ?? fieldCalled(name, type && [type]));
	return {
		name: fields[0]?.name ?? '',
		find: (text) => fields.map((field) => field.find(text)).find((found) => found.length > 0) ?? [],
	};
}

/** The field that some words of a prompt name; null if they name none of a kind that is known. */
function fieldNamed(words: string): Field | null {
	const name = nameIn(words);
	if (name.split(' ').length > 4) return null;
	const any = ANY.find(([pattern]) => pattern.test(name))?.[1];
	if (any) return { name, find: (text) => labelled(name, any, text) ?? all(text, any) };
	if (NUMBERED.test(name)) return { name, find: (text) => called(name, ['text'], text).filter(hasDigit) };
	if (TIMED.test(name)) return { name, find: (text) => timesBehind(text, name.replace(/\s?times?$/, '')) };
	if (MONEY.test(name)) return { name, find: (text) => called(name, ['amount'], text) };
	if (DATED.test(name)) return { name, find: (text) => called(`${name}`, ['date'], text) };
	return isLabel(name) ? fieldCalled(name) : null;
}

/** A field by a name that is not known: whatever a mail sets beside it. */
function fieldCalled(words: string, types: FieldType[] = ['date', 'amount', 'text']): Field {
	const name = nameIn(words);
	return { name, find: (text) => called(name, types, text, true) };
}

const nameIn = (words: string) =>
	words
		.trim()
		.replace(/\s+/g, ' ')
		.replace(ARTICLES, '')
		// “IBAN” stays as it was written.
		.replace(/(?<!\p{L})(?!\p{Lu}{2,}(?!\p{L}))\p{L}+/gu, (word) => word.toLowerCase())
		.replace(DUE, 'due date');
/** "The date it is due" is looked for by its usual name. */
const DUE = /^(?:date|day) (?:that )?(?:it|this|they|the \p{L}+) (?:is|are|will be) due$/u;
const hasDigit = (text: string) => /\d/.test(text);

/** What a mail says under a name, as it is written there, as the first kind of value that there is. */
function called(name: string, types: FieldType[], text: string, withCurrency = false): string[] {
	for (const type of types) {
		const found = valuesCalled(name, type, [text]).flatMap((one) => {
			const value = 'value' in one ? one.value : null;
			// Of a name that is not known, "14C" is no amount.
			if (withCurrency && typeof value === 'object' && value?.currency === null) return [];
			const said = type === 'text' && typeof value === 'string' ? value : one.said;
			// The end of the sentence: "due on 28 July."
			return said ? [said.replace(/(?<=\p{L})\.$/u, '')] : [];
		});
		if (found.length > 0) return [...new Set(found)].slice(0, 5);
	}
	return [];
}

/** A value with exactly that name says more than all values of its kind. */
function labelled(name: string, fact: Fact, text: string): string[] | null {
	if ((fact !== 'amount' && fact !== 'date') || /s$/.test(name)) return null;
	const found = called(name, [fact], text);
	return found.length === 1 ? found : null;
}

const all = (text: string, fact: Fact) => extractFacts(withoutQuotes(text)).get(fact) ?? [];

/** Times after their label, on the same line. */
function timesBehind(text: string, label: string): string[] {
	const found = new Set<string>();
	for (const match of text.matchAll(
		new RegExp(`(?<![\\p{L}])(?:${RegExp.escape(label)})(?![\\p{L}])`, 'giu'),
	)) {
		const behind = text.slice(match.index + match[0].length, match.index + match[0].length + 80);
		const [first] = extractFacts(/^[^\n]*/.exec(behind)?.[0] ?? '').get('time') ?? [];
		if (first) found.add(first);
		if (found.size >= 5) break;
	}
	return [...found];
}
