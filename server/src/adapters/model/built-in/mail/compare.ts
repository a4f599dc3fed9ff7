import { decimalMarkOf, readAmountAt } from '../results/amounts.ts';
import { valuesCalled } from '../results/called.ts';
import { type Comparison, measure, numberOf, type Unit } from './comparisons.ts';
import { extractFacts, withoutQuotes, wordMatcher } from './extract.ts';
import { isReport, sentencesIn } from './sentences.ts';
import { waysToSay } from './words.ts';

interface Figure {
	said: string;
	value: number;
	currency?: string | null;
}

/** What a whole mail may be meant by: "the invoice is over 100" asks for its total. */
const WHOLE =
	/^(?:(?:the|order|invoice|bill|purchase|booking|total|grand|payment|rechnungs?|bestellung|rechnung|gesamt)\s?)*(?:total|amount|invoice|receipt|bill|order|purchase|booking|payment|price|cost|sum|value|rechnung|bestellung|betrag|summe|preis)(?:\s(?:total|amount|value|sum|price|due))?$/i;

const DOCUMENT = /^(?:quote|quotation|estimate)$/i;
/** Names of a whole that the mail must have, too: a “phone bill” is not any bill, and a “quote” names itself in its subject. */
const NAMED_WHOLE = /^(?:(\p{L}+) )(?:bill|invoice|rechnung)$|^(quote|quotation|estimate)$/iu;

function isWholeOf(label: string | null, { subject }: { subject: string }): boolean {
	if (label === null || WHOLE.test(label)) return true;
	const [, what, document] = NAMED_WHOLE.exec(label) ?? [];
	if (document)
		return new RegExp(
			`^\\s*(?:(?:your|our|new)\\s)?${document}(?=\\s*(?:$|#?\\d|:)|\\s(?:for|from|no|nr|number)(?!\\p{L}))`,
			'iu',
		).test(subject);
	const utilities = new Set(subject.toLowerCase().match(UTILITIES));
	return (
		what !== undefined &&
		utilities.size === 1 &&
		new RegExp(
			`(?<!\\p{L})${RegExp.escape(what)}\\s(?:bill|invoice|rechnung)(?!\\p{L})|(?:bill|invoice)\\sfor\\s(?:your\\s)?${RegExp.escape(what)}\\s*$`,
			'iu',
		).test(subject)
	);
}
const UTILITIES =
	/(?<!\p{L})(?:electricity|power|energy|gas|water|phone|telephone|mobile|internet|heating)(?!\p{L})/giu;

/**
 * Compares the numbers of a mail that stand with the label. All must give the same result. Where the prompt means the mail as a
 * whole and no label is there, only the single amount of a mail can be the one; several amounts can only rule it out.
 */
export function compare(
	comparison: Comparison,
	mail: { subject: string; text: string },
	tests: string[],
): boolean | null {
	const { words, label, of = null, least, most, unit } = comparison;
	const written = [mail.subject, mail.text];
	const texts = written.map((text) => text.replace(LIMIT, ' … '));
	const figuresIn = (some: readonly string[]) =>
		label === null ? [] : figuresCalled(label, unit, some, isWholeOf(label, mail));
	const current = texts.map((text) => ofNow(text, label));
	const byName = figuresIn(current);
	const labelled =
		byName.length === 0 && label !== null && of !== null ? countsOf(of, label, current) : byName;
	// “Estimated total: 300 EUR. Shipping: 5 EUR”, “total: about 300 EUR”: another figure is not the one.
	const isOther = texts.some((text) => ofNow(text, label) !== text);
	const unlimited = written.map((text) => text.replace(LIMIT, (limit) => limit.replace(/^[^\d$€£]*/, '')));
	const isLimited = texts.some((text, at) => text !== written[at]);
	const isUncertain = labelled.length === 0 && (isOther || (isLimited && figuresIn(unlimited).length > 0));
	const isWhole = label === null || WHOLE.test(label);
	// Several totals are of parts, and another figure may be of the whole.
	const isOne = new Set(labelled.map(({ value }) => value)).size === 1;
	const figures = isOne || !isWhole ? labelled : allFigures(unit, texts);
	const name = unit.kind === 'percent' ? 'percentage' : unit.kind === 'measure' ? 'number' : 'amount';
	if (figures.length === 0 || isUncertain) {
		tests.push(`no ${name} to compare with “${words}” was found`);
		return null;
	}
	const listed = [...new Set(figures.map(({ said }) => said))].slice(0, 5).join(', ');
	if (
		unit.kind === 'money' &&
		figures.some(({ currency }) => currency && unit.currency && currency !== unit.currency)
	) {
		tests.push(`“${words}” is in another currency than ${listed}`);
		return null;
	}
	const held = figures.map(({ value }) => value >= least && value <= most);
	const isSure = isOne || !isWhole || !held[0] || new Set(figures.map(({ value }) => value)).size === 1;
	if (isSure && held.every((one) => one === held[0])) {
		tests.push(`“${words}”: ${listed}`);
		return held[0] ?? null;
	}
	tests.push(
		isSure || held.includes(false)
			? `“${words}” holds for some of ${listed} only`
			: `which of ${listed} is meant by “${words}” is not certain`,
	);
	return null;
}

