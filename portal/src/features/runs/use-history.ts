import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { RunFilter, RunStatus, RunSummary } from '@watchword/contract/run';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigationType } from 'react-router';
import { historyQuery, readRuns } from '../../lib/run-documents.ts';
import { useNews } from '../../lib/use-live.ts';
import { type History, mayJoin, runsOf, withoutRuns, withRuns } from './history.ts';

type Filter = Omit<RunFilter, 'cursor'>;

/** Changes that come close together are read in one request. */
const GATHER_MS = 150;
/** If more runs than this changed, the newest page is read instead. */
const MAX_IDS = 50;
/** If a list at rest grows longer than this, it restarts with the newest page. */
const MAX_AT_REST = 300;
/** If more runs than this wait, the list restarts with the newest page when they are shown. */
const MAX_WAITING = 200;
const OPEN: ReadonlySet<string> = new Set(['queued', 'decided', 'waiting'] satisfies RunStatus[]);

/**
 * The runs that match a filter, as far as they have been scrolled to, kept up to date: runs and episodes change in place, and
 * new ones are inserted at once while `atRest`, or wait until the customer asks for them.
 */
export function useHistory(filter: Filter, atRest: () => boolean) {
	const client = useQueryClient();
	const options = historyQuery(filter);
	useStartAnew(filter);
	const query = useInfiniteQuery({ ...options, placeholderData: keepPreviousData });
	const key = JSON.stringify(filter);
	const [waiting, setWaiting] = useState<{ key: string; runs: RunSummary[]; gap: boolean }>();
	const [arrived, setArrived] = useState<ReadonlySet<string>>(new Set());
	const news = useRef({ ids: new Set<string>(), gap: false, timer: 0 });
	const mine = waiting?.key === key ? waiting : undefined;

	const bringIn = (runs: RunSummary[]) => {
		client.setQueryData(
			options.queryKey,
			(history: History | undefined) => history && withRuns(history, runs),
		);
		setArrived(new Set(runs.map(({ id }) => id)));
	};

	/** Drops runs that arrived since the tab was opened and that nobody scrolled to, so that the list does not grow forever. */
	const beginAnew = async () => {
		const newest = await readRuns(filter);
		if (atRest()) client.setQueryData(options.queryKey, { pages: [newest], pageParams: [null] });
	};

	const look = useEffectEvent(async () => {
		const { ids, gap } = news.current;
		news.current = { ids: new Set(), gap: false, timer: 0 };
		const before = client.getQueryData(options.queryKey);
		if (!before) return;
		try {
			const found = await readNews(filter, before, gap || ids.size > MAX_IDS ? null : [...ids]);
			const current = client.getQueryData(options.queryKey);
			if (!current) return;
			const known = new Set(runsOf(current).map(({ id }) => id));
			client.setQueryData(
				options.queryKey,
				withRuns(
					withoutRuns(current, found.gone),
					found.runs.filter(({ id }) => known.has(id)),
				),
			);
			const isLasting = (run: RunSummary) => Boolean(filter.grouped) && mayJoin(run, runsOf(current));
			const fresh = found.runs.filter((run) => !known.has(run.id) && !isLasting(run));
			if (fresh.length === 0) return;
			if (atRest() && !found.gap && !mine) {
				bringIn(fresh);
				if (runsOf(current).length > MAX_AT_REST) await beginAnew();
				return;
			}
			// Based on the present state: others may have been found while these were read.
			setWaiting((now) => {
				const earlier = now?.key === key ? now : undefined;
				const runs = new Map([...(earlier?.runs ?? []), ...fresh].map((run) => [run.id, run]));
				const isGap = found.gap || Boolean(earlier?.gap) || runs.size > MAX_WAITING;
				return { key, runs: isGap ? fresh.slice(0, 1) : [...runs.values()], gap: isGap };
			});
		} catch {
			// The server is down. When it is back, the stream announces a gap and everything is read again.
		}
	});

	const gather = useCallback((id: string | null) => {
		if (id) news.current.ids.add(id);
		else news.current.gap = true;
		news.current.timer ||= window.setTimeout(() => void look(), GATHER_MS);
	}, []);
	useNews((event) => {
		if (event === 'gap') gather(null);
		else if (event.topic === 'runs') gather(event.id ?? null);
	});
	// Catch up on changes that came while another screen or filter was open. A first load is already fresh.
	const catchUp = useEffectEvent(() => {
		if (client.getQueryData(options.queryKey)) gather(null);
	});
	// biome-ignore lint/correctness/useExhaustiveDependencies: another filter shows another list.
	useEffect(() => catchUp(), [key]);
	useEffect(() => () => window.clearTimeout(news.current.timer), []);

	const showWaiting = () => {
		if (mine?.gap) void client.resetQueries({ queryKey: options.queryKey });
		else if (mine) bringIn(mine.runs);
		setWaiting(undefined);
	};
	return { query, runs: runsOf(query.data), arrived, waiting: mine, showWaiting };
}

/**
 * Reads what changed: these runs, or, if unknown, the newest page and the runs that had not ended. `gone` are runs that no
 * longer have their own card.
 */
async function readNews(filter: Filter, history: History, ids: string[] | null) {
	const known = runsOf(history);
	const isKnown = (id: string) => known.some((run) => run.id === id);
	const grouped = filter.grouped && { grouped: filter.grouped };
	const readThese = async (wanted: string[], more: Filter = {}) =>
		wanted.length > 0 ? (await readRuns({ ...grouped, ...more, ids: wanted.join(',') })).items : [];
	const goneOf = (asked: string[], found: RunSummary[]) =>
		new Set(asked.filter((id) => isKnown(id) && !found.some((run) => run.id === id)));
	// A run that ends an episode is not part of it, so open episodes are read with every change.
	const lasting = known.filter(({ episode }) => episode?.open).map(({ id }) => id);
	if (ids) {
		const asked = [...new Set([...ids, ...lasting])].slice(0, MAX_IDS);
		const items = await readThese(asked);
		const gone = goneOf(asked, items);
		const strangers = items.filter(({ id }) => !isKnown(id));
		const isFiltered = Object.keys(filter).some((name) => name !== 'grouped');
		if (strangers.length === 0 || !isFiltered) return { runs: items, gone, gap: false };
		const matching = await readThese(
			strangers.map(({ id }) => id),
			filter,
		);
		return { runs: [...items.filter(({ id }) => isKnown(id)), ...matching], gone, gap: false };
	}
	const open = known
		.filter(({ _status, episode }) => episode?.open || OPEN.has(_status))
		.slice(0, MAX_IDS)
		.map(({ id }) => id);
	const [newest, changed] = await Promise.all([readRuns(filter), readThese(open)]);
	// None of the newest runs is known, so there may be others between them and the shown ones.
	const gap = newest.next !== null && known.length > 0 && !newest.items.some(({ id }) => isKnown(id));
	return { runs: [...newest.items, ...changed], gone: goneOf(open, changed), gap };
}

/** A new visit starts at the top, so older pages of an earlier visit need not be kept up to date. */
function useStartAnew(filter: Filter) {
	const client = useQueryClient();
	const comesBack = useNavigationType() === 'POP';
	useState(() => {
		if (comesBack) return;
		client.setQueryData(historyQuery(filter).queryKey, (history: History | undefined) =>
			history ? { pages: history.pages.slice(0, 1), pageParams: history.pageParams.slice(0, 1) } : history,
		);
	});
}
