import type { Outcome, RunFilter } from '@watchword/contract/run';
import { addDays, calendarDay, isDay, startOfDay } from '../../lib/time.ts';
import { TRIGGER_NAMES } from '../../product/names.ts';

/** The outcomes in the words of the cards. */
export const OUTCOME_NAMES: Record<Outcome, string> = {
	done: 'Done',
	'not-met': 'Not met',
	'cannot-tell': 'Cannot tell',
	failed: 'Failed',
	skipped: 'Skipped',
	open: 'Waiting or running',
};

const isId = (text: string) => /^[a-z2-7]{20}$/.test(text);

/** The valid values in the address. Anything else is ignored. */
const READABLE: Record<string, (value: string) => boolean> = {
	automation: isId,
	episode: isId,
	trigger: (value) => Object.hasOwn(TRIGGER_NAMES, value),
	outcome: (value) => Object.hasOwn(OUTCOME_NAMES, value),
	waiting: (value) => value === 'yes',
	from: isDay,
	to: isDay,
	search: (value) => value !== '',
};

export type Chosen = Partial<Record<keyof typeof READABLE, string>>;

/** The filters in the address, without invalid ones. Days are in the customer's time zone. */
export function readChosen(params: URLSearchParams): Chosen {
	const given = Object.entries(READABLE).flatMap(([name, isReadable]) => {
		const value = (params.get(name) ?? '').trim().slice(0, 200);
		return isReadable(value) ? [[name, value]] : [];
	});
	return Object.fromEntries(given);
}

/**
 * The query for the server. Days become the times at which they begin and end in the customer's time zone. An episode is one
 * card, except where the customer looks for single runs.
 */
export function filterOf({ from, to, ...rest }: Chosen): Omit<RunFilter, 'cursor'> {
	if (rest.episode) return { episode: rest.episode };
	const filter: Record<string, unknown> = { ...rest };
	if (from) filter.from = startOfDay(from) / 1000;
	if (to) filter.to = startOfDay(addDays(to, 1)) / 1000;
	const isGrouped =
		!rest.outcome && !rest.waiting && !rest.search && (rest.trigger ?? 'capture') === 'capture';
	if (isGrouped) filter.grouped = 'yes';
	return filter;
}

/** Common periods, as of now. */
export function quickDays(now = Date.now()): { name: string; from: string; to: string }[] {
	const back = (days: number) => calendarDay(now, -days);
	return [
		{ name: 'Today', from: back(0), to: back(0) },
		{ name: 'Yesterday', from: back(1), to: back(1) },
		{ name: 'Last 7 days', from: back(6), to: back(0) },
	];
}
