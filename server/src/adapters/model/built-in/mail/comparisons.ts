/** What a prompt compares numbers with. compare.ts finds the numbers in the mail. */
import { currencyAt } from '../results/amounts.ts';
import { namedBefore, signOf } from './name-before.ts';

/** "The total is over 100", "a discount of more than 20 %". */
export interface Comparison {
	/** As the customer said it. */
	words: string;
	/** What the number is of; null if the prompt does not say. */
	label: string | null;
	/** Of what so many are counted: the booking of “the booking is for more than 4 people”. */
	of?: string | null;
	least: number;
	most: number;
	unit: Unit;
}
export type Unit =
	| { kind: 'percent' | 'number' }
	| { kind: 'money'; currency: string | null }
	/** As in "30 °C": another unit in the mail is not compared. */
	| { kind: 'measure'; name: string };

const MORE =
	'more than|greater than|higher than|larger than|over|above|exceeds|exceeding|mehr als|höher als|größer als|über|>';
const LESS =
	'less than|fewer than|lower than|smaller than|under|below|weniger als|niedriger als|kleiner als|unter|<';
const LEAST = 'at least|no less than|mindestens|>=';
const MOST = 'at most|up to|no more than|höchstens|<=';
const SAME = 'exactly|equal to|equals|genau';
const COMPARISON = new RegExp(
	String.raw`(?<![\p{L}\p{N}])(${[LEAST, MOST, MORE, LESS, SAME].join('|')})\s+([$€£]|(?:usd|eur|gbp|aud|chf)\s)?\s?([-−]?\d(?:[\d,.']{0,14}\d)?)(?![\d:/]|[.,]\d)\s?(%|percent(?!\p{L})|prozent(?!\p{L})|[$€£]|°\s?[cf]?(?!\p{L})|\p{L}+)?`,
	'giu',
);
const MEASURES =
	/^(?:°\s?[cf]?|degrees?|grad|celsius|fahrenheit|k?g|[kcm]?m|l|[kmgt]b|k?wh?|v|mbar|hpa|ppm|bar)$/i;
/** Words behind a number that belong to what follows. */
const NO_UNIT =
	/^(?:and|or|in|on|at|to|for|then|und|oder|ist|sind|liegt|beträgt|steigt|is|are|tell|send|please|per)$/i;

/** “At least 3 rooms”: things that mails often give a number of. */
const COUNTED = /^(?:rooms|people|persons|guests|nights|items|pieces|zimmer|personen|gäste|nächte|stück)$/i;

const NUMBER = String.raw`[$€£]?\s?\d[\d.,']*`;
const UNIT = String.raw`(?:%|[$€£]|percent|eur|usd|gbp|aud|chf|euros?|dollars?|pounds?)(?![\p{L}])`;
const BETWEEN = new RegExp(
	String.raw`(?<!\p{L}|(?:not|n['’]t|nicht)\s+)(?:between|zwischen)\s+(${NUMBER})\s+(?:and|und)\s+(${NUMBER})(?![\d:])(\s?(?:%|[$€£]|°|\p{L}+))?`,
	'giu',
);
const EXACTLY = new RegExp(String.raw`(?<!\p{L})(?:is|equals)\s+(?=${NUMBER}\s?${UNIT}|[$€£]\s?\d)`, 'giu');

/** “If there is less than 5 GB free”, “if there were more than 20 errors”: what is counted stands behind the number. */
const THERE = new RegExp(
	String.raw`(?<!\p{L})there\s+(?:is|are|was|were)\s+(${[LEAST, MOST, MORE, LESS, SAME].join('|')})\s+(\d(?:[\d,.']{0,14}\d)?)\s?(%|[kmgt]b|°c?)?\s+(\p{L}{3,30}(?:\s\p{L}{3,30})?)(?=\s*(?:$|[,.;:!?\n])|\s+(?:and|or|but|left)\s)`,
	'giu',
);

/** “The booking is for more than 4 people”. */
const FOR = new RegExp(
	String.raw`(?<=(?<!\p{L})(?:is|are)\s+)for\s+(?=(?:${[LEAST, MOST, MORE, LESS].join('|')})\s+\d)`,
	'giu',
);

/** “4 or more”, “20 EUR or less”. */
const OR_MORE = new RegExp(
	String.raw`(?<![\p{L}\p{N}.,])(${NUMBER}(?:\s?${UNIT})?)\s+(?:or|oder)\s+(more|higher|above|over|less|fewer|lower|below|mehr|weniger)(?!\p{L}|\s+than|\s+als|\s*[$€£]?\s?\d)`,
	'giu',
);

