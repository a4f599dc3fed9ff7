import { extractFacts } from './extract.ts';

/** "The total is over 100", "a discount of more than 20 %". */
export interface Comparison {
	/** As the customer said it. */
	words: string;
	/** What the number refers to; empty if the prompt does not say. */
	label: string | null;
	least: number;
	most: number;
	percent: boolean;
}

const AMOUNT_WORDS =
	'amount due|total|amount|price|cost|sum|balance|discount|fee|invoice|bill|rate|increase|decrease|refund|deposit|salary|tax|vat';
const COMPARISON = new RegExp(
	String.raw`(?:\b(?:the|a|an|its)\s+)?(?:\b(${AMOUNT_WORDS})\b\s+)?(?:(?:amount|price|cost)\s+)?(?:is|are|of|was)?\s*\b(more than|over|above|at least|less than|under|below|at most|greater than|higher than|lower than|exceeds|exceeding|up to)\s+[$€£]?\s?(\d(?:[\d,.']{0,14}\d)?)\s?(%|percent\b|[$€£]|(?:dollars?|euros?|pounds?|usd|eur|gbp|aud)\b)?`,
	'gi',
);

/** The comparisons of a prompt, and the prompt without them. */
export function takeComparisons(prompt: string): { rest: string; comparisons: Comparison[] } {
	const comparisons: Comparison[] = [];
	const rest = prompt.replace(
		COMPARISON,
		(words, label: string | undefined, how: string, number: string, unit = '') => {
			const percent = /^(?:%|percent)$/i.test(unit);
			const value = numberOf(number);
			// "More than 3 attachments" is no amount.
			if ((!label && unit === '' && !/[$€£]/.test(words)) || value === null) return words;
			comparisons.push({
				words: words.trim(),
				label: label?.toLowerCase() ?? null,
				percent,
				...boundsOf(how.toLowerCase(), value),
			});
			return ' ';
		},
	);
	return { rest, comparisons };
}

function boundsOf(how: string, value: number): { least: number; most: number } {
	const tiny = 1e-9;
	if (/^(?:more|over|above|greater|higher|exceed)/.test(how))
		return { least: value + tiny, most: Number.POSITIVE_INFINITY };
	if (how === 'at least') return { least: value, most: Number.POSITIVE_INFINITY };
	if (how === 'at most' || how === 'up to') return { least: Number.NEGATIVE_INFINITY, most: value };
	return { least: Number.NEGATIVE_INFINITY, most: value - tiny };
}

/** Compares the numbers of a mail: those next to the label, or all numbers if there is no label. All must give the same result. */
export function compare(
	{ words, label, least, most, percent }: Comparison,
	mail: { subject: string; text: string },
	tests: string[],
): boolean | null {
	const text = `${mail.subject}\n${mail.text}`;
	const lines = text.split(/\n|(?<=[.!?])\s+/).slice(0, 5000);
	// "The total" is not the subtotal.
	const named = label ? new RegExp(`(?<!\\p{L}|sub[- ])${label}`, 'iu') : null;
	const near = named ? lines.filter((line) => named.test(line)) : [];
	const found = near.flatMap((line) => numbersIn(line, percent));
	const numbers = found.length > 0 ? found : lines.flatMap((line) => numbersIn(line, percent));
	const name = percent ? 'percentage' : 'amount';
	if (numbers.length === 0) {
		tests.push(`no ${name} to compare with “${words}” was found`);
		return null;
	}
	const held = numbers.map(({ value }) => value >= least && value <= most);
	const listed = [...new Set(numbers.map(({ said }) => said))].slice(0, 5).join(', ');
	if (held.every((one) => one === held[0])) {
		tests.push(`“${words}”: ${listed}`);
		return held[0] ?? null;
	}
	tests.push(`“${words}” holds for some of ${listed} only`);
	return null;
}

function numbersIn(line: string, percent: boolean): { said: string; value: number }[] {
	const said = percent
		? [...line.matchAll(/(?<![\d.,])\d{1,4}(?:[.,]\d{1,3})?\s?(?:%|percent\b)/gi)].map(([match]) => match)
		: (extractFacts(line).get('amount') ?? []);
	return said.flatMap((one) => {
		const value = numberOf(/\d[\d,.' ]*/.exec(one)?.[0] ?? '');
		return value === null ? [] : [{ said: one, value }];
	});
}

/** "1,249.50", "1.249,50" and "12,5": the last mark is the decimal mark if one or two digits follow it. */
function numberOf(text: string): number | null {
	const trimmed = text.trim().replace(/[.,']+$/, '');
	const [, whole = trimmed, part = ''] = /^(.*)[.,](\d{1,2})$/.exec(trimmed) ?? [];
	const value = Number(`${whole.replace(/[.,' ]/g, '')}.${part || '0'}`);
	return Number.isFinite(value) ? value : null;
}
