import { useQuery } from '@tanstack/react-query';
import { isUnreadable } from '@watchword/contract/picture-problem';
import type { Run } from '@watchword/contract/run';
import { useState } from 'react';
import { Link } from 'react-router';
import { captureQuery } from '../../lib/documents.ts';
import { runQuery } from '../../lib/run-documents.ts';
import { dateOf, exactTime } from '../../lib/time.ts';
import { useNow } from '../../lib/use-now.ts';
import { counted } from '../../product/counted.ts';
import { decidedBy } from '../../product/decided-by.ts';
import { FieldList } from '../../product/field-list.tsx';
import { firstLookWords } from '../../product/first-look.ts';
import { FrameStrip } from '../../product/frame-strip.tsx';
import { MailFrame } from '../../product/mail-frame.tsx';
import { NearExamples } from '../../product/near-examples.tsx';
import { remarkOf } from '../../product/notification.ts';
import { REASON_TEXT } from '../../product/reasons.ts';
import { useSells } from '../../product/use-sells.ts';
import { Alert } from '../../ui/alert.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { textLink } from '../../ui/text-link.ts';
import { Deliveries } from './deliveries.tsx';
import { decisionRows, Part, Rows } from './detail-parts.tsx';
import { DraftReview, UnsentWords } from './draft-review.tsx';
import { useInlinePictures } from './inline-pictures.ts';
import { BeyondBuiltIn, Marks } from './marks.tsx';
import { RunAgain } from './run-again.tsx';
import { CaptureOf, FileLinks } from './run-files.tsx';
import { ShareButton } from './share-button.tsx';

export default function RunDetail({ id }: { id: string }) {
	const query = useQuery(runQuery(id));
	const run = query.data;
	const now = useNow();
	/** What happened to its mail if the customer answered too late, for example after another tab. */
	const [late, setLate] = useState<string | null>(null);
	if (run === undefined) {
		return (
			<div className="px-5 pb-5">
				<NotLoaded query={query} loading="h-40" title="This run could not be loaded.">
					It is recorded.
				</NotLoaded>
			</div>
		);
	}
	if (run === null) return <p className="px-5 pb-5 text-muted">This run is not kept any more.</p>;
	const remark = remarkOf(run, now);
	return (
		<div className="grid gap-6 border-t border-line px-5 py-5">
			{remark && (
				<p role="note" className={run._status === 'failed' ? 'text-loss' : 'text-muted'}>
					{remark}
				</p>
			)}
			{run._retries && (
				<p role="note" className="text-muted">
					The last try did not work. It is tried again by itself, and if that does not help, the run fails and
					costs nothing.
				</p>
			)}
			{run._waitsFor && (
				<p role="note" className="text-muted">
					Captures are judged one after the other. This one waits for{' '}
					<Link to={`/app/runs?run=${run._waitsFor}`} className={textLink}>
						an earlier run
					</Link>{' '}
					that did not work at first and is tried again by itself.
				</p>
			)}
			{late && run._status !== 'waiting' && <Alert tone="attention">{late}</Alert>}
			{run._status === 'waiting' ? <DraftReview run={run} onLate={setLate} /> : <UnsentWords run={run} />}
			<Trigger run={run} />
			<Decision run={run} />
			{run.action_fields.length > 0 && (
				<Part title="Fields">
					<FieldList values={run.action_fields} corrections={run.action_corrections} />
				</Part>
			)}
			{run._status !== 'waiting' && <Action run={run} />}
			{run.deliveries.length > 0 && (
				<Part title="Programs and phones">
					<Deliveries deliveries={run.deliveries} />
				</Part>
			)}
			<Facts run={run} />
			<div className="flex flex-wrap items-start gap-3">
				{isEnded(run) && <RunAgain id={run.id} />}
				<ShareButton shareable={{ kind: 'run', of: run }} />
			</div>
		</div>
	);
}

const isEnded = ({ _status }: Run) => !['queued', 'decided', 'waiting'].includes(_status);

