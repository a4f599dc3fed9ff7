import type { AutomationSummary } from '@watchword/contract/automation';
import type { RunSummary } from '@watchword/contract/run';
import { Link } from 'react-router';
import { ACTION_NAMES, TRIGGER_NAMES } from '../../lib/names.ts';
import { exactTime, timeInWords } from '../../lib/time.ts';
import { TimeText } from '../../ui/time-text.tsx';

const SHOWN = 5;

type Props = {
	runs: RunSummary[];
	automations: AutomationSummary[];
	now: number;
};

export function LatestRuns({ runs, automations, now }: Props) {
	return (
		<ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface shadow-card">
			{runs.slice(0, SHOWN).map((run) => (
				<li key={run.id}>
					<Link
						to={`/app/runs?run=${run.id}`}
						className="flex flex-wrap items-baseline justify-between gap-x-6 px-5 py-3.5 hover:bg-sunken/40"
					>
						<span className="min-w-0 font-medium break-words">
							{automations.find(({ id }) => id === run._automationId)?._name ?? 'Automation not available'}
						</span>
						<span className="text-small text-muted tabular-nums">
							{run._timestamp === null ? (
								'No timestamp available'
							) : (
								<TimeText
									iso={new Date(run._timestamp * 1000).toISOString()}
									words={timeInWords(run._timestamp, now / 1000)}
									exact={exactTime(run._timestamp)}
								/>
							)}
						</span>
						<span className="line-clamp-1 w-full text-small text-muted">
							{run.action_evidence ||
								run._reason ||
								`${TRIGGER_NAMES[run._triggerType]} → ${ACTION_NAMES[run._actionType]}`}
						</span>
					</Link>
				</li>
			))}
		</ul>
	);
}
