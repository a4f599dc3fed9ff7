/** What can be changed of the parts that pictures are judged by. */
import type { Hours, Seen, ShownNumber, ShownText, Taught } from '@watchword/contract/condition';
import {
	choice,
	comparison,
	type Fields,
	kinds,
	list,
	number,
	type Options,
	orNull,
	text,
	time,
	weekdays,
	where,
} from './field.ts';

/** "Not at least 2" is at most 1. */
function positive({ not, ...part }: Seen): Seen {
	if (!not) return part;
	if (part.most === null) return { ...part, least: 0, most: Math.max(0, part.least - 1) };
	return part.least === 0 ? { ...part, least: part.most + 1, most: null } : { ...part, not };
}

const COUNTS: Options = {
	least: 'At least',
	most: 'At most',
	exactly: 'Exactly',
	between: 'Between',
	none: 'None',
};

function wayOf({ least, most }: Pick<Seen, 'least' | 'most'>): string {
	if (most === 0) return 'none';
	if (most === null) return 'least';
	return least === most ? 'exactly' : least === 0 ? 'most' : 'between';
}

const counted = (part: Seen) => (wayOf(part) === 'most' ? (part.most ?? 1) : part.least);

function withCount(part: Seen, way: string, first: number, last: number): Seen {
	const least = way === 'most' || way === 'none' ? 0 : first;
	const most = { least: null, most: first, exactly: first, none: 0 }[way];
	return { ...part, least, most: most === undefined ? Math.max(first, last) : most };
}

export const SEEN: Fields<Seen> = {
	kinds: { label: 'What', inputs: [kinds('kinds', 'One of these')] },
	count: {
		label: 'How many',
		inputs: [
			choice('least', 'How many', COUNTS, {
				get: (part) => wayOf(positive(part)),
				set: (part, way) => {
					const { not: _, ...one } = positive(part);
					const first = Math.max(1, counted(one));
					return withCount(one, way, first, first + 1);
				},
			}),
			number('least', 'Number', {
				whole: true,
				when: (part) => wayOf(positive(part)) !== 'none',
				get: (part) => counted(positive(part)),
				set: (part, first) => withCount(positive(part), wayOf(positive(part)), first, part.most ?? first),
			}),
			number('most', 'And', {
				whole: true,
				when: (part) => wayOf(positive(part)) === 'between',
				get: ({ most, least }) => most ?? least,
				set: (part, last) => withCount(part, 'between', part.least, last),
			}),
		],
	},
	where: where(),
	beside: {
		label: 'With, on or next to',
		begin: (part) => ({ ...part, beside: { how: 'with', kinds: ['dog'] } }),
		inputs: [
			choice(
				'beside',
				'How',
				{ '': 'It does not matter', with: 'With', on: 'On', near: 'Next to' },
				{
					get: ({ beside }) => beside?.how ?? '',
					set: ({ beside, ...part }, how) =>
						how && beside ? { ...part, beside: { ...beside, how: how as 'on' } } : part,
				},
			),
			kinds('beside', 'One of these', {
				when: ({ beside }) => beside !== undefined,
				get: ({ beside }) => beside?.kinds ?? [],
				set: (part, kinds) => ({ ...part, beside: { how: 'with', ...part.beside, kinds } }),
			}),
		],
	},
};

const TIMES: Options = {
	'': 'At any time',
	morning: 'In the morning',
	day: 'During the day',
	afternoon: 'In the afternoon',
	evening: 'In the evening',
	night: 'At night',
	between: 'Between two times',
};
const NIGHT = { from: '22:00', to: '06:00' };
const isBetween = ({ time }: Hours) => typeof time === 'object' && time !== null;
const between = ({ time }: Hours) => (typeof time === 'object' && time ? time : NIGHT);

