import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { AutomationSummary } from '@watchword/contract/automation';
import type { Dashboard } from '@watchword/contract/dashboard';
import type { Device } from '@watchword/contract/device';
import type { Episode } from '@watchword/contract/episode';
import type { RunSummary } from '@watchword/contract/run';
import { ArrowRight } from 'lucide-react';
import { type ReactNode, useDeferredValue, useId } from 'react';
import { Link } from 'react-router';
import { automationsQuery, billingQuery, devicesQuery, outlookQuery } from '../../lib/documents.ts';
import { PageTitle } from '../../lib/page-title.tsx';
import { dashboardQuery, episodesQuery, runsQuery } from '../../lib/run-documents.ts';
import { useSession } from '../../lib/session.tsx';
import { lastDayStart } from '../../lib/time.ts';
import { useNow } from '../../lib/use-now.ts';
import { PresenceSwitch } from '../../product/presence-switch.tsx';
import { restOf } from '../../product/rest.ts';
import { useSells } from '../../product/use-sells.ts';
import { Boundary } from '../../ui/boundary.tsx';
import { Failure } from '../../ui/failure.tsx';
import { InSteps } from '../../ui/in-steps.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { CameraDays } from './camera-days.tsx';
import { Cameras } from './cameras.tsx';
import { Credits } from './credits.tsx';
import { Failures } from './failures.tsx';
import { FirstSteps } from './first-steps.tsx';
import { LastDay } from './last-day.tsx';
import { LatestRuns } from './latest-runs.tsx';
import { Resting } from './resting.tsx';
import { Waiting } from './waiting.tsx';

export function DashboardPage() {
	const name = useSession().currentUserDetails?.name;
	return (
		<>
			<PageTitle name="Dashboard" />
			<PageHeader title={name ? `Hello, ${name}` : 'Hello'} action={<PresenceSwitch />}>
				What your automations are up to.
			</PageHeader>
			<Overview />
		</>
	);
}

function Overview() {
	const now = useNow();
	const since = lastDayStart(now);
	const dashboard = useQuery(dashboardQuery(since));
	const devices = useQuery(devicesQuery);
	const automations = useQuery(automationsQuery);
	const runs = useInfiniteQuery(runsQuery({ grouped: 'yes' }));
	const episodes = useQuery(episodesQuery(since));
	const billing = useQuery(billingQuery);
	const outlook = useQuery(outlookQuery);
	const sells = useSells();
	// Rendered after its surroundings.
	const isTime = useDeferredValue(true, false);
	const needed = [dashboard, devices, automations, runs, episodes];
	if (needed.some((query) => query.isError && !query.data)) {
		return (
			<Failure
				title="Your dashboard could not be loaded."
				retry={() => void Promise.all(needed.map((query) => query.refetch()))}
				retrying={needed.some((query) => query.isFetching)}
			>
				Your automations keep running meanwhile.
			</Failure>
		);
	}
	// Shown all at once: the height of each part depends on its content, and nothing may jump.
	const isWaiting = !billing.isFetched || !outlook.isFetched;
	if (isWaiting || !dashboard.data || !devices.data || !automations.data || !runs.data || !episodes.data)
		return <Outline />;
	if (!isTime) return <Outline isShort />;
	const documents = {
		dashboard: dashboard.data,
		devices: devices.data,
		automations: automations.data,
		runs: runs.data.pages[0]?.items ?? [],
		episodes: episodes.data,
	};
	const { waiting, hours, hasRun, start } = documents.dashboard;
	const resting = documents.automations.filter((automation) => restOf(automation, now) !== null);
	return (
		<div className="grid gap-8">
			{waiting.runs > 0 && (
				<Section
					title={`Waiting for you (${waiting.runs.toLocaleString()})`}
					to="/app/runs?waiting=yes"
					label="All that waits"
				>
					<Waiting runs={waiting.oldest} automations={documents.automations} now={now} />
				</Section>
			)}
			{!hasRun && <FirstSteps {...documents} />}
			<div className={sells ? TOP : undefined}>
				<LastDay
					hours={hours}
					episodes={documents.devices.length > 0 ? documents.episodes.length : null}
					start={start}
				/>
				{sells && <Credits billing={billing} outlook={outlook.data} />}
			</div>
			{hasRun && <FirstSteps {...documents} />}
			{resting.length > 0 && (
				<Section title="Paused and snoozed" to="/app/automations" label="All automations">
					<Resting automations={resting.slice(0, RESTING_SHOWN)} now={now} />
				</Section>
			)}
			<Rest {...documents} start={start} now={now} />
		</div>
	);
}

/** The most automations at rest shown here. The list of automations marks them all. */
const RESTING_SHOWN = 5;
const TOP = 'grid gap-4 lg:grid-cols-[2fr_1fr]';

const Outline = ({ isShort = false }) => (
	<Loading text="Loading..." isShort={isShort}>
		<div className="grid gap-8">
			<div className={TOP}>
				<Skeleton className="h-66 rounded-card" />
				<Skeleton className="h-66 rounded-card" />
			</div>
			<Skeleton className="h-93 rounded-card" />
		</div>
	</Loading>
);

type RestProps = {
	dashboard: Dashboard;
	devices: Device[];
	automations: AutomationSummary[];
	runs: RunSummary[];
	episodes: Episode[];
	start: number;
	now: number;
};

/** Parts that are usually below the fold are rendered a moment later, one by one. */
function Rest({ dashboard, devices, automations, runs, episodes, start, now }: RestProps) {
	return (
		<InSteps first={0}>
			{dashboard.hasRun && devices.length > 0 && (
				<Section title="The last 24 hours by camera" to="/app/runs?trigger=capture" label="Runs of cameras">
					<CameraDays
						runs={dashboard.cameras}
						devices={devices}
						episodes={episodes}
						automations={automations}
						start={start}
						now={now}
					/>
				</Section>
			)}
			{dashboard.hasRun && (
				<Section title="What failed" to="/app/runs?outcome=failed" label="All failed runs">
					<Failures failures={dashboard.failures} automations={automations} now={now} />
				</Section>
			)}
			{devices.length > 0 && (
				<Section
					title="Last seen by your cameras"
					to="/app/devices"
					label={`All devices (${devices.length})`}
				>
					<Cameras devices={devices} pictures={dashboard.pictures} now={now} />
				</Section>
			)}
			{dashboard.hasRun && (
				<Section title="Latest runs" to="/app/runs" label="All runs">
					<LatestRuns runs={runs} automations={automations} now={now} />
				</Section>
			)}
		</InSteps>
	);
}

type SectionProps = { title: string; to: string; label: string; children: ReactNode };

function Section({ title, to, label, children }: SectionProps) {
	const id = useId();
	return (
		<section aria-labelledby={id} className="grid gap-3">
			<div className="flex items-baseline justify-between gap-4">
				<h2 id={id} className="font-semibold">
					{title}
				</h2>
				<Link to={to} className="flex items-center gap-1 text-small text-muted hover:text-ink">
					{label} <ArrowRight aria-hidden className="size-4" />
				</Link>
			</div>
			<Boundary instead={<p className="text-muted">This part could not be shown.</p>}>{children}</Boundary>
		</section>
	);
}
