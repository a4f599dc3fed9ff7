import { useQuery } from '@tanstack/react-query';
import type { RunSummary } from '@watchword/contract/run';
import { History, SearchX } from 'lucide-react';
import { memo, useCallback, useDeferredValue, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { automationsQuery, portalQuery } from '../../lib/documents.ts';
import { PageTitle } from '../../lib/page-title.tsx';
import { episodeQuery } from '../../lib/run-documents.ts';
import { useNow } from '../../lib/use-now.ts';
import { runsKept } from '../../product/kept.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Failure } from '../../ui/failure.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import type { AutomationOfRun } from './card-frame.tsx';
import { EpisodeCard } from './episode-card.tsx';
import { filterOf, readChosen } from './filter.ts';
import { Filters } from './filters.tsx';
import { LinkedEpisode } from './linked-episode.tsx';
import { LinkedRun } from './linked-run.tsx';
import { NewRuns } from './new-runs.tsx';
import { RunCard } from './run-card.tsx';
import { RunList } from './run-list.tsx';
import { useHistory } from './use-history.ts';
import { useScrollPosition } from './use-scroll-position.ts';

/** Closer to the top than this, new runs are inserted at once, because nothing being read moves. */
const TOP_PX = 80;

export const RunsPage = () => (
	<>
		<PageTitle name="Runs" />
		<PageHeader title="Runs">Each time one of your automations ran, the newest first.</PageHeader>
		<RunsOrEpisode />
	</>
);

type ListedProps = {
	run: RunSummary;
	automation: AutomationOfRun;
	open: boolean;
	onToggle(id: string): void;
	now: number;
};

/** A run, or an episode in its place. Opening one does not render the others again. */
const ListedRun = memo(({ run, onToggle, ...shown }: ListedProps) => {
	const card = { ...shown, onToggle: () => onToggle(run.id) };
	return run.episode ? (
		<EpisodeCard episode={run.episode} actionType={run._actionType} {...card} />
	) : (
		<RunCard run={run} {...card} />
	);
});

/** The runs of an episode are a separate list with its own state. */
function RunsOrEpisode() {
	const [params] = useSearchParams();
	return <Runs key={readChosen(params).episode ?? ''} />;
}

function Runs() {
	const [params, setParams] = useSearchParams();
	const chosen = readChosen(params);
	const linked = params.get('run');
	const [position, keepPosition] = useScrollPosition();
	const [open, setOpen] = useState<ReadonlySet<string>>(position?.open ?? new Set());
	const toggle = useCallback(
		(id: string) =>
			setOpen(
				(before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]),
			),
		[],
	);
	const runHistory = useHistory(filterOf(chosen), () => open.size === 0 && window.scrollY < TOP_PX);
	const { query, runs } = runHistory;
	const { data: automations } = useQuery(automationsQuery);
	const episode = useQuery({ ...episodeQuery(chosen.episode ?? ''), enabled: Boolean(chosen.episode) });
	const now = useNow();
	const isFiltered = Object.keys(chosen).length > 0;
	// Drawing a page of runs takes long. It is rendered after its surroundings, in steps, so that the browser stays responsive.
	const isThere = useDeferredValue(query.data !== undefined, false);

	if ((query.isError && !query.data) || (episode.isError && !episode.data)) {
		return (
			<Failure
				title="Your runs could not be loaded."
				retry={() => void Promise.all([query.refetch(), chosen.episode && episode.refetch()])}
				retrying={query.isFetching || episode.isFetching}
			>
				They are recorded, and automations keep running meanwhile.
			</Failure>
		);
	}
	if (!query.data || !isThere || episode.isLoading)
		return <LoadingRuns isShort={query.data !== undefined && !episode.isLoading} />;
	if (runs.length === 0 && !isFiltered && !query.isPlaceholderData) return <NoRuns />;

	const automationOf = (id: string) =>
		automations ? automations.find((automation) => automation.id === id) : null;
	const showNew = () => {
		runHistory.showWaiting();
		window.scrollTo(0, 0);
	};
	return (
		<>
			{chosen.episode ? (
				<LinkedEpisode
					episode={episode.data ?? null}
					actionType={runs[0]?._actionType ?? 'sendEmail'}
					now={now}
					automationOf={automationOf}
				/>
			) : (
				<Filters chosen={chosen} automations={automations} />
			)}
			{linked && <LinkedRun id={linked} now={now} automationOf={automationOf} />}
			<NewRuns
				count={runHistory.waiting?.runs.length ?? 0}
				isMore={runHistory.waiting?.gap ?? false}
				onShow={showNew}
			/>
			{runs.length === 0 && chosen.episode ? null : runs.length === 0 ? (
				<EmptyState
					icon={SearchX}
					title="No runs match."
					action={<Button onClick={() => setParams({})}>Clear the filters</Button>}
				>
					Others may: change the filters above, or clear them.
				</EmptyState>
			) : (
				<RunList
					runs={runs}
					open={open}
					arrived={runHistory.arrived}
					position={position}
					onLeave={(left) => keepPosition({ ...left, open })}
					onNearEnd={() => {
						if (query.hasNextPage && !query.isFetchingNextPage && !query.isFetchNextPageError)
							void query.fetchNextPage();
					}}
				>
					{(run) => (
						<ListedRun
							run={run}
							automation={automationOf(run._automationId)}
							open={open.has(run.id)}
							onToggle={toggle}
							now={now}
						/>
					)}
				</RunList>
			)}
			{query.isFetchNextPageError ? (
				<div role="alert" className="mt-6 flex flex-wrap items-center justify-center gap-4">
					<p className="text-muted">Older runs could not be loaded.</p>
					<Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
						Try again
					</Button>
				</div>
			) : query.hasNextPage ? (
				<div className="mt-3">
					<Skeleton className="h-24 rounded-card" />
				</div>
			) : (
				<Kept />
			)}
		</>
	);
}

const LoadingRuns = ({ isShort }: { isShort: boolean }) => (
	<Loading text="Loading..." isShort={isShort}>
		<div className="grid gap-3">
			<Skeleton className="h-11" />
			<Skeleton className="mb-2 h-11" />
			<Skeleton className="h-28 rounded-card" />
			<Skeleton className="h-28 rounded-card" />
			<Skeleton className="h-28 rounded-card" />
		</div>
	</Loading>
);

const NoRuns = () => (
	<>
		<EmptyState
			icon={History}
			title="No automations or runs available."
			action={
				<Link to="/app/automations" className={buttonClasses('secondary')}>
					Go to automations
				</Link>
			}
		>
			When an automation runs, you find here what set it off, what was decided and what was done.
		</EmptyState>
		<Kept />
	</>
);

/** The end of the list says why it ends. */
function Kept() {
	const { data: portal } = useQuery(portalQuery);
	if (!portal) return null;
	return (
		<p className="mt-8 text-center text-small text-pretty text-muted">
			{runsKept(portal.keptDays)}. Those you marked stay. Mails, captures and saved files stay for as long as
			their run.
		</p>
	);
}
