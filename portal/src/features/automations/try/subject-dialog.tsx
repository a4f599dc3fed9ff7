import type { Mark } from '@watchword/contract/mark';
import { Suspense, useEffect, useState } from 'react';
import { FrameStrip } from '../../../product/frame-strip.tsx';
import { MarkButtons } from '../../../product/mark-buttons.tsx';
import { useMark } from '../../../product/use-mark.ts';
import { expectedInWords, VERDICT_NAMES } from '../../../product/verdicts.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { fetched } from '../../../ui/later.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { LargeShot } from './shot.tsx';
import type { Told } from './tells.ts';
import type { Subject, Trying } from './use-trials.ts';
import { differs, expectedOf } from './words.ts';

const TrialResult = fetched(async () => (await import('./trial-result.tsx')).default);

type One = Trying['tried'][number];
type Deeds = { onRetry: (subject: Subject) => void; onMarked: (subject: Subject, mark: Mark | null) => void };
type Props = Deeds & { one: One | undefined; told: Told; onClose: () => void };

/** One trial, as large as the screen allows. */
export function SubjectDialog({ one, told, onClose, ...deeds }: Props) {
	/** The last trial stays visible while the dialog closes. */
	const [last, setLast] = useState(one);
	useEffect(() => {
		if (one) setLast(one);
	}, [one]);
	const shown = one ?? last;
	return (
		<Dialog open={one !== undefined} onClose={onClose} size="wide" title={shown?.[0].title ?? ''}>
			{shown && <Inside {...deeds} one={shown} told={told} />}
		</Dialog>
	);
}

function Inside({ one: [subject, state], told, onRetry, onMarked }: Deeds & { one: One; told: Told }) {
	const expected = expectedOf(subject, state);
	const retry = <Button onClick={() => onRetry(subject)}>Try again</Button>;
	return (
		<div className="grid gap-5">
			<LargeShot subject={subject} trial={state.is === 'done' ? state.trial : undefined} />
			{/* During a rolling upgrade, a server of the previous version may answer, which does not send frames. */}
			{state.is === 'done' && <FrameStrip paths={state.trial.frames ?? []} boxes={state.trial.boxes} />}
			{state.is === 'failed' && (
				<>
					<Alert tone="loss">It could not be tried: {state.message}</Alert>
					<div>{retry}</div>
				</>
			)}
			{(state.is === 'asking' || state.is === 'waiting') && (
				<p role="status" className="text-muted">
					Asking the model…
				</p>
			)}
			{state.is === 'done' && (
				<>
					{expected && differs(subject, state) && (
						<Alert tone="attention">By your mark this should be: {expectedInWords(expected)}.</Alert>
					)}
					<Suspense fallback={<Skeleton className="h-40" />}>
						<TrialResult trial={state.trial} told={told} />
					</Suspense>
					{state.trial.run?.action_verdict && (
						<MarkOfRun
							key={state.trial.run.id}
							run={state.trial.run}
							onMarked={(mark) => onMarked(subject, mark)}
						/>
					)}
				</>
			)}
		</div>
	);
}

type Run = NonNullable<Extract<One[1], { is: 'done' }>['trial']['run']>;

/** The earlier run on the same subject: the mark is about its verdict, which may differ from the one above. */
function MarkOfRun({ run, onMarked }: { run: Run; onMarked: (mark: Mark | null) => void }) {
	const mark = useMark(run.id);
	return (
		<div className="grid gap-2 border-t border-line pt-4">
			<MarkButtons
				question={`When it came, the run decided: ${run.action_verdict && VERDICT_NAMES[run.action_verdict]}. Was that right?`}
				mark={run._mark}
				busy={mark.isPending}
				onMark={(word) => mark.mutate(word, { onSuccess: () => onMarked(word) })}
			/>
			<p role="status" className="text-small text-loss empty:hidden">
				{mark.isError && 'The mark could not be kept. Please try again.'}
			</p>
		</div>
	);
}