export const HOURS: Fields<Hours> = {
	time: {
		label: 'Time of day',
		begin: (part) => ({ ...part, time: NIGHT }),
		inputs: [
			choice('time', 'When', TIMES, {
				get: (part) => (isBetween(part) ? 'between' : String(part.time ?? '')),
				set: (part, way) => ({ ...part, time: way === 'between' ? NIGHT : ((way || null) as 'day' | null) }),
			}),
			time('time', 'From', {
				when: isBetween,
				get: (part) => between(part).from,
				set: (part, from) => ({ ...part, time: { ...between(part), from } }),
			}),
			time('time', 'To', {
				when: isBetween,
				get: (part) => between(part).to,
				set: (part, to) => ({ ...part, time: { ...between(part), to } }),
			}),
		],
	},
	days: {
		label: 'Days of the week',
		begin: (part) => ({ ...part, days: [6, 0] }),
		inputs: [
			weekdays('days', 'Days of the week', {
				optional: true,
				hint: 'None for every day.',
				get: ({ days }) => days.map(String),
				set: (part, days) => ({ ...part, days: days.map(Number) }),
			}),
		],
	},
};

export const TEXT: Fields<ShownText> = {
	words: { label: 'Words', inputs: [list('words', 'One of these texts, each in its own line')] },
	on: { label: 'Written on', inputs: [text('on', 'On what, such as sign or plate', orNull('on'))] },
	where: where(),
	inside: {
		label: 'Only on these things',
		begin: (part) => ({ ...part, inside: ['car'] }),
		inputs: [
			kinds('inside', 'Only on one of these', {
				optional: true,
				get: ({ inside = [] }) => inside,
				set: ({ inside: _, ...part }, inside) => (inside.length > 0 ? { ...part, inside } : part),
			}),
		],
	},
};

const isShown = ({ of }: ShownNumber) => typeof of === 'string';
const AGO: Options = {
	'': 'Nothing, only the number itself',
	0: 'The reading before',
	60: '1 hour ago',
	1440: '1 day ago',
	10080: '7 days ago',
};

export const NUMBER: Fields<ShownNumber> = {
	of: {
		label: 'Which number',
		inputs: [
			choice(
				'of',
				'Which number',
				{ shown: 'One that the picture shows', counted: 'How many there are' },
				{
					get: (part) => (isShown(part) ? 'shown' : 'counted'),
					set: (part, way) => ({ ...part, of: way === 'shown' ? 'meter' : { kinds: ['person'] } }),
				},
			),
			text('of', 'What shows it, such as meter or display', { when: isShown }),
			kinds('of', 'All of these together', {
				when: (part) => !isShown(part),
				get: ({ of }) => (typeof of === 'string' ? [] : of.kinds),
				set: (part, kinds) => ({ ...part, of: { kinds } }),
			}),
		],
	},
	compare: {
		label: 'Compared',
		inputs: comparison('Of a change: below 0 if the number has fallen.'),
	},
	where: where(),
	since: {
		label: 'Change since',
		begin: (part) => ({ ...part, since: { minutes: 1440, percent: false } }),
		inputs: [
			choice(
				'since',
				'Compare it with',
				(_, { since }) =>
					!since || since.minutes in AGO ? AGO : { ...AGO, [since.minutes]: `${since.minutes} minutes ago` },
				{
					get: ({ since }) => String(since?.minutes ?? ''),
					set: ({ since, ...part }, ago) =>
						ago ? { ...part, since: { percent: false, ...since, minutes: Number(ago) } } : part,
				},
			),
			choice(
				'since',
				'Counted in',
				{ '': 'Numbers', percent: 'Percent' },
				{
					when: ({ since }) => since !== undefined,
					get: ({ since }) => (since?.percent ? 'percent' : ''),
					set: (part, way) => ({ ...part, since: { minutes: 0, ...part.since, percent: way !== '' } }),
				},
			),
		],
	},
};

export const TAUGHT: Fields<Taught> = {
	words: { label: 'What your examples show', inputs: [text('words', 'In words')] },
};
