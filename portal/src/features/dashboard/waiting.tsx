import type { AutomationSummary } from '@watchword/contract/automation';
import type { Dashboard } from '@watchword/contract/dashboard';
import { Hourglass } from 'lucide-react';
import { Link } from 'react-router';
import { RunTime } from '../../product/run-time.tsx';

type Props = { runs: Dashboard['waiting']['oldest']; automations: AutomationSummary[]; now: number };

/** The mails that have waited longest for approval. Each leads to its draft. */
export const Waiting = ({ runs, automations, now }: Props) => (
	<ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface shadow-card">
		{runs.map((run) => (
			<li key={run.id}>
				<Link to={`/app/runs?run=${run.id}`} className="flex gap-3 px-5 py-3.5 hover:bg-sunken/40">
					<Hourglass aria-hidden className="mt-0.5 size-5 shrink-0 text-attention" strokeWidth={1.75} />
					<span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-6">
						<span className="min-w-0 font-medium wrap-anywhere">
							{automations.find(({ id }) => id === run._automationId)?._name ?? 'Automation not available'}
						</span>
						<span className="text-small text-muted tabular-nums">
							<RunTime timestamp={run.action_asked_at} now={now} />
						</span>
						<span className="line-clamp-1 w-full text-small break-all text-muted">
							{run.subject || 'A mail without a subject'}
						</span>
					</span>
				</Link>
			</li>
		))}
	</ul>
);
