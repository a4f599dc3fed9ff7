import type { ResultField, Value } from '@watchword/contract/field';
import type { Told } from './asked.ts';

interface Shown {
	texts: string[];
	hasImages: boolean;
}

/**
 * The values that a small model named, each with the line of the text that it stands in. A value that is in no line is left
 * out, because small models invent some.
 */
export function fieldsOf(
	fields: readonly ResultField[],
	{ fields: named, evidence: seen }: Told,
	{ texts, hasImages }: Shown,
) {
	const lines = texts.flatMap((text) => text.split('\n')).map((line) => line.trim());
	return Object.fromEntries(
		fields.map((field) => {
			const words = (named[field.id] ?? '').trim();
			const line = lines.find((one) => words !== '' && one.toLowerCase().includes(words.toLowerCase()));
			const evidence = line ?? (hasImages ? `Picture: ${seen}` : null);
			const value = evidence === null || /^(?:unknown|none)?$/i.test(words) ? null : contentOf(field, words);
			return [field.id, value === null ? { evidence: null, value } : { evidence, value }];
		}),
	);
}

function contentOf({ type, choices }: ResultField, words: string): Value {
	switch (type) {
		case 'yes-no':
			return words === 'yes';
		case 'choice':
			return choices.includes(words) ? words : null;
		case 'number':
			return numberIn(words);
		case 'amount': {
			const amount = numberIn(words);
			return amount === null ? null : { amount, currency: currencyIn(words) };
		}
		case 'date':
			return /\d{4}-\d{2}-\d{2}/.exec(words)?.[0] ?? null;
		case 'text':
			return words.slice(0, 500);
	}
}

/** The last mark before one or two digits is a decimal mark; other marks group thousands. */
function numberIn(words: string): number | null {
	const [figure] = /-?\d[\d.,'’ ]*/.exec(words) ?? [];
	if (figure === undefined) return null;
	const [, whole = '', part = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(figure.trim()) ?? [];
	return Number(`${whole.replace(/[^\d-]/g, '')}.${part || '0'}`);
}

const SIGNS: Record<string, string> = { '€': 'EUR', $: 'USD', '£': 'GBP' };

const currencyIn = (words: string) =>
	/\b[A-Z]{3}\b/.exec(words)?.[0] ??
	Object.entries(SIGNS).find(([sign]) => words.includes(sign))?.[1] ??
	null;
