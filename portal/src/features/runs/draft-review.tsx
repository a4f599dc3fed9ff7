import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Draft, DraftEdit } from '@watchword/contract/approval';
import { DRAFT_MAX_LENGTH, DRAFT_SUBJECT_MAX_LENGTH } from '@watchword/contract/constants';
import type { Run } from '@watchword/contract/run';
import { useCallback, useState } from 'react';
import { ApiError, call } from '../../lib/api.ts';
import { draftQuery, runQuery } from '../../lib/run-documents.ts';
import { dayAndTime } from '../../lib/time.ts';
import { changedFrom, useDraft } from '../../lib/use-draft.ts';
import { MailFrame } from '../../product/mail-frame.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Field } from '../../ui/field.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { Part, Rows } from './detail-parts.tsx';

type Words = Pick<Draft, 'subject' | 'text'>;

type Props = {
	run: Run;
	/** Called with what happened to the mail if an answer comes too late. */
	onLate: (what: string) => void;
};

const draftName = ({ id }: Run) => `mail ${id}`;
const answerKey = ({ id }: Run) => ['answer', id];

/** The mail of a waiting run: shown as it would look, and edited, sent or discarded here. */
export function DraftReview({ run, onLate }: Props) {
	const query = useQuery(draftQuery(run.id));
	const draft = query.data;
	if (!draft) {
		return (
			<NotLoaded query={query} loading="h-40" title="The draft could not be loaded.">
				Nothing was sent.
			</NotLoaded>
		);
	}
	return <Review run={run} onLate={onLate} draft={draft} />;
}

function Review({ run, onLate, draft }: Props & { draft: Draft }) {
	const client = useQueryClient();
	const { draft: edit, change, discard, forget } = useDraft<Words>(draftName(run));
	const [isEditing, setEditing] = useState(() => Object.keys(edit).length > 0);
	const [isDiscarding, setDiscarding] = useState(false);
	const [isShown, setShown] = useState(false);
	const shown = useCallback(() => setShown(true), []);
	const params = { id: run.id };
	const answer = useMutation({
		mutationKey: answerKey(run),
		mutationFn: (what: DraftEdit | 'discard') =>
			what === 'discard'
				? call('POST /api/runs/{id}/discard', { params })
				: call('POST /api/runs/{id}/approve', { params, body: what }),
		onSettled: async (_answered, error) => {
			setDiscarding(false);
			if (error instanceof ApiError && error.code === 'conflict') onLate(error.message);
			if (!error) forget();
			await client.invalidateQueries({ queryKey: runQuery(run.id).queryKey });
		},
	});
	const { subject, text } = { ...draft, ...edit };
	/** Text that was changed back does not count as changed. */
	const onChange = (part: Words) => change(changedFrom({ subject: draft.subject, text: draft.text }, part));
	function toggleEdit() {
		if (isEditing) discard();
		setEditing(!isEditing);
	}
	const { day, time } = dayAndTime(draft.until * 1000, Date.now());
	const isBlank = subject.trim() === '' || text.trim() === '';
	// The buttons move down when the draft appears: until then a click could miss them.
	const cannotAnswer = !(isShown || isEditing) || answer.isPending || answer.isSuccess;
	return (
		<Part title="Waiting for you">
			<div className="grid gap-4 rounded-control border border-line p-4">
				<p className="text-pretty text-muted">
					Nothing is sent before you say yes. It waits until {day}, {time}, and is discarded then.
				</p>
				<Recipients draft={draft} />
				{isEditing ? (
					<Edit edit={{ subject, text }} onChange={onChange} followed={run._actionType === 'sendEmail'} />
				) : (
					<>
						<Rows rows={[['Subject', draft.subject]]} />
						<MailFrame html={draft.html} title="The draft" onShown={shown} />
						{run._actionType === 'sendEmail' && run.trigger_capture && (
							<p className="text-small text-muted">The picture of this run goes with it.</p>
						)}
					</>
				)}
				<div className="flex flex-wrap gap-3 max-sm:grid">
					<Button
						look="primary"
						busy={answer.isPending && answer.variables !== 'discard'}
						disabled={isBlank || cannotAnswer}
						onClick={() => answer.mutate(edit)}
					>
						Send
					</Button>
					<Button onClick={toggleEdit} disabled={cannotAnswer}>
						{isEditing ? 'Undo my changes' : 'Edit'}
					</Button>
					<Button look="quiet" disabled={cannotAnswer} onClick={() => setDiscarding(true)}>
						Discard
					</Button>
				</div>
				{answer.isError && <Alert tone="loss">{failureOf(answer.error)}</Alert>}
				<p role="status" className="text-small text-muted empty:hidden">
					{answer.isSuccess && (answer.variables === 'discard' ? 'Discarded.' : 'It is being sent.')}
				</p>
			</div>
			<Confirm
				open={isDiscarding}
				onCancel={() => setDiscarding(false)}
				onConfirm={() => answer.mutate('discard')}
				title="Discard this mail?"
				confirmLabel="Discard"
				busy={answer.isPending}
			>
				<p>
					“{draft.subject}” to {draft.to.join(', ')} is not sent. What the run cost is not refunded.
				</p>
			</Confirm>
		</Part>
	);
}

/** What was written here for a mail that was answered elsewhere, or waited too long, so that it can still be copied. */
export function UnsentWords({ run }: { run: Run }) {
	// Until an answer from here is settled, these may be the words that were sent.
	const isAnswering = useIsMutating({ mutationKey: answerKey(run) }) > 0;
	return isAnswering ? null : <LeftWords run={run} />;
}

function LeftWords({ run }: { run: Run }) {
	const { draft, discard } = useDraft<Words>(draftName(run));
	const words = [draft.subject, draft.text].filter(Boolean);
	if (words.length === 0) return null;
	return (
		<Part title="What you wrote here">
			<p className="max-h-60 overflow-y-auto rounded-control bg-sunken px-3 py-2 whitespace-pre-wrap wrap-anywhere">
				{words.join('\n\n')}
			</p>
			<Button className="justify-self-start" onClick={discard}>
				Throw it away
			</Button>
		</Part>
	);
}

const Recipients = ({ draft: { to, toNow } }: { draft: Draft }) => (
	<>
		<Rows rows={[['To', to.join(', ')]]} />
		{toNow && (
			<p className="text-small text-attention">
				The automation was changed: it sends to {toNow.join(', ') || 'nobody'} now. This mail still goes to{' '}
				{to.join(', ')}.
			</p>
		)}
	</>
);

type EditProps = { edit: Words; onChange(edit: Words): void; followed: boolean };

const Edit = ({ edit, onChange, followed }: EditProps) => (
	<>
		<Field
			label="Subject"
			value={edit.subject}
			maxLength={DRAFT_SUBJECT_MAX_LENGTH}
			error={edit.subject.trim() === '' ? 'Enter a subject.' : undefined}
			onChange={(event) => onChange({ ...edit, subject: event.target.value })}
		/>
		<TextArea
			label="Text"
			value={edit.text}
			scrolls
			maxLength={DRAFT_MAX_LENGTH}
			error={edit.text.trim() === '' ? 'Enter a text.' : undefined}
			onChange={(event) => onChange({ ...edit, text: event.target.value })}
			note={
				<p className="text-small text-muted">
					What you change is sent as plain text.
					{followed && ' The evidence and the link to the run follow it, as in every mail.'}
				</p>
			}
		/>
	</>
);

const failureOf = (error: unknown) =>
	error instanceof ApiError && ['conflict', 'invalid-argument'].includes(error.code)
		? error.message
		: 'That did not work. Please try again. If it was already sent, it is not sent twice.';
