import type { AutomationSummary } from '@watchword/contract/automation';
import type { RunSummary } from '@watchword/contract/run';
import type { LucideIcon } from 'lucide-react';
import { ACTION_NAMES, TRIGGER_NAMES } from '../../lib/names.ts';
import { exactTime, timeInWords } from '../../lib/time.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { TimeText } from '../../ui/time-text.tsx';

const SHOWN = 5;

type Props = {
	icon: LucideIcon;
	runs: RunSummary[] | undefined;
	automations: AutomationSummary[] | undefined;
};

export function LatestRuns({ icon, runs, automations }: Props) {
	if (!runs || !automations) {
		return (
			<Loading text="Loading...">
				<Skeleton className="h-48" />
			</Loading>
		);
	}
	if (runs.length === 0) {
		return (
			<EmptyState icon={icon} title="Nothing has run yet.">
				The first time an automation is set off, it shows up here.
			</EmptyState>
		);
	}
	return (
		<ul className="divide-y divide-line rounded-card border border-line bg-surface shadow-card">
			{runs.slice(0, SHOWN).map((run) => (
				<li key={run.id} className="flex flex-wrap items-baseline justify-between gap-x-6 px-5 py-3.5">
					<span className="font-medium">
						{automations.find(({ id }) => id === run._automationId)?._name ?? 'Automation not available'}
					</span>
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
				</li>
			))}
		</ul>
	);
}
