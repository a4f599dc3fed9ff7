import type { AutomationSummary } from '@watchword/contract/automation';
import type { Dashboard } from '@watchword/contract/dashboard';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { Link } from 'react-router';
import { exactTime, timeInWords } from '../../lib/time.ts';
import { textLink } from '../../ui/text-link.ts';
import { TimeText } from '../../ui/time-text.tsx';

type Failure = Dashboard['failures'][number];
type Props = {
	failures: Failure[];
	automations: AutomationSummary[];
	now: number;
};

/** The failures of the last day with what to do about each, or a note that all is well. */
export function Failures({ failures, automations, now }: Props) {
	if (failures.length === 0) {
		return (
			<p className="flex items-center gap-3 rounded-card border border-line bg-surface px-5 py-3.5 text-muted">
				<CircleCheck aria-hidden className="size-5 shrink-0 text-accent" strokeWidth={1.75} />
				Nothing failed in the last 24 hours.
			</p>
		);
	}
	return (
		<ul className="divide-y divide-line rounded-card border border-line bg-surface shadow-card">
			{failures.map((failure) => (
				<li key={failure.runId} className="flex gap-3 px-5 py-4">
					<CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-loss" strokeWidth={1.75} />
					<FailureText
						failure={failure}
						automation={automations.find(({ id }) => id === failure._automationId)}
						now={now}
					/>
				</li>
			))}
		</ul>
	);
}

type TextProps = { failure: Failure; automation: AutomationSummary | undefined; now: number };

const FailureText = ({ failure, automation, now }: TextProps) => (
	<div className="grid min-w-0 flex-1 gap-1">
		<div className="flex flex-wrap items-baseline justify-between gap-x-6">
			<p className="font-medium wrap-anywhere">{automation?._name ?? 'Automation not available'}</p>
			<p className="text-small text-muted tabular-nums">
				{failure.runs > 1 && `${failure.runs.toLocaleString()} times, last `}
				<TimeText
					iso={new Date(failure._timestamp * 1000).toISOString()}
					words={timeInWords(failure._timestamp, now / 1000)}
					exact={exactTime(failure._timestamp)}
				/>
			</p>
		</div>
		<p className="text-pretty wrap-anywhere text-muted">{failure._reason}</p>
		<p className="flex flex-wrap gap-x-5 gap-y-1 text-small">
			<Link className={textLink} to={`/app/runs?run=${failure.runId}`}>
				See what happened
			</Link>
			{automation && (
				<Link className={textLink} to={`/app/automations/${automation.id}`}>
					Open the automation
				</Link>
			)}
		</p>
	</div>
);