/** Names of the same things that are counted. */
const PEOPLE = 'people|persons?|guests?|adults?|personen|gäste?';
/** What there is room for is not what there is. */
const ROOM =
	/(?<!\p{L})(?:room for|seats?|capacity|maximum|minimum|max|min|per|each|every|platz|pro|je)(?!\p{L})/iu;

/** “Booking for 6 people”, “Stock: 4 pieces”: numbers before what is counted, where a sentence names what it is of. */
function countsOf(thing: string, counted: string, texts: readonly string[]): Figure[] {
	const names = new RegExp(`^(?:${PEOPLE})$`, 'i').test(counted)
		? PEOPLE
		: `${RegExp.escape(counted.replace(/s$/, ''))}s?`;
	const any = new RegExp(`\\d+\\s(?=(?:${names})(?!\\p{L}))`, 'giu');
	const count = new RegExp(
		`(?<!^an?\\s)(?<!\\p{L})(?:${waysToSay(thing).map(RegExp.escape).join('|')})s?(?:\\s#?\\S*\\d\\S*)?(?:\\s(?:is\\s)?(?:of|for|has|contains|includes|with|für|von|mit)|\\s(?:is|ist)|\\s?[:=])\\s(?:(?:an?\\s)?(?:table|room)\\sfor\\s)?(\\d{1,5})\\s(?:${names})(?!\\p{L})(?!(?:,|\\s(?:and|plus|or|und|oder)|\\s\\+)\\s)`,
		'giu',
	);
	const found = texts
		.flatMap((text) => sentencesIn(withoutQuotes(text)))
		.filter((sentence) => isReport(sentence) && !ROOM.test(sentence))
		// “The booking for 12 people was cancelled, please book for 2 people.”
		.filter((sentence) => new Set(sentence.match(any)).size < 2)
		.flatMap((sentence) => [...sentence.matchAll(count)])
		.map(([said, number]) => ({ said, value: Number(number) }));
	return new Set(found.map(({ value }) => value)).size === 1 ? found : [];
}

function figuresCalled(
	label: string,
	unit: Unit,
	texts: readonly string[],
	isWhole = WHOLE.test(label),
): Figure[] {
	// “The temperature in the freezer” is the “freezer temperature”.
	const [, what, where] = /^(\S+) (?:in|of|at) (?:the |my |our )?(\S+)$/.exec(label) ?? [];
	const turned = what && where ? [`${where} ${what}`] : [];
	if (unit.kind === 'percent')
		return (
			[label, ...turned].map((name) => percentagesWith(name, texts)).find((found) => found.length > 0) ?? []
		);
	const of = / of (?:the )?(.+)$/.exec(label)?.[1];
	// “Card payment”: the payment of a line that names the card, too.
	const [modifier = '', head = ''] = label.split(' ');
	if (label.split(' ').length === 2 && valuesCalled(label, 'amount', texts).length === 0) {
		const lines = texts
			.flatMap((text) => text.split('\n'))
			.filter((line) => wordMatcher(modifier).test(line));
		const found = WHOLE.test(head) && !WHOLE.test(label) ? figuresCalled(head, unit, lines) : [];
		if (found.length > 0) return found;
	}
	const names = [label, ...(of ? [of] : []), ...turned, ...(isWhole ? ['total'] : [])];
	const types = unit.kind === 'money' ? (['amount'] as const) : (['amount', 'number'] as const);
	for (const name of names)
		for (const type of unit.kind === 'measure' ? (['number'] as const) : types) {
			const found = valuesCalled(name, type, texts);
			// "Budget: 5000-8000" is no single number.
			if (found.some((one) => !('value' in one))) return [];
			const figures = found.flatMap((one): Figure[] => {
				if (!('value' in one)) return [];
				const { value, said = '', behind = '' } = one;
				// "Invoice 4410" is a number of an invoice, no amount.
				if (typeof value === 'object')
					return value.currency === null &&
						name === label &&
						(isWhole || DOCUMENT.test(label)) &&
						!/total|amount/.test(label)
						? []
						: [{ said, value: value.amount, currency: value.currency }];
				if (typeof value !== 'number' || !isMeasuredIn(unit, behind)) return [];
				return [
					{ said: `${said}${/^\s?(?:%|°\s?[CF]?|\p{L}{1,3}\b)?/u.exec(behind)?.[0].trimEnd() ?? ''}`, value },
				];
			});
			if (figures.length > 0) return figures;
		}
	return [];
}

