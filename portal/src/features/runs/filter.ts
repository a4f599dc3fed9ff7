import type { Outcome, RunFilter } from '@watchword/contract/run';
import { TRIGGER_NAMES } from '../../lib/names.ts';

/** The outcomes in the words of the cards. */
export const OUTCOME_NAMES: Record<Outcome, string> = {
	done: 'Done',
	'not-met': 'Not met',
	'cannot-tell': 'Cannot tell',
	failed: 'Failed',
	skipped: 'Skipped',
	open: 'Waiting or running',
};

const isDay = (text: string) => {
	const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
	return /^20\d\d-\d\d-\d\d$/.test(text) && dayOf(new Date(year, month - 1, day)) === text;
};

/** Which values of the address can be meant; anything else is made up, and left aside. */
const READABLE: Record<string, (value: string) => boolean> = {
	automation: (value) => /^[a-z2-7]{20}$/.test(value),
	trigger: (value) => Object.hasOwn(TRIGGER_NAMES, value),
	outcome: (value) => Object.hasOwn(OUTCOME_NAMES, value),
	from: isDay,
	to: isDay,
	search: (value) => value !== '',
};

export type Chosen = Partial<Record<keyof typeof READABLE, string>>;

/** What the address says, as far as it makes sense. Days are the customer's own. */
export function readChosen(params: URLSearchParams): Chosen {
	const given = Object.entries(READABLE).flatMap(([name, isReadable]) => {
		const value = (params.get(name) ?? '').trim().slice(0, 200);
		return isReadable(value) ? [[name, value]] : [];
	});
	return Object.fromEntries(given);
}

/** What to ask the server for: days become the moments at which they begin and end where the customer is. */
export function filterOf({ from, to, ...rest }: Chosen): Omit<RunFilter, 'cursor'> {
	const filter: Record<string, unknown> = { ...rest };
	if (from) filter.from = startOf(from, 0);
	if (to) filter.to = startOf(to, 1);
	return filter;
}

/** The beginning of a day, or of the one so many days later, in seconds since 1970. Not every day has 24 hours. */
function startOf(day: string, later: number): number {
	const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
	return new Date(year, month - 1, date + later).getTime() / 1000;
}

const dayOf = (date: Date) =>
	[date.getFullYear(), date.getMonth() + 1, date.getDate()]
		.map((part) => String(part).padStart(2, '0'))
		.join('-');

/** The days one asks for most, as of now. */
export function quickDays(now = new Date()): { name: string; from: string; to: string }[] {
	const back = (days: number) => dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - days));
	return [
		{ name: 'Today', from: back(0), to: back(0) },
		{ name: 'Yesterday', from: back(1), to: back(1) },
		{ name: 'Last 7 days', from: back(6), to: back(0) },
	];
}
