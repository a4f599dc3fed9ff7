/** Numbers and days that a prompt compares with: "over 500 euros", "due within a week". */
import type { Comparison, DayPoint, MailDate, MailNumber } from '@watchword/contract/condition';
import type { Slots } from '../reading/pattern.ts';
import type { Word } from '../reading/words.ts';
import { first, type Vocabulary } from './vocabulary.ts';

/** A comparison that was taken out of some words. */
export interface Compared {
	comparison: Comparison & Pick<MailNumber, 'unit' | 'of'>;
	/** What it is of. */
	rest: Word[];
	/** The first of them that stood behind it. */
	behindAt: number;
}

const isNumber = ({ text, quoted }: Word) => !quoted && /^\d/.test(text);

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

export function takeComparison(words: readonly Word[], voc: Vocabulary): Compared | null {
	if (!words.some(isNumber)) return null;
	const found =
		first(voc.orMore, words) ??
		first(voc.comparisons, words) ??
		[voc.equals.match(words)].flatMap((slots) => (slots ? [{ slots, means: 'exactly' as const }] : []))[0];
	if (!found) return null;
	const { slots, means } = found;
	const { before = [], behind = [] } = slots;
	const [than, to] = [valueIn(slots, 'than'), valueIn(slots, 'to')];
	if (than === null || (means === 'between' && (to === null || to < than))) return null;
	const own = words.slice(before.length, words.length - behind.length).map(({ text }) => text);
	const unit = unitOf(own, voc);
	const comparison = { compare: means, than, ...(means === 'between' && to !== null && { to }), ...unit };
	return { comparison, rest: [...before, ...behind], behindAt: before.length };
}

const valueIn = (slots: Slots, name: string) => numberOf(slots[name]?.[0]?.text ?? 'none') ?? null;

function unitOf(words: readonly string[], { data, percent }: Vocabulary): Pick<MailNumber, 'unit' | 'of'> {
	if (words.some((word) => percent.has(word))) return { unit: 'percent', of: null };
	const money = words
		.map((word) => (Object.hasOwn(data.units, word) ? data.units[word] : undefined))
		.find(Boolean);
	if (money?.startsWith('°')) return { unit: 'measure', of: money };
	if (money) return { unit: 'money', of: money };
	if (words.includes('°')) return { unit: 'measure', of: words.includes('f') ? '°F' : '°C' };
	return { unit: 'number', of: null };
}

/** The days of "due within a week", with the words before them; null if there are none. */
export function takeDays(
	words: readonly Word[],
	voc: Vocabulary,
	today: Date,
): { date: Omit<MailDate, 'is'>; rest: Word[] } | null {
	for (const { label, before, behind } of voc.labelled) {
		const slots = before.match(words);
		const range = slots?.days && rangeOf(slots.days, voc, today);
		if (range) return { date: { label, ...range }, rest: slots.before ?? [] };
		const days = behind.match(words)?.days ?? [];
		for (const at of days.keys()) {
			const found = rangeOf(days.slice(at), voc, today);
			if (found) return { date: { label, ...found }, rest: days.slice(0, at) };
		}
	}
	return null;
}

type Range = Pick<MailDate, 'from' | 'to'>;

function rangeOf(words: readonly Word[], voc: Vocabulary, today: Date): Range | null {
	const { dates } = voc.data;
	const texts = words.map(({ text }) => text);
	const behind = (range: keyof Vocabulary['ranges']) => voc.ranges[range].match(words)?.x ?? null;
	const within = behind('within');
	if (within) {
		const [count = '', length = ''] =
			within.length === 1 ? ['1', within[0]?.text] : within.map(({ text }) => text);
		const of = dates.numbers[count] ?? (/^\d{1,3}$/.test(count) ? Number(count) : null);
		const days = Object.hasOwn(dates.lengths, length) ? dates.lengths[length] : undefined;
		return of && days && within.length <= 2 ? { from: { ahead: 0 }, to: { ahead: of * days } } : null;
	}
	const at = (range: keyof Vocabulary['ranges']) => {
		const some = behind(range);
		return (
			some &&
			pointOf(
				some.map(({ text }) => text),
				voc,
				today,
			)
		);
	};
	const before = at('before');
	if (before) return { from: null, to: dayBefore(before, -1) };
	const until = at('until');
	if (until) return { from: null, to: until };
	const after = at('after');
	if (after) return { from: dayBefore(after, 1), to: null };
	const from = at('from');
	if (from) return { from, to: null };
	const on = at('on') ?? pointOf(texts, voc, today);
	return on && { from: on, to: on };
}

const DAY_MS = 86_400_000;
const dateOf = (time: number): DayPoint => ({ date: new Date(time).toISOString().slice(0, 10) });
const dayBefore = (point: DayPoint, by: number): DayPoint =>
	'date' in point ? dateOf(Date.parse(point.date) + by * DAY_MS) : { ahead: point.ahead + by };

function pointOf(texts: readonly string[], voc: Vocabulary, today: Date): DayPoint | null {
	const { points, months } = voc.data.dates;
	const said = texts.join(' ');
	if (Object.hasOwn(points, said)) return { ahead: points[said] ?? 0 };
	const bare = texts.filter((text) => !/^(?:the|of|den|dem|am|,|st|nd|rd|th)$/.test(text)).join(' ');
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
