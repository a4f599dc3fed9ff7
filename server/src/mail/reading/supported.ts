import type { Value } from '@watchword/contract/field';
import { isAmount } from '@watchword/contract/field-value';
import { normalised } from '@watchword/contract/normalised';

/** How evidence begins that describes a picture in a mail with text. */
const OF_PICTURE = /^\W*(?:picture|image|photo)\b[^:]{0,20}:/i;

/** A value of a language model, and the words that the model took it from. */
export interface Claim {
	value: Value;
	evidence: string;
}

/** What a model was shown. */
export interface Shown {
	texts: string[];
	hasImages: boolean;
}

/**
 * Why each of these values is not accepted; null for one that is. If there is text, the evidence must be words of that text,
 * and a number, an amount or a date must be in those words. What a picture shows cannot be checked. The text may be long and a
 * stranger's, so this runs in a reading thread.
 */
export function whyUnsupported(claims: Claim[], { texts, hasImages }: Shown): (string | null)[] {
	const whole = plain(texts.join('\n'));
	return claims.map((claim) => whyNot(claim, whole, hasImages));
}

function whyNot({ value, evidence }: Claim, whole: string, hasImages: boolean): string | null {
	if (evidence === '') return 'The model named no evidence for it, so its value was dropped.';
	if (whole === '') return hasImages ? null : 'There was nothing to take it from.';
	if (hasImages && OF_PICTURE.test(evidence)) return null;
	const quotes = evidence
		.split(/\.{3}|…/)
		.map(plain)
		.filter((quote) => quote !== '');
	if (quotes.length === 0 || !quotes.every((quote) => whole.includes(quote)))
		return 'The evidence of the model is not in the text, so its value was dropped.';
	return states(value, evidence) ? null : 'The value is not in its evidence, so it was dropped.';
}

/** For comparison: without quotation marks at the ends, and with uniform spaces, dashes and quotes. */
const plain = (text: string) =>
	normalised(text, 'NFKC')
		.toLowerCase()
		.replace(/[\u200b-\u200f\u2060\ufeff\u00ad]/g, '')
		.replace(/[“”„«»]/g, '"')
		.replace(/[‘’‚]/g, "'")
		.replace(/[‐-―−]/g, '-')
		.replace(/\s+/g, ' ')
		.replace(/^[\s"'>|*_]+|(?<![\s"'|*_])[\s"'|*_]+$/g, '');

function states(value: Value, evidence: string): boolean {
	if (isAmount(value)) return statesNumber(value.amount, evidence);
	if (typeof value === 'number') return statesNumber(value, evidence);
	if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return statesDay(value, evidence);
	return true;
}

const ENGLISH_NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const GERMAN_NUMBERS = 'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf'.split(' ');

/** A number is in a text if some figure there can be read as it, with either decimal mark. */
function statesNumber(value: number, evidence: string): boolean {
	const wanted = Math.abs(value);
	const words = evidence.toLowerCase().match(/\p{L}+/gu) ?? [];
	if (
		words.some((word) => ENGLISH_NUMBERS.indexOf(word) === wanted || GERMAN_NUMBERS.indexOf(word) === wanted)
	)
		return true;
	const figures = evidence.match(/\d(?:[\d.,'’\u00a0\u202f ]*\d)?/g) ?? [];
	return figures
		.flatMap((figure) => [figure, ...figure.split(/[\s\u00a0\u202f]+/)])
		.some((figure) => readings(figure).some((one) => Math.abs(one - wanted) < 0.005));
}

function readings(figure: string): number[] {
	const bare = figure.replace(/[\s'’\u00a0\u202f]/g, '');
	const whole = Number(bare.replace(/[.,]/g, ''));
	const at = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','));
	if (at < 0) return [whole];
	return [whole, Number(`${bare.slice(0, at).replace(/[.,]/g, '')}.${bare.slice(at + 1)}`)];
}

/** The day of the month must be there, unless the date is in words only ("next Friday"). */
function statesDay(day: string, evidence: string): boolean {
	const numbers = (evidence.match(/\d+/g) ?? []).map(Number);
	return numbers.length === 0 || numbers.includes(Number(day.slice(8)));
}