/** The comparisons of a prompt, and the prompt without them. */
export function takeComparisons(given: string): { rest: string; comparisons: Comparison[] } {
	const prompt = given
		.replace(THERE, (words, how: string, number: string, unit: string, name: string) =>
			name.split(' ').some((word) => NO_UNIT.test(word) || MEASURES.test(word) || COUNTED.test(word))
				? words
				: `the ${name} is ${how} ${number}${unit ? ` ${unit}` : ''}`,
		)
		.replace(
			OR_MORE,
			(_, number: string, how: string) =>
				`${/more|high|above|over|mehr/i.test(how) ? 'at least' : 'at most'} ${number}`,
		)
		.replace(/\s+in\s+(?:this|the|that)\s+(?:e-?mail|mail|message)(?=\s)/giu, '')
		.replace(
			BETWEEN,
			(_, least: string, most: string, unit = '') => `at least ${least}${unit} and at most ${most}${unit}`,
		)
		.replace(EXACTLY, 'is exactly ')
		.replace(FOR, '')
		.replace(
			/(?<!\p{L})(?:they|it|he|she)\s+(?:offers?|gives?|grants?)\s+(?=(?:me\s+|us\s+)?(?:an?|the)\s)/giu,
			'there is ',
		)
		.replace(/(%|percent|prozent)\s+(?:full|voll|off)(?!\p{L})/giu, '$1');
	const comparisons: Comparison[] = [];
	let rest = '';
	let done = 0;
	for (const match of prompt.matchAll(COMPARISON)) {
		const [said, how = '', before = '', number = '', behind = ''] = match;
		const counted = before === '' && COUNTED.test(behind) ? behind.toLowerCase() : null;
		const unit = counted ? ({ kind: 'number' } as const) : unitOf(before.trim(), behind);
		const value = numberOf(number);
		const { name, verb, start } = namedBefore(prompt.slice(done), match.index - done);
		// "The total is under 10 or over 100".
		const isSame = name === null && /^\s*(?:and|or|und|oder)\s*$/i.test(prompt.slice(done, match.index));
		const label = counted ?? (isSame ? (comparisons.at(-1)?.label ?? null) : name);
		// "More than 3 attachments" is no amount.
		if (!unit || value === null || (unit.kind !== 'money' && unit.kind !== 'percent' && label === null))
			continue;
		const tail = !counted && (unit.kind === 'number' || before !== '') ? behind.length : 0;
		const words = said.slice(0, said.length - tail).trim();
		const phrase = counted ? '' : [label, verb].filter(Boolean).join(' ');
		rest += `${prompt.slice(done, done + start)} ${/(?:not|n['’]t|nicht)\b/.test(verb) ? 'not ' : ''}${signOf('comparison', comparisons.length)} `;
		done = match.index + said.length - tail;
		const bounds = boundsOf(how.toLowerCase(), value);
		const of = counted ? name : null;
		comparisons.push({ words: `${phrase} ${words}`.trim(), label, of, unit, ...bounds });
	}
	return { rest: rest + prompt.slice(done), comparisons };
}

function unitOf(before: string, behind: string): Unit | null {
	const money = currencyOf(before) ?? currencyOf(behind);
	if (money) return { kind: 'money', currency: money };
	if (/^(?:%|percent|prozent)$/i.test(behind)) return { kind: 'percent' };
	if (MEASURES.test(behind)) return { kind: 'measure', name: measure(behind) };
	// "More than 3 items": what is counted is no label of the number.
	return behind === '' || NO_UNIT.test(behind) ? { kind: 'number' } : null;
}

const currencyOf = (said: string) =>
	said === '' ? null : (currencyAt(said.length === 3 ? said.toUpperCase() : said)?.code ?? null);

/** "°C", "degrees" and "celsius" are one measure. */
export const measure = (said: string) => {
	const bare = said.toLowerCase().replace(/[\s°.]/g, '');
	return bare === '' || /^(?:c|degrees?|grad|celsius)$/.test(bare) ? '°' : bare;
};

function boundsOf(how: string, value: number): { least: number; most: number } {
	const tiny = 1e-9;
	const is = (words: string) => words.split('|').includes(how);
	if (is(MORE)) return { least: value + tiny, most: Number.POSITIVE_INFINITY };
	if (is(LEAST)) return { least: value, most: Number.POSITIVE_INFINITY };
	if (is(MOST)) return { least: Number.NEGATIVE_INFINITY, most: value };
	if (is(SAME)) return { least: value - tiny, most: value + tiny };
	return { least: Number.NEGATIVE_INFINITY, most: value - tiny };
}

/** "1,249.50", "1.249,50" and "12,5": the last mark is the decimal mark if one or two digits follow it. */
export function numberOf(text: string): number | null {
	const trimmed = text
		.trim()
		.replace('−', '-')
		.replace(/[.,']+$/, '');
	const [, whole = trimmed, part = ''] = /^(.*)[.,](\d{1,2})$/.exec(trimmed) ?? [];
	const value = Number(`${whole.replace(/[.,' ]/g, '')}.${part || '0'}`);
	return Number.isFinite(value) ? value : null;
}
