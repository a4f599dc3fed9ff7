import type { AutomationSummary } from '@watchword/contract/automation';
import type { RunSummary } from '@watchword/contract/run';
import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useId } from 'react';
import { Link } from 'react-router';
import { ACTION_NAMES, TRIGGER_NAMES } from '../../lib/names.ts';
import { exactTime, timeInWords } from '../../lib/time.ts';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { outcomeOf, TONES } from './outcome.ts';

// What is inside a card, with what cleans its markup, is loaded when the first one is opened.
const RunDetail = lazy(() => import('./run-detail.tsx'));

type Props = {
	run: RunSummary;
	/** Undefined where it is gone, null while it is not known yet. */
	automation: AutomationSummary | undefined | null;
	open: boolean;
	onToggle(): void;
	/** In milliseconds, for "3 minutes ago". */
	now: number;
};

export function RunCard({ run, automation, open, onToggle, now }: Props) {
	const id = useId();
	const outcome = outcomeOf(run);
	return (
		<Card className="overflow-hidden" data-run={run.id}>
			<div className="relative grid grid-cols-[1fr_auto] items-start gap-x-4 gap-y-1 px-5 py-4 hover:bg-sunken/40">
				<div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
					<AutomationName automation={automation} />
					<span className={classes('rounded-full px-2.5 py-0.5 text-small font-medium', TONES[outcome.tone])}>
						{outcome.words}
					</span>
				</div>
				<button
					type="button"
					aria-expanded={open}
					aria-controls={id}
					aria-label={open ? 'Hide details' : 'Show details'}
					onClick={onToggle}
					className="-m-2 rounded-control p-2 text-muted after:absolute after:inset-0 hover:text-ink"
				>
					<ChevronDown aria-hidden className={classes('size-5 transition-transform', open && 'rotate-180')} />
				</button>
				<p className="col-span-2 flex flex-wrap gap-x-3 text-small text-muted tabular-nums">
					<span>
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
					<span>
						{TRIGGER_NAMES[run._triggerType]} → {ACTION_NAMES[run._actionType]}
					</span>
				</p>
				{run.action_evidence && <p className="col-span-2 line-clamp-1 text-small">{run.action_evidence}</p>}
			</div>
			<div id={id} hidden={!open}>
				{open && (
					<Suspense
						fallback={
							<Loading text="Loading...">
								<Skeleton className="m-5 h-40" />
							</Loading>
						}
					>
						<RunDetail id={run.id} />
					</Suspense>
				)}
			</div>
		</Card>
	);
}

function AutomationName({ automation }: Pick<Props, 'automation'>) {
	if (automation === null) return <span className="text-muted">Loading...</span>;
	if (!automation) return <span className="text-muted">Automation not available</span>;
	return (
		<Link
			to={`/app/automations/${automation.id}`}
			className="relative z-1 font-medium break-words hover:underline"
		>
			{automation._name.trim() || "Can't find automation name"}
		</Link>
	);
}
