import type { AutomationSummary } from '@watchword/contract/automation';
import { Link } from 'react-router';
import { RestLine } from '../../product/rest-line.tsx';

type Props = { automations: AutomationSummary[]; now: number };

/** The automations that were paused or snoozed, each with a way to wake it. */
export const Resting = ({ automations, now }: Props) => (
	<ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface shadow-card">
		{automations.map((automation) => (
			<li
				key={automation.id}
				className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-5 py-3.5"
			>
				<Link
					to={`/app/automations/${automation.id}`}
					className="min-w-0 font-medium wrap-anywhere hover:underline"
				>
					{automation._name}
				</Link>
				<RestLine automation={automation} now={now} />
			</li>
		))}
	</ul>
);
