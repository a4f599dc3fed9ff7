/** What can be changed of the parts that mails are judged by, and of the days of a schedule. */
import {
	ATTACHMENT_KINDS,
	type Attached,
	type DayPoint,
	MAIL_KINDS,
	type MailDate,
	type MailKind,
	type MailNumber,
	type OnDays,
	type Says,
	type SentBy,
} from '@watchword/contract/condition';
import { DAY_NAMES, type DayRule, MONTH_NAMES } from '@watchword/contract/day-rule';
import {
	capitals,
	choice,
	comparison,
	date,
	type Fields,
	type Input,
	list,
	number,
	type Options,
	orNull,
	text,
	weekdays,
} from './field.ts';

export const SENDER: Fields<SentBy> = {
	any: {
		label: 'Sender',
		inputs: [
			list('any', 'One of these, each in its own line', {
				hint: 'An address, a domain such as @example.com, or a name that the address must contain.',
			}),
		],
	},
};

export const SAYS: Fields<Says> = {
	words: {
		label: 'Words',
		inputs: [
			list('words', 'Words or phrases, each in its own line'),
			choice('match', 'It must contain', { any: 'One of them', all: 'All of them' }),
		],
	},
	in: {
		label: 'Look in',
		inputs: [
			choice('in', 'Look in', { anywhere: 'The whole mail', subject: 'The subject', text: 'The text' }),
		],
	},
};

export const VALUE: Fields<MailNumber> = {
	label: {
		label: 'Which number',
		inputs: [text('label', 'What the mail calls it, such as total or discount', orNull('label'))],
	},
	compare: {
		label: 'Compared',
		inputs: [
			...comparison<MailNumber>(),
			choice('unit', 'It is', {
				money: 'Money',
				percent: 'Percent',
				measure: 'A measure',
				number: 'Another number',
			}),
			text('of', 'Currency or unit, such as EUR or °C; empty for any', {
				...orNull('of'),
				when: ({ unit }) => unit === 'money' || unit === 'measure',
			}),
		],
	},
};

const isOn = (part: MailDate, side: 'from' | 'to') =>
	part[side] && 'date' in part[side] ? part[side].date : null;
const isAhead = (part: MailDate, side: 'from' | 'to') =>
	part[side] && 'ahead' in part[side] ? part[side].ahead : null;
const POINTS: Record<string, DayPoint | null> = {
	any: null,
	ahead: { ahead: 0 },
	date: { date: new Date().toISOString().slice(0, 10) },
};

const end = (side: 'from' | 'to', which: string): Input<MailDate>[] => [
	choice(
		side,
		`${which} day`,
		{ any: 'Any', ahead: 'Counted from today', date: 'A day of the calendar' },
		{
			get: (part) => Object.keys(part[side] ?? { any: 0 })[0] ?? 'any',
			set: (part, way) => ({ ...part, [side]: POINTS[way] ?? null }),
		},
	),
	number(side, 'Days from today', {
		whole: true,
		hint: 'Below 0 for days ago.',
		when: (part) => isAhead(part, side) !== null,
		get: (part) => isAhead(part, side) ?? 0,
		set: (part, ahead) => ({ ...part, [side]: { ahead } }),
	}),
	date(side, 'Day', {
		when: (part) => isOn(part, side) !== null,
		get: (part) => isOn(part, side) ?? '',
		set: (part, day) => ({ ...part, [side]: { date: day } }),
	}),
];

export const DATE: Fields<MailDate> = {
	label: { label: 'Which date', inputs: [text('label', 'What the mail calls it, such as due date')] },
	range: { label: 'From when to when', inputs: [...end('from', 'First'), ...end('to', 'Last')] },
};

export const ATTACHMENT: Fields<Attached> = {
	kind: {
		label: 'Attachment',
		inputs: [choice('kind', 'Attachment', { ...capitals(ATTACHMENT_KINDS), any: 'Of any kind', pdf: 'PDF' })],
	},
};

export const KIND: Fields<MailKind> = {
	kind: { label: 'Kind of mail', inputs: [choice('kind', 'Kind of mail', capitals(MAIL_KINDS))] },
};

const RULES: Record<DayRule['on'], DayRule> = {
	weekdays: { on: 'weekdays', days: [1] },
	weeks: { on: 'weeks', every: 2, day: 1 },
	month: { on: 'month', days: [1] },
	'month-weekday': { on: 'month-weekday', nth: 1, day: 1 },
	date: { on: 'date', date: 24, month: 11 },
};
const named = (names: readonly string[]): Options => Object.fromEntries(names.entries());

/** For an input of one property of the rule. */
const ofRule = <Value extends string | number | string[]>(
	key: string,
	forms: DayRule['on'][],
	toRule: (value: Value) => unknown = Number,
	shown: (value: unknown) => Value = String as never,
) => ({
	when: ({ rule }: OnDays) => forms.includes(rule.on),
	get: ({ rule }: OnDays) => shown(rule[key as never]),
	set: (part: OnDays, value: Value) => ({ ...part, rule: { ...part.rule, [key]: toRule(value) } as DayRule }),
});
const nth = (value: string) => (value === 'last' ? value : Number(value));
const texts = (values: unknown) => (Array.isArray(values) ? values.map(String) : []);
const numbers = (values: string[]) => values.map(Number);
const DATES: Options = Object.fromEntries(Array.from({ length: 31 }, (_, at) => [at + 1, String(at + 1)]));

function daysOfMonth(lines: string[]) {
	const days = lines.map((line) => line.toLowerCase()).filter((line) => line === 'last' || line in DATES);
	return days.length > 0 ? days.map(nth) : [1];
}

export const DAYS: Fields<OnDays> = {
	rule: {
		label: 'Days',
		inputs: [
			choice(
				'rule',
				'Which days',
				{
					weekdays: 'Days of the week',
					weeks: 'A day of every so many weeks',
					month: 'Days of the month',
					'month-weekday': 'A weekday of the month',
					date: 'A day of the year',
				},
				{ get: ({ rule }) => rule.on, set: (part, on) => ({ ...part, rule: RULES[on as 'date'] }) },
			),
			weekdays('rule', 'Days of the week', ofRule('days', ['weekdays'], numbers, texts)),
			choice(
				'rule',
				'Which',
				{ 1: 'First', 2: 'Second', 3: 'Third', 4: 'Fourth', 5: 'Fifth', last: 'Last' },
				ofRule('nth', ['month-weekday'], nth),
			),
			choice('rule', 'Every so many weeks', { 1: '1', 2: '2', 3: '3', 4: '4' }, ofRule('every', ['weeks'])),
			choice('rule', 'Day of the week', named(DAY_NAMES), ofRule('day', ['weeks', 'month-weekday'])),
			list(
				'rule',
				'Days of the month, each in its own line: 1 to 31, or last',
				ofRule('days', ['month'], daysOfMonth, texts),
			),
			choice('rule', 'Month', named(MONTH_NAMES), ofRule('month', ['date'])),
			choice('rule', 'Day of the month', DATES, ofRule('date', ['date'])),
		],
	},
};
