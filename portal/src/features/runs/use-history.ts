import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { RunFilter, RunSummary } from '@watchword/contract/run';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigationType } from 'react-router';
import { historyQuery, readRuns } from '../../lib/documents.ts';
import { useNews } from '../../lib/use-live.ts';
import { type History, runsOf, withRuns } from './history.ts';

type Filter = Omit<RunFilter, 'cursor'>;

/** A burst of news is looked into once. */
const GATHER_MS = 150;
/** Of more than this, the newest page is read instead. */
const MOST_IDS = 50;

/**
 * The runs that match a filter, as far as they have been scrolled to, kept up to date: a run that changes does so in its
 * place, and new ones come in by themselves while `atRest`, or wait until they are asked for.
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

	const look = useEffectEvent(async () => {
		const { ids, gap } = news.current;
		news.current = { ids: new Set(), gap: false, timer: 0 };
		const before = client.getQueryData(options.queryKey);
		if (!before) return;
		try {
			const found = await readNews(filter, before, gap || ids.size > MOST_IDS ? null : [...ids]);
			const history = client.getQueryData(options.queryKey);
			if (!history) return;
			const known = new Set(runsOf(history).map(({ id }) => id));
			client.setQueryData(
				options.queryKey,
				withRuns(
					history,
					found.runs.filter(({ id }) => known.has(id)),
				),
			);
			const fresh = found.runs.filter(({ id }) => !known.has(id));
			if (fresh.length === 0) return;
			if (atRest() && !found.gap && !mine) return bringIn(fresh);
			const runs = new Map([...(mine?.runs ?? []), ...fresh].map((run) => [run.id, run]));
			setWaiting({ key, runs: [...runs.values()], gap: found.gap || Boolean(mine?.gap) });
		} catch {
			// The server is away: when it is back the stream says so, and everything is looked at again.
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
	// What happened while another screen was open; what is only now being read needs no second look.
	const catchUp = useEffectEvent(() => {
		if (client.getQueryData(options.queryKey)) gather(null);
	});
	useEffect(() => {
		catchUp();
		return () => window.clearTimeout(news.current.timer);
	}, []);

	const showWaiting = () => {
		if (mine?.gap) void client.resetQueries({ queryKey: options.queryKey });
		else if (mine) bringIn(mine.runs);
		setWaiting(undefined);
	};
	return { query, runs: runsOf(query.data), arrived, waiting: mine, showWaiting };
}

/** Asks for what changed: these runs, or, where that is not known, the newest page and what was still under way. */
async function readNews(filter: Filter, history: History, ids: string[] | null) {
	const known = runsOf(history);
	const isKnown = (id: string) => known.some((run) => run.id === id);
	if (ids) {
		const { items } = await readRuns({ ids: ids.join(',') });
		const strangers = items.filter(({ id }) => !isKnown(id));
		if (strangers.length === 0 || Object.keys(filter).length === 0) return { runs: items, gap: false };
		const matching = await readRuns({ ...filter, ids: strangers.map(({ id }) => id).join(',') });
		return { runs: [...items.filter(({ id }) => isKnown(id)), ...matching.items], gap: false };
	}
	const open = known
		.filter(({ _status }) => _status === 'queued' || _status === 'decided')
		.slice(0, MOST_IDS);
	const [newest, changed] = await Promise.all([
		readRuns(filter),
		open.length > 0 ? readRuns({ ids: open.map(({ id }) => id).join(',') }) : { items: [] },
	]);
	// Not one of the newest is known: between them and what is shown there may be more.
	const gap = newest.next !== null && known.length > 0 && !newest.items.some(({ id }) => isKnown(id));
	return { runs: [...newest.items, ...changed.items], gap };
}

/** Who comes here anew begins at the top: what was scrolled to on an earlier visit need not be kept up to date. */
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
