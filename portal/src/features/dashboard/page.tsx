import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { automationsQuery, dashboardQuery, devicesQuery, runsQuery } from '../../lib/documents.ts';
import { PageTitle } from '../../lib/page-title.tsx';
import { useSession } from '../../lib/session.tsx';
import { dayOf } from '../../lib/time.ts';
import { useNow } from '../../lib/use-now.ts';
import { Boundary } from '../../ui/boundary.tsx';
import { Failure } from '../../ui/failure.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Cameras } from './cameras.tsx';
import { Credits } from './credits.tsx';
import { Failures } from './failures.tsx';
import { FirstSteps } from './first-steps.tsx';
import { LatestRuns } from './latest-runs.tsx';
import { Today } from './today.tsx';

export function DashboardPage() {
	const name = useSession().currentUserDetails?.name;
	return (
		<>
			<PageTitle name="Dashboard" />
			<PageHeader title={name ? `Hello, ${name}` : 'Hello'}>What your automations are up to.</PageHeader>
			<Overview />
		</>
	);
}

function Overview() {
	const now = useNow();
	const day = dayOf(now);
	const dashboard = useQuery(dashboardQuery(day.start));
	const devices = useQuery(devicesQuery);
	const automations = useQuery(automationsQuery);
	const runs = useInfiniteQuery(runsQuery());
	const all = [dashboard, devices, automations, runs];
	if (all.some((query) => query.isError && !query.data)) {
		return (
			<Failure
				title="Your dashboard could not be loaded."
				retry={() => void Promise.all(all.map((query) => query.refetch()))}
				retrying={all.some((query) => query.isFetching)}
			>
				Your automations keep running meanwhile.
			</Failure>
		);
	}
	const isNew = dashboard.data && !dashboard.data.hasRun && devices.data && automations.data;
	return (
		<div className="grid gap-8">
			{isNew && (
				<FirstSteps
					hasDevice={(devices.data?.length ?? 0) > 0}
					hasAutomation={(automations.data?.length ?? 0) > 0}
				/>
			)}
			<div className="grid gap-4 md:grid-cols-[2fr_1fr]">
				<Today hours={dashboard.data?.hours} day={day} />
				<Credits />
			</div>
			{!isNew && (
				<Section title="What failed" to="/app/runs?outcome=failed" label="All failed runs">
					<Failures failures={dashboard.data?.failures} automations={automations.data} now={now} />
				</Section>
			)}
			{devices.data?.length !== 0 && (
				<Section
					title="Last seen by your cameras"
					to="/app/devices"
					label={`All devices${devices.data ? ` (${devices.data.length})` : ''}`}
				>
					<Cameras devices={devices.data} pictures={dashboard.data?.pictures} now={now} />
				</Section>
			)}
			{!isNew && (
				<Section title="Latest runs" to="/app/runs" label="All runs">
					<LatestRuns runs={runs.data?.pages[0]?.items} automations={automations.data} now={now} />
				</Section>
			)}
		</div>
	);
}

type SectionProps = { title: string; to?: string; label?: string; children: ReactNode };

function Section({ title, to, label, children }: SectionProps) {
	const id = useId();
	return (
		<section aria-labelledby={id} className="grid gap-3">
			<div className="flex items-baseline justify-between gap-4">
				<h2 id={id} className="font-semibold">
					{title}
				</h2>
				{to && (
					<Link to={to} className="flex items-center gap-1 text-small text-muted hover:text-ink">
						{label} <ArrowRight aria-hidden className="size-4" />
					</Link>
				)}
			</div>
			<Boundary instead={<p className="text-muted">This part could not be shown.</p>}>{children}</Boundary>
		</section>
	);
}
