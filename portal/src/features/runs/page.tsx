import { useQuery } from '@tanstack/react-query';
import { History, SearchX } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { automationsQuery, portalQuery } from '../../lib/documents.ts';
import { runsKept } from '../../lib/kept.ts';
import { PageTitle } from '../../lib/page-title.tsx';
import { useNow } from '../../lib/use-now.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Failure } from '../../ui/failure.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { filterOf, readChosen } from './filter.ts';
import { Filters } from './filters.tsx';
import { LinkedRun } from './linked-run.tsx';
import { NewRuns } from './new-runs.tsx';
import { RunCard } from './run-card.tsx';
import { RunList } from './run-list.tsx';
import { useHistory } from './use-history.ts';
import { usePlace } from './use-place.ts';

/** Closer to the top than this, new runs may come in above without moving what one reads. */
const TOP_PX = 80;

export const RunsPage = () => (
	<>
		<PageTitle name="Runs" />
		<PageHeader title="Runs">Each time one of your automations ran, the newest first.</PageHeader>
		<Runs />
	</>
);

function Runs() {
	const [params, setParams] = useSearchParams();
	const chosen = readChosen(params);
	const linked = params.get('run');
	const [place, keepPlace] = usePlace();
	const [open, setOpen] = useState<ReadonlySet<string>>(place?.open ?? new Set());
	const history = useHistory(filterOf(chosen), () => open.size === 0 && window.scrollY < TOP_PX);
	const { query, runs } = history;
	const { data: automations } = useQuery(automationsQuery);
	const now = useNow();
	const isFiltered = Object.keys(chosen).length > 0;
	// A page of runs is a lot to draw at once: it is done in small steps, between which the browser answers.
	const isThere = useDeferredValue(query.data !== undefined, false);

	if (query.isError && !query.data) {
		return (
			<Failure
				title="Your runs could not be loaded."
				retry={() => void query.refetch()}
				retrying={query.isFetching}
			>
				They are recorded, and automations keep running meanwhile.
			</Failure>
		);
	}
	if (!query.data || !isThere) return <LoadingRuns />;
	if (runs.length === 0 && !isFiltered && !query.isPlaceholderData) return <NoRuns />;

	const automationOf = (id: string) =>
		automations ? automations.find((automation) => automation.id === id) : null;
	const toggle = (id: string) =>
		setOpen((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]));
	const showNew = () => {
		history.showWaiting();
		window.scrollTo(0, 0);
	};
	return (
		<>
			<Filters chosen={chosen} automations={automations} />
			{linked && <LinkedRun id={linked} now={now} automationOf={automationOf} />}
			<NewRuns
				count={history.waiting?.runs.length ?? 0}
				isMore={history.waiting?.gap ?? false}
				onShow={showNew}
			/>
			{runs.length === 0 ? (
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
					arrived={history.arrived}
					place={place}
					onLeave={(left) => keepPlace({ ...left, open })}
					onNearEnd={() => {
						if (query.hasNextPage && !query.isFetchingNextPage && !query.isFetchNextPageError)
							void query.fetchNextPage();
					}}
				>
					{(run) => (
						<RunCard
							run={run}
							automation={automationOf(run._automationId)}
							open={open.has(run.id)}
							onToggle={() => toggle(run.id)}
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

const LoadingRuns = () => (
	<Loading text="Loading...">
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
