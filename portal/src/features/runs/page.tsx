import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { RunFilter } from '@watchword/contract/run';
import { History, SearchX } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { automationsQuery, runsQuery } from '../../lib/documents.ts';
import { PageTitle } from '../../lib/page-title.tsx';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Failure } from '../../ui/failure.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { Filters } from './filters.tsx';
import { LinkedRun } from './linked-run.tsx';
import { RunCard } from './run-card.tsx';

export const RunsPage = () => (
	<>
		<PageTitle name="Runs" />
		<PageHeader title="Runs">Each time one of your automations ran, the newest first.</PageHeader>
		<Runs />
	</>
);

function Runs() {
	const [params] = useSearchParams();
	const filter = readFilter(params);
	const filtered = Object.keys(filter).length > 0;
	const linked = params.get('run');
	const runs = useInfiniteQuery({ ...runsQuery(filter), placeholderData: keepPreviousData });
	const { data: automations } = useQuery(automationsQuery);
	const [open, setOpen] = useState<ReadonlySet<string>>(new Set());

	if (runs.isError && !runs.data) {
		return (
			<Failure
				title="Your runs could not be loaded."
				retry={() => void runs.refetch()}
				retrying={runs.isFetching}
			>
				They are recorded, and automations keep running meanwhile.
			</Failure>
		);
	}
	if (!runs.data) {
		return (
			<Loading text="Loading...">
				<div className="grid gap-3">
					<Skeleton className="h-20" />
					<Skeleton className="h-20" />
					<Skeleton className="h-20" />
				</div>
			</Loading>
		);
	}
	const items = runs.data.pages.flatMap((page) => page.items);
	if (items.length === 0 && !filtered) {
		return (
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
		);
	}
	const automationOf = (id: string) =>
		automations ? automations.find((automation) => automation.id === id) : null;
	const toggle = (id: string) =>
		setOpen((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]));
	return (
		<>
			<Filters automations={automations ?? []} />
			{linked && <LinkedRun id={linked} automationOf={automationOf} />}
			{items.length === 0 ? (
				<EmptyState icon={SearchX} title="No runs match.">
					Change or clear the filters above to see others.
				</EmptyState>
			) : (
				<ul className="grid gap-3" aria-label="Runs">
					{items.map((run) => (
						<li key={run.id}>
							<RunCard
								run={run}
								automation={automationOf(run._automationId)}
								open={open.has(run.id)}
								onToggle={() => toggle(run.id)}
							/>
						</li>
					))}
				</ul>
			)}
			{runs.hasNextPage && (
				<div className="mt-6 flex justify-center">
					<Button busy={runs.isFetchingNextPage} onClick={() => void runs.fetchNextPage()}>
						Show older runs
					</Button>
				</div>
			)}
		</>
	);
}

/** An address may say anything; what no run can match is left for the server to refuse. */
function readFilter(params: URLSearchParams): Omit<RunFilter, 'cursor'> {
	const names = ['automation', 'trigger', 'outcome', 'search'] as const;
	const given = names.map((name) => [name, params.get(name)?.trim()]).filter(([, value]) => value);
	return Object.fromEntries(given);
}
