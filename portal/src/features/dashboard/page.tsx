import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ArrowRight, Camera, Coins, History, type LucideIcon, Workflow } from 'lucide-react';
import { Link } from 'react-router';
import { automationsQuery, billingQuery, devicesQuery, runsQuery } from '../../lib/documents.ts';
import { PageTitle } from '../../lib/page-title.tsx';
import { useSession } from '../../lib/session.tsx';
import { Failure } from '../../ui/failure.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { LatestRuns } from './latest-runs.tsx';

export function DashboardPage() {
	const name = useSession().currentUserDetails?.name;
	const devices = useQuery(devicesQuery);
	const automations = useQuery(automationsQuery);
	const billing = useQuery(billingQuery);
	const runs = useInfiniteQuery(runsQuery());
	const all = [devices, automations, billing, runs];

	return (
		<>
			<PageTitle name="Dashboard" />
			<PageHeader title={name ? `Hello, ${name}` : 'Hello'}>What your automations are up to.</PageHeader>
			{all.some((query) => query.isError && !query.data) ? (
				<Failure
					title="Your dashboard could not be loaded."
					retry={() => void Promise.all(all.map((query) => query.refetch()))}
					retrying={all.some((query) => query.isFetching)}
				>
					Your automations keep running meanwhile.
				</Failure>
			) : (
				<div className="grid gap-8">
					<ul className="grid gap-4 sm:grid-cols-3">
						<Figure
							to="/app/automations"
							icon={Workflow}
							label="Automations"
							value={automations.data?.length}
						/>
						<Figure to="/app/devices" icon={Camera} label="Your Devices" value={devices.data?.length} />
						<Figure to="/app/billing" icon={Coins} label="Credits" value={billing.data?.creditBalance} />
					</ul>
					<section aria-labelledby="latest-runs" className="grid gap-3">
						<div className="flex items-baseline justify-between gap-4">
							<h2 id="latest-runs" className="font-semibold">
								Latest runs
							</h2>
							<Link to="/app/runs" className="flex items-center gap-1 text-small text-muted hover:text-ink">
								All runs <ArrowRight aria-hidden className="size-4" />
							</Link>
						</div>
						<LatestRuns icon={History} runs={runs.data?.pages[0]?.items} automations={automations.data} />
					</section>
				</div>
			)}
		</>
	);
}

type FigureProps = { to: string; icon: LucideIcon; label: string; value: number | undefined };

const Figure = ({ to, icon: Icon, label, value }: FigureProps) => (
	<li>
		<Link
			to={to}
			className="grid gap-4 rounded-card border border-line bg-surface p-5 shadow-card transition-colors hover:border-line-strong"
		>
			<span className="flex items-center gap-2 text-small text-muted">
				<Icon aria-hidden className="size-4.5" strokeWidth={1.75} />
				{label}
			</span>
			{value === undefined ? (
				<Skeleton className="h-7.5 w-12" />
			) : (
				<span className="text-title font-semibold tabular-nums">{value.toLocaleString()}</span>
			)}
		</Link>
	</li>
);