function Captured({ run, path }: { run: Run; path: string }) {
	const id = run.trigger_captureId;
	const { data: capture } = useQuery({ ...captureQuery(id ?? ''), enabled: id !== null });
	const { action_boxes: boxes, action_zones: zones } = run;
	return (
		<div className="grid gap-2">
			<CaptureOf path={path} isBroken={isUnreadable(capture?.problem)} boxes={boxes} zones={zones} />
			<FrameStrip paths={run.trigger_frames} boxes={boxes} />
			{/* Why it was sent, if the camera said so. */}
			{capture?.reason && <p className="text-small text-muted">{REASON_TEXT[capture.reason]}.</p>}
		</div>
	);
}

function Trigger({ run }: { run: Run }) {
	const pictures = useInlinePictures(run.trigger_attachments);
	if (run._triggerType === 'capture') {
		return run.trigger_capture ? <Captured run={run} path={run.trigger_capture} /> : null;
	}
	if (run._triggerType === 'schedule') return null;
	return (
		<Part title="The mail">
			<Rows
				rows={[
					['From', run.trigger_from],
					['Subject', run.trigger_subject],
					['Checks', run.trigger_checks && checksInWords(run.trigger_checks)],
					['Not read', run.trigger_unread.join('; ')],
				]}
			/>
			{run.trigger_html ? (
				<MailFrame html={run.trigger_html} title="What the mail says" pictures={pictures} />
			) : (
				<p className="whitespace-pre-wrap wrap-anywhere">{run.trigger_text}</p>
			)}
			<FileLinks files={run.trigger_attachments} />
		</Part>
	);
}

function Decision({ run }: { run: Run }) {
	return (
		<Part title="The decision">
			<Rows
				rows={[
					['Prompt', run.action_prompt || "Can't find automation prompt"],
					...decisionRows(run),
					['First look', run.action_firstLook && firstLookWords(run.action_firstLook)],
				]}
			/>
			<NearExamples examples={run.action_examples} />
			<BeyondBuiltIn run={run} />
			<Marks run={run} />
		</Part>
	);
}

function Action({ run }: { run: Run }) {
	if (run._actionType === 'save') {
		const files = run.action_files.map((path) => ({ path, name: path.split('/').at(-1) ?? path }));
		if (run.action_files_deleted_at !== null) {
			return (
				<Part title="Saved">
					<p className="text-muted">
						You deleted its saved files on {dateOf(run.action_files_deleted_at * 1000)}.
					</p>
				</Part>
			);
		}
		return files.length > 0 ? (
			<Part title="Saved">
				<FileLinks files={files} />
				<Link to={`/app/files?run=${run.id}`} className={`${textLink} justify-self-start text-small`}>
					Show in Files
				</Link>
			</Part>
		) : null;
	}
	if (!run.action_email_subject && !run.action_email_html) return null;
	return (
		<Part title={run.action_sentTo ? 'The mail that was sent' : 'What it wrote'}>
			<Rows
				rows={[
					['To', run.action_sentTo],
					['Subject', run.action_email_subject],
					['Your answer', answerOf(run)],
				]}
			/>
			{run.action_email_html && <MailFrame html={run.action_email_html} title="What was written" />}
		</Part>
	);
}

/** The owner's answer, if the mail waited for approval. */
function answerOf({ action_approval, action_answered_at, action_edited }: Run): string | null {
	if (action_approval !== 'sent' || action_answered_at === null) return null;
	return `${action_edited ? 'Yes, with your changes' : 'Yes, as it was written'}, ${exactTime(action_answered_at)}`;
}

function Facts({ run }: { run: Run }) {
	const price = useSells() || run.credits > 0 ? counted(run.credits, 'credit') : null;
	const facts = [run.action_verdict && decidedBy(run.model, run.decide_ms), price];
	return <p className="text-small text-muted tabular-nums">{facts.filter(Boolean).join(' · ')}</p>;
}

const checksInWords = ({ spf, dkim, dmarc }: NonNullable<Run['trigger_checks']>) =>
	`SPF ${spf}, DKIM ${dkim}, DMARC ${dmarc}`;
