/** Numbers and days that a prompt compares with: "over 500 euros", "due within a week". */
import type { Comparison, DayPoint, MailDate, MailNumber } from '@watchword/contract/condition';
import type { Word } from '../reading/words.ts';
import type { Vocabulary } from './vocabulary.ts';

/** What was found, and how many words it takes. */
export interface Taken<T> {
	found: T;
	length: number;
}

export type Compared = Comparison & Pick<MailNumber, 'unit' | 'of'>;

/** "1.000,50", "1,000.50", "1'000" and "2,5". */
function numberOf(text: string): number | null {
	const digits = text.replaceAll("'", '');
	const mark = /[.,](?!.*[.,])/.exec(digits);
	if (!mark) return Number(digits);
	const [whole, part] = [digits.slice(0, mark.index), digits.slice(mark.index + 1)];
	const isThousands = part.length === 3 && /^\d{1,3}(?:[.,]\d{3})*$/.test(whole) && !/^0/.test(whole);
	if (isThousands) return Number(digits.replace(/[.,]/g, ''));
	const bare = whole.replace(/[.,](?=\d{3}(?:[.,]|$))/g, '');
	return /^\d+$/.test(bare) ? Number(`${bare}.${part}`) : null;
}

type Amount = { than: number } & Pick<MailNumber, 'unit' | 'of'>;

/** A number with its unit. */
function amountAt(words: readonly Word[], from: number, { data, is }: Vocabulary): Taken<Amount> | null {
	const unitAt = (at: number): Pick<Amount, 'unit' | 'of'> | null => {
		const text = words[at]?.text ?? '';
		const of = Object.hasOwn(data.units, text) ? (data.units[text] ?? null) : null;
		if (is.percent.has(text)) return { unit: 'percent', of: null };
		if (text === '°') return { unit: 'measure', of: words[at + 1]?.text === 'f' ? '°F' : '°C' };
		return of ? { unit: of.startsWith('°') ? 'measure' : 'money', of } : null;
	};
	const first = unitAt(from);
	const at = first ? from + 1 : from;
	const word = words[at];
	const than = word && !word.quoted && /^\d+(?:[.,']\d+)*$/.test(word.text) ? numberOf(word.text) : null;
	if (than === null) return null;
	const behind = first ? null : unitAt(at + 1);
	const more =
		behind === null ? 0 : words[at + 1]?.text === '°' && /^[cf]$/.test(words[at + 2]?.text ?? '') ? 2 : 1;
	return {
		found: { than, ...(first ?? behind ?? { unit: 'number', of: null }) },
		length: at + 1 + more - from,
	};
}

/** "More than 500 euros", "500 or more", "between 5 and 10". */
export function comparisonAt(words: readonly Word[], from: number, voc: Vocabulary): Taken<Compared> | null {
	const said = voc.comparisons.at(words, from);
	const at = from + (said?.length ?? 0);
	const amount = amountAt(words, at, voc);
	if (!amount) return null;
	const end = at + amount.length;
	if (said?.meaning === 'between') {
		const to = /^(?:and|-)$/.test(words[end]?.text ?? '') ? amountAt(words, end + 1, voc) : null;
		if (!to || to.found.than < amount.found.than) return null;
		const unit = amount.found.unit === 'number' ? to.found : amount.found;
		const found = { compare: said.meaning, ...unit, than: amount.found.than, to: to.found.than };
		return { found, length: end + 1 + to.length - from };
	}
	if (said) return { found: { compare: said.meaning, ...amount.found }, length: end - from };
	const more = voc.orMore.at(words, end);
	return more && { found: { compare: more.meaning, ...amount.found }, length: end + more.length - from };
}

type Days = Pick<MailDate, 'from' | 'to'>;
const LONGEST_DAY = 6;

/** "Within a week", "before 1 December". */
export function daysAt(
	words: readonly Word[],
	from: number,
	voc: Vocabulary,
	today: Date,
): Taken<Days> | null {
	const said = voc.ranges.at(words, from);
	const at = from + (said?.length ?? 0);
	for (let length = Math.min(LONGEST_DAY, words.length - at); length > 0; length--) {
		const texts = words.slice(at, at + length).map(({ text }) => text);
		const found =
			said?.meaning === 'within'
				? withinOf(texts, voc)
				: rangeOf(said?.meaning ?? 'on', pointOf(texts, voc, today));
		if (found) return { found, length: at + length - from };
	}
	return null;
}

function withinOf(texts: readonly string[], { data: { dates } }: Vocabulary): Days | null {
	const [count = '', length = ''] = texts.length === 1 ? ['1', texts[0]] : texts;
	const of = dates.numbers[count] ?? (/^\d{1,3}$/.test(count) ? Number(count) : null);
	const days = Object.hasOwn(dates.lengths, length) ? dates.lengths[length] : undefined;
	return of && days && texts.length <= 2 ? { from: { ahead: 0 }, to: { ahead: of * days } } : null;
}

function rangeOf(range: 'before' | 'until' | 'after' | 'from' | 'on', point: DayPoint | null): Days | null {
	if (!point) return null;
	if (range === 'before') return { from: null, to: moved(point, -1) };
	if (range === 'until') return { from: null, to: point };
	if (range === 'after') return { from: moved(point, 1), to: null };
	return { from: point, to: range === 'from' ? null : point };
}

const DAY_MS = 86_400_000;
const dateOf = (time: number): DayPoint => ({ date: new Date(time).toISOString().slice(0, 10) });
const moved = (point: DayPoint, by: number): DayPoint =>
	'date' in point ? dateOf(Date.parse(point.date) + by * DAY_MS) : { ahead: point.ahead + by };

function pointOf(texts: readonly string[], { data: { dates } }: Vocabulary, today: Date): DayPoint | null {
	const { points, months } = dates;
	const around = dates.around.split(' ');
	const bare = texts.filter((text) => !around.includes(text)).join(' ');
	if (Object.hasOwn(points, bare)) return { ahead: points[bare] ?? 0 };
	const numeric = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(bare);
	if (numeric) return dayIn(Number(numeric[3]), Number(numeric[2]) - 1, Number(numeric[1]));
	const iso = /^(\d{4}) - (\d{1,2}) - (\d{1,2})$/.exec(bare);
	if (iso) return dayIn(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]));
	const named =
		/^(?<day>\d{1,2}) (?<month>\p{L}{3,}) ?(?<year>\d{4})?$/u.exec(bare) ??
		/^(?<month>\p{L}{3,}) (?<day>\d{1,2}) ?(?<year>\d{4})?$/u.exec(bare);
	if (!named?.groups) return null;
	const { day = '', month = '', year } = named.groups;
	const index = months.findIndex((name) => name === month || (month.length === 3 && name.startsWith(month)));
	if (index < 0) return null;
	if (year) return dayIn(Number(year), index, Number(day));
	const next = dayIn(today.getUTCFullYear(), index, Number(day));
	// A day without its year is the next one.
	return next && 'date' in next && Date.parse(next.date) < today.getTime() - 31 * DAY_MS
		? dayIn(today.getUTCFullYear() + 1, index, Number(day))
		: next;
}

function dayIn(year: number, month: number, day: number): DayPoint | null {
	const date = new Date(Date.UTC(year, month, day));
	return date.getUTCMonth() === month && date.getUTCDate() === day ? dateOf(date.getTime()) : null;
}