/** A number without a unit may be in the one that was asked for; a number with another one is not. */
function isMeasuredIn(unit: Unit, behind: string): boolean {
	const said = /^\s?(°\s?[CF]?|%|\p{L}{1,12})/iu.exec(behind)?.[1] ?? '';
	if (unit.kind !== 'measure') return true;
	return said === '' || measure(said) === unit.name;
}

/** The percentages of sentences that have the label. "20 % off" is a discount. */
function percentagesWith(label: string, texts: readonly string[]): Figure[] {
	const words = RegExp.escape(label).replace(/(?:\\x20| )+/g, '\\s+');
	const named = new RegExp(
		`(?<!\\p{L})(?:${/^(?:discount|rabatt)$/.test(label) ? `${words}|\\d\\s?%\\s+off|saves?|sparen|rabatt` : words})(?!\\p{L})`,
		'iu',
	);
	return texts
		.flatMap((text) => text.split(/\n|(?<=[.!?])\s+/).slice(0, 5000))
		.filter(
			(line) =>
				named.test(line) &&
				!/^\s*>|(?<!\p{L})(?:no|kein\p{L}*)\s(?:\p{L}+\s)?(?:discount|rabatt)/iu.test(line),
		)
		.flatMap(percentages);
}

const percentages = (line: string): Figure[] =>
	[...line.matchAll(/(?<![\d.,])\d{1,4}(?:[.,]\d{1,3})?\s?(?:%|percent\b|prozent\b)/gi)].flatMap(([said]) => {
		const value = numberOf(said.replace(/[^\d.,]/g, ''));
		return value === null ? [] : [{ said, value }];
	});

/** “Orders over EUR 400 ship free”, “about 300 EUR”, “up to 50%”: a limit or a guess is no amount of the mail. “Invoice 4711 over 20 EUR” has no limit. */
const LIMIT =
	/(?<!\p{L}|\d\s)(?:over|above|more than|less than|under|below|up to|at least|at most|starting at|starting from|(?<=:\s|prices?\s)(?:from|ab)|(?:would|could|might|may) be|about|around|approximately|roughly|ca\.?|etwa|ungefähr|mehr als|weniger als|bis zu|mindestens|höchstens)\s+(?:[$€£]\s?|(?:USD|EUR|GBP|AUD|CHF)\s)?\d[\d.,']{0,12}/giu;
/** “Last month your total was 200 EUR.”, “Estimated total: 60 EUR”; but not “total with last month: 90 EUR”. */
const EARLIER =
	/^\s*(?:(?!(?:with|together|including|plus|and|mit|inklusive|zuzüglich|und)\s)\p{L}+\s){0,3}(?:(?:last|previous|prior)\s(?:month|year|week|time|invoice|bill|order|payment)|letzte[nrs]?\s(?:monat|jahr|woche|rechnung)|vorige[nrsm]?|estimated|projected|geschätzt\p{L}*|voraussichtlich\p{L}*)(?!\p{L})/iu;

/** A text without sentences of earlier times and guesses, unless they are asked for. */
function ofNow(text: string, label: string | null): string {
	if (
		label &&
		/(?<!\p{L})(?:last|previous|prior|letzt|vorig|estimated|projected|geschätzt|voraussichtlich)/iu.test(
			label,
		)
	)
		return text;
	return text
		.split(/(?<=\n|[.!?]\s)/)
		.filter((sentence) => !EARLIER.test(sentence))
		.join('');
}

function allFigures(unit: Unit, texts: readonly string[]): Figure[] {
	const text = withoutQuotes(texts.join('\n'));
	if (unit.kind === 'percent') return percentages(text);
	if (unit.kind === 'measure') return [];
	const mark = decimalMarkOf(text);
	return (extractFacts(text).get('amount') ?? []).flatMap((said) => {
		const read = readAmountAt(said, mark);
		return read && 'value' in read ? [{ said, value: read.value.amount, currency: read.value.currency }] : [];
	});
}
