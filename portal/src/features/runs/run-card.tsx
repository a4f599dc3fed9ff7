import type { RunSummary } from '@watchword/contract/run';
import { ACTION_NAMES, TRIGGER_NAMES } from '../../product/names.ts';
import { outcomeOf, TONES, toldInWords } from '../../product/outcome.ts';
import { RestLine } from '../../product/rest-line.tsx';
import { RunTime } from '../../product/run-time.tsx';
import { classes } from '../../ui/classes.ts';
import { fetched } from '../../ui/later.tsx';
import { type AutomationOfRun, CardFrame } from './card-frame.tsx';

// The details, with the HTML sanitizer, are loaded when the first card is opened.
const RunDetail = fetched(async () => (await import('./run-detail.tsx')).default);

type Props = {
	run: RunSummary;
	automation: AutomationOfRun;
	open: boolean;
	onToggle(): void;
	/** In milliseconds, for "3 minutes ago". */
	now: number;
};

export function RunCard({ run, automation, open, onToggle, now }: Props) {
	const outcome = outcomeOf(run);
	// The open card shows it in its details.
	const told = open ? null : toldInWords(run, now);
	return (
		<CardFrame
			automation={automation}
			badge={
				<span className={classes('rounded-full px-2.5 py-0.5 text-small font-medium', TONES[outcome.tone])}>
					{outcome.words}
				</span>
			}
			captureId={run.trigger_captureId}
			open={open}
			onToggle={onToggle}
			detail={<RunDetail id={run.id} />}
			data={{ 'data-run': run.id }}
		>
			<p className="col-span-2 flex flex-wrap gap-x-3 text-small text-muted tabular-nums">
				<span>
					<RunTime timestamp={run._timestamp} now={now} />
				</span>
				<span>
					{TRIGGER_NAMES[run._triggerType]} → {ACTION_NAMES[run._actionType]}
				</span>
				{automation && <RestLine automation={automation} now={now} />}
			</p>
			{!open && <MailLine run={run} />}
			{run.action_evidence && <p className="col-span-2 line-clamp-1 text-small">{run.action_evidence}</p>}
			{told && <p className="col-span-2 line-clamp-1 text-small text-muted">{told}</p>}
		</CardFrame>
	);
}

/** The sender and the subject, if a mail triggered the run. */
function MailLine({ run: { _triggerType, trigger_from, trigger_subject } }: { run: RunSummary }) {
	if (_triggerType !== 'email' || !(trigger_from || trigger_subject)) return null;
	return (
		<p className="col-span-2 line-clamp-1 text-small break-all">
			{trigger_from && <span className="text-muted">{trigger_from}</span>}
			{trigger_from && trigger_subject && ' · '}
			{trigger_subject && <span className="font-medium">{trigger_subject}</span>}
		</p>
	);
}
