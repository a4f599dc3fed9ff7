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
import { Shot } from './shot.tsx';
import type { Told } from './tells.ts';
import type { Trying } from './use-trials.ts';
import { differs, expectedOf } from './words.ts';

const TrialResult = fetched(async () => (await import('./trial-result.tsx')).default);

type One = Trying['tried'][number];
type Props = { trying: Trying; one: One | undefined; told: Told; onClose: () => void };

/** One trial, as large as the screen allows. */
export function SubjectDialog({ trying, one, told, onClose }: Props) {
	/** The last trial stays visible while the dialog closes. */
	const [last, setLast] = useState(one);
	useEffect(() => {
		if (one) setLast(one);
	}, [one]);
	const shown = one ?? last;
	return (
		<Dialog open={one !== undefined} onClose={onClose} size="wide" title={shown?.[0].title ?? ''}>
			{shown && <Inside trying={trying} one={shown} told={told} />}
		</Dialog>
	);
}

function Inside({ trying, one: [subject, state], told }: { trying: Trying; one: One; told: Told }) {
	const expected = expectedOf(subject, state);
	const retry = <Button onClick={() => trying.retry(subject)}>Try again</Button>;
	return (
		<div className="grid gap-5">
			{subject.picture && (
				<div className="relative aspect-4/3 max-h-[50dvh] w-full overflow-hidden rounded-control bg-sunken">
					<Shot
						path={subject.picture.large}
						alt={subject.title}
						boxes={state.is === 'done' ? state.trial.boxes : []}
						zones={state.is === 'done' ? state.trial.zones : []}
					/>
				</div>
			)}
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
						<MarkOfRun key={state.trial.run.id} trying={trying} subject={subject} run={state.trial.run} />
					)}
				</>
			)}
		</div>
	);
}

type Run = NonNullable<Extract<One[1], { is: 'done' }>['trial']['run']>;

/** The earlier run on the same subject: the mark is about its verdict, which may differ from the one above. */
function MarkOfRun({ trying, subject, run }: { trying: Trying; subject: One[0]; run: Run }) {
	const mark = useMark(run.id);
	return (
		<div className="grid gap-2 border-t border-line pt-4">
			<MarkButtons
				question={`When it came, the run decided: ${run.action_verdict && VERDICT_NAMES[run.action_verdict]}. Was that right?`}
				mark={run._mark}
				busy={mark.isPending}
				onMark={(word) => mark.mutate(word, { onSuccess: () => trying.marked(subject, word) })}
			/>
			<p role="status" className="text-small text-loss empty:hidden">
				{mark.isError && 'The mark could not be kept. Please try again.'}
			</p>
		</div>
	);
}
