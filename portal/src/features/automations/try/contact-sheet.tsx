import { Mail } from 'lucide-react';
import { exactTime, timeInWords } from '../../../lib/time.ts';
import { expectedInWords } from '../../../product/verdicts.ts';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { Shot } from './shot.tsx';
import { SubjectDialog } from './subject-dialog.tsx';
import { type Told, toldInWords } from './tells.ts';
import type { State, Subject, Trials, Trying } from './use-trials.ts';
import { VerdictPill } from './verdict-pill.tsx';
import { differs, expectedOf, summaryOf } from './words.ts';

type Props = {
	trying: Trying;
	trials: Trials;
	isContinuous: boolean;
	/** What each capture would have reported, if they are judged one after the other. */
	told: ReadonlyMap<string, Told> | null;
};

/** All trials of one start. Each shows its verdict when it arrives, and those that differ from their mark stand out. */
export function ContactSheet({ trying, trials, isContinuous, told }: Props) {
	const { tried, busy, cancel, opened } = trying;
	const ended = tried.filter(([, { is }]) => is === 'done' || is === 'failed').length;
	return (
		<div className="grid gap-4">
			<div className="grid gap-2">
				<div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
					<p role="status" className="text-small font-medium text-pretty tabular-nums">
						{busy ? `Tried ${ended} of ${tried.length}…` : summaryOf(tried, trials.kind, isContinuous, told)}
					</p>
					{busy && <Button onClick={cancel}>Cancel</Button>}
				</div>
				<div
					role="progressbar"
					aria-label="Progress"
					aria-valuemax={tried.length}
					aria-valuenow={ended}
					className={classes('h-1 overflow-hidden rounded-full bg-sunken', !busy && 'invisible')}
				>
					<div
						className="h-full bg-accent transition-[width]"
						style={{ width: `${(ended / tried.length) * 100}%` }}
					/>
				</div>
			</div>
			<Strip
				label="What was tried"
				tried={tried}
				told={busy ? null : told}
				onOpen={({ key }) => trying.open(key)}
			/>
			<SubjectDialog
				one={tried.find(([{ key }]) => key === opened)}
				onRetry={trying.retry}
				onMarked={trying.marked}
				told={(opened !== null && told?.get(opened)) || null}
				onClose={() => trying.open(null)}
			/>
		</div>
	);
}

type StripProps = {
	label: string;
	tried: readonly (readonly [Subject, State | null])[];
	told?: Props['told'];
	/** The one that is shown large. */
	current?: string;
	onOpen: (subject: Subject) => void;
};

/** Pictures side by side, as far as they fit; mails one below the other. */
export function Strip({ label, tried, told, current, onOpen }: StripProps) {
	const pictures = tried.some(([subject]) => subject.picture !== null);
	return (
		<ul
			aria-label={label}
			className={classes('gap-2', pictures ? '-mx-1 flex overflow-x-auto px-1 pt-1 pb-2' : 'grid')}
		>
			{tried.map(([subject, state]) => (
				<li
					key={subject.key}
					className={classes('grid', !pictures ? 'min-w-0' : state ? 'w-36 shrink-0' : 'w-28 shrink-0')}
				>
					<Tile
						subject={subject}
						state={state}
						told={told?.get(subject.key) ?? null}
						hasPicture={pictures}
						isCurrent={subject.key === current}
						onOpen={() => onOpen(subject)}
					/>
				</li>
			))}
		</ul>
	);
}

type TileProps = {
	subject: Subject;
	/** Null if nobody has tried it yet. */
	state: State | null;
	told: Told;
	hasPicture: boolean;
	isCurrent: boolean;
	onOpen: () => void;
};

function Tile({ subject, state, told, hasPicture, isCurrent, onOpen }: TileProps) {
	const trial = state?.is === 'done' ? state.trial : null;
	const differing = state !== null && differs(subject, state) === true;
	const expected = trial && state && expectedOf(subject, state);
	return (
		<button
			type="button"
			onClick={onOpen}
			aria-current={isCurrent || undefined}
			disabled={state !== null && state.is !== 'done' && state.is !== 'failed'}
			className={classes(
				'grid content-start overflow-hidden rounded-control border bg-surface text-left transition-colors enabled:hover:border-muted',
				differing || state?.is === 'failed'
					? 'border-attention ring-1 ring-attention'
					: isCurrent
						? 'border-accent ring-1 ring-accent'
						: 'border-line',
			)}
		>
			{hasPicture && (
				<span className="relative block aspect-4/3 w-full overflow-hidden bg-sunken">
					<Shot
						path={subject.picture?.small ?? null}
						alt={subject.title}
						boxes={trial?.boxes ?? []}
						zones={trial?.zones ?? []}
						cut
					/>
				</span>
			)}
			<span className={classes('grid gap-1', state ? 'px-3 py-2.5' : 'px-2 py-1.5')}>
				{!hasPicture && <span className="truncate font-medium">{subject.title}</span>}
				<span className="flex flex-wrap items-center gap-x-3 gap-y-1">
					{state && <Outcome state={state} />}
					{subject.at !== null && (
						<span title={exactTime(subject.at)} className="text-small text-muted tabular-nums">
							{timeInWords(subject.at)}
						</span>
					)}
				</span>
				{told && (
					<span
						className={classes(
							'flex items-start gap-1.5 text-small',
							'mail' in told ? 'font-medium text-accent' : 'text-muted',
						)}
					>
						{'mail' in told && <Mail aria-hidden className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />}
						{toldInWords(told)}
					</span>
				)}
				{expected && (
					<span className={differing ? 'text-small font-medium text-attention' : 'text-small text-muted'}>
						{differing ? `Differs. Expected: ${expectedInWords(expected)}` : 'As you marked'}
					</span>
				)}
			</span>
		</button>
	);
}

function Outcome({ state }: { state: State }) {
	switch (state.is) {
		case 'done':
			return <VerdictPill verdict={state.trial.verdict} />;
		case 'failed':
			return <span className="text-small font-medium text-loss">Could not be tried</span>;
		case 'left':
			return <span className="text-small text-muted">Not tried</span>;
		case 'asking':
			return (
				<span className="flex items-center gap-2 text-small text-muted">
					<Spinner /> Looking
				</span>
			);
		default:
			return <span className="text-small text-muted">Waiting</span>;
	}
}
