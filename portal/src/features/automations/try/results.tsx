import { Suspense } from 'react';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { fetched } from '../../../ui/later.tsx';
import { Note } from '../../../ui/note.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { ContactSheet } from './contact-sheet.tsx';
import { tellsOf } from './tells.ts';
import type { Trying } from './use-trials.ts';

// Loaded with the first result, because it includes the HTML sanitizer.
const TrialResult = fetched(async () => (await import('./trial-result.tsx')).default);

type Props = {
	trying: Trying;
	isContinuous: boolean;
	isOutdated: boolean;
	/** How captures would be reported; null if they cause no mail. */
	telling: Parameters<typeof tellsOf>[1] | null;
};

/** What has been tried since the last start. */
export function Results({ trying, isContinuous, isOutdated, telling }: Props) {
	const { trials, tried } = trying;
	if (!trials) return null;
	const [one] = tried;
	return (
		<div className="grid gap-4 border-t border-line pt-5">
			{isOutdated && !trying.busy && (
				<Note>You have changed the automation since. Try it again to see what that does.</Note>
			)}
			{trials.stopped && <Alert tone="attention">{trials.stopped}</Alert>}
			{trials.kind === 'one' && one ? (
				<One trying={trying} one={one} />
			) : (
				<ContactSheet
					trying={trying}
					trials={trials}
					isContinuous={isContinuous}
					told={trials.kind === 'captures' && telling ? tellsOf(tried, telling) : null}
				/>
			)}
		</div>
	);
}

function One({ trying, one: [subject, state] }: { trying: Trying; one: Trying['tried'][number] }) {
	if (state.is === 'failed') {
		return (
			<Alert tone="loss">
				<p>It could not be tried: {state.message}</p>
				<Button className="justify-self-start" onClick={() => trying.retry(subject)}>
					Try again
				</Button>
			</Alert>
		);
	}
	if (state.is === 'left') return <p className="text-muted">It was stopped before the model answered.</p>;
	if (state.is !== 'done') {
		return (
			<div className="flex flex-wrap items-center gap-4">
				<p role="status" className="flex items-center gap-2 text-muted">
					<Spinner />
					Asking the model. Some take a minute or two.
				</p>
				<Button onClick={trying.cancel}>Cancel</Button>
			</div>
		);
	}
	return (
		<section aria-label="What it came to" className="animate-appear">
			<Suspense fallback={<Skeleton className="h-40" />}>
				<TrialResult trial={state.trial} />
			</Suspense>
		</section>
	);
}
