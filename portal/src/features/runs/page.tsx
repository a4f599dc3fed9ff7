import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Run } from '@watchword/contract/run';
import { History } from 'lucide-react';
import { Link } from 'react-router';
import { automationsQuery, runsQuery } from '../../lib/documents.ts';
import { ACTION_NAMES, TRIGGER_NAMES } from '../../lib/names.ts';
import { PageTitle } from '../../lib/page-title.tsx';
import { exactTime, timeInWords } from '../../lib/time.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Failure } from '../../ui/failure.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { TimeText } from '../../ui/time-text.tsx';

export const RunsPage = () => (
	<>
		<PageTitle name="Runs" />
		<PageHeader title="Runs">Each time one of your automations ran, the newest first.</PageHeader>
		<Runs />
	</>
);

function Runs() {
	const runs = useInfiniteQuery(runsQuery);
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
	if (items.length === 0) {
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
	return (
		<>
			<ul className="grid gap-3">
				{items.map((run) => (
					<li key={run.id}>
						<RunCard run={run} />
					</li>
				))}
			</ul>
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

function RunCard({ run }: { run: Run }) {
	const { data: automations, isPending } = useQuery(automationsQuery);
	const automation = automations?.find(({ id }) => id === run._automationId);
	const missing = isPending ? 'Loading...' : 'Automation not available';
	return (
		<Card className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-5 py-4">
			{automation ? (
				<Link to={`/app/automations/${automation.id}`} className="font-medium hover:underline">
					{automation._name}
				</Link>
			) : (
				<span className="text-muted">{missing}</span>
			)}
			<span className="text-small text-muted tabular-nums">
				{run._timestamp === null ? (
					'No timestamp available'
				) : (
					<TimeText
						iso={new Date(run._timestamp * 1000).toISOString()}
						words={timeInWords(run._timestamp)}
						exact={exactTime(run._timestamp)}
					/>
				)}
			</span>
			<span className="w-full text-small text-muted">
				{TRIGGER_NAMES[run._triggerType]} → {ACTION_NAMES[run._actionType]}
			</span>
		</Card>
	);
}
