import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api.ts';
import { portalQuery } from '../../../lib/documents.ts';
import { exactTime, timeInWords } from '../../../lib/time.ts';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { usePause } from '../use-pause.ts';
import { judgedBy, type Tryable } from './draft.ts';
import { LargeShot } from './shot.tsx';
import { SubjectDialog } from './subject-dialog.tsx';
import type { Subject, Trying } from './use-trials.ts';
import { VerdictPill } from './verdict-pill.tsx';
import { consequenceOf } from './words.ts';

const LATEST = 'latest';

type Props = { tryable: Tryable; subject: Subject; trying: Trying };

/** One picture or mail, and what the automation as it stands in the editor would say about it now. */
export function Latest({ tryable: { automationId: id, draft, problems }, subject, trying }: Props) {
	const { data: portal } = useQuery(portalQuery);
	const settled = usePause(JSON.stringify(draft));
	const judged = judgedBy(JSON.parse(settled));
	const [wanted, setWanted] = useState('');
	// A language model takes its time and may cost its operator money, so it is asked only when somebody wants to know.
	const isAsked = portal?.builtInModel === true || wanted === subject.key + judged;
	const { data, error, isFetching, refetch } = useQuery({
		queryKey: ['trials', id, subject.key, judged],
		queryFn: ({ signal }) =>
			call('POST /api/automations/{id}/try', {
				params: { id },
				body: { draft: JSON.parse(settled), on: subject.on },
				signal,
			}),
		enabled: isAsked && problems.length === 0,
		staleTime: Number.POSITIVE_INFINITY,
		// Examples and zones change the answer without changing the automation.
		gcTime: 0,
		retry: false,
		placeholderData: (before, query) => (query?.queryKey[2] === subject.key ? before : undefined),
	});
	const trial = problems.length === 0 && isAsked ? data : undefined;
	return (
		<div className="grid gap-3">
			<LargeShot subject={subject} trial={trial} />
			<div className="grid min-h-20 content-start gap-1.5">
				<p className="flex flex-wrap items-center justify-between gap-x-3 text-small text-muted">
					{!subject.picture && <span className="font-medium text-ink wrap-anywhere">{subject.title}</span>}
					{subject.at !== null && (
						<span title={exactTime(subject.at)} className="tabular-nums">
							{timeInWords(subject.at)}
						</span>
					)}
					{isFetching && (
						<span className="flex items-center gap-2">
							<Spinner /> Looking
						</span>
					)}
				</p>
				<div role="status" className={classes('grid gap-1.5', isFetching && 'opacity-60')}>
					{problems.length > 0 && <p className="text-small text-muted">{problems[0]}</p>}
					{error && !isFetching && <p className="text-small text-loss">{error.message}</p>}
					{trial && (
						<>
							<p className="flex flex-wrap items-center gap-x-3 gap-y-1">
								<VerdictPill verdict={trial.verdict} />
								<span className="text-small font-medium text-pretty">{consequenceOf(trial)}</span>
							</p>
							<p className="line-clamp-4 text-small text-pretty wrap-anywhere">{trial.evidence}</p>
						</>
					)}
				</div>
				<div className="-ml-3 flex empty:hidden">
					{trial && (
						<Button look="quiet" className="h-9! px-3! text-small" onClick={() => trying.open(LATEST)}>
							Details
						</Button>
					)}
					{error && !isFetching && (
						<Button look="quiet" className="h-9! px-3! text-small" onClick={() => void refetch()}>
							Try again
						</Button>
					)}
					{!isAsked && portal && problems.length === 0 && (
						<Button
							look="quiet"
							className="h-9! px-3! text-small"
							onClick={() => setWanted(subject.key + judged)}
						>
							What would it say?
						</Button>
					)}
				</div>
			</div>
			<SubjectDialog
				one={trying.opened === LATEST && trial ? [subject, { is: 'done', trial }] : undefined}
				told={null}
				onRetry={() => void refetch()}
				onMarked={() => void refetch()}
				onClose={() => trying.open(null)}
			/>
		</div>
	);
}
