import type { AutomationSummary } from '@watchword/contract/automation';
import type { RunSummary } from '@watchword/contract/run';
import { Link } from 'react-router';
import { episodeCounts, episodeTimes } from '../../product/episode.ts';
import { ACTION_NAMES, TRIGGER_NAMES } from '../../product/names.ts';
import { remarkOf } from '../../product/notification.ts';
import { RunTime } from '../../product/run-time.tsx';

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
						to={run.episode ? `/app/runs?episode=${run.episode.id}` : `/app/runs?run=${run.id}`}
						className="flex flex-wrap items-baseline justify-between gap-x-6 px-5 py-3.5 hover:bg-sunken/40"
					>
						<span className="min-w-0 font-medium wrap-anywhere">
							{automations.find(({ id }) => id === run._automationId)?._name ?? 'Automation not available'}
						</span>
						<span className="text-small text-muted tabular-nums">
							<RunTime timestamp={run._timestamp} now={now} />
						</span>
						<span className="line-clamp-1 w-full text-small text-muted">
							{upperFirst(summaryOf(run, now))}
						</span>
					</Link>
				</li>
			))}
		</ul>
	);
}

function summaryOf(run: RunSummary, now: number): string {
	const { episode, _triggerType, _actionType } = run;
	if (episode)
		return `${episodeTimes(episode, now)}, ${episodeCounts(episode, _actionType === 'sendEmail', now)}`;
	return (
		run.action_evidence ||
		remarkOf(run, now) ||
		`${TRIGGER_NAMES[_triggerType]} → ${ACTION_NAMES[_actionType]}`
	);
}

/** Not by `first-letter`, which also changes the letter behind a quotation mark: a quoted word stays as it was written. */
const upperFirst = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
