import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Episode } from '@watchword/contract/episode';
import type { Run } from '@watchword/contract/run';
import { useState } from 'react';
import { Link } from 'react-router';
import { runQuery } from '../../lib/run-documents.ts';
import { useNow } from '../../lib/use-now.ts';
import { FrameStrip } from '../../product/frame-strip.tsx';
import { remarkOf } from '../../product/notification.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { textLink } from '../../ui/text-link.ts';
import { decisionRows, Rows } from './detail-parts.tsx';
import { FilmStrip } from './film-strip.tsx';
import { CaptureOf } from './run-files.tsx';
import { ShareButton } from './share-button.tsx';

type Props = { episode: Episode; isLinked: boolean };

/** One picture large with what was decided about it, at first the one that began the episode, and all of them as a film strip. */
export function EpisodeDetail({ episode, isLinked }: Props) {
	const [picked, pick] = useState<string | null>(null);
	const chosen = picked ?? episode.first_runId;
	const { data: run, isError } = useQuery({ ...runQuery(chosen), placeholderData: keepPreviousData });
	return (
		<div className="grid gap-4 border-t border-line px-5 py-5">
			{isError && !run ? (
				<p className="text-muted">This capture could not be loaded. It is recorded.</p>
			) : run === undefined ? (
				<Skeleton className="aspect-4/3 max-w-2xl rounded-card" />
			) : run?.trigger_capture ? (
				<CaptureOf path={run.trigger_capture} boxes={run.action_boxes} zones={run.action_zones} />
			) : (
				<p className="text-muted">This capture is not kept any more.</p>
			)}
			{/* Above the words, whose height differs, so that it keeps its place while one picture after the other is chosen. */}
			<FilmStrip episode={episode} chosen={chosen} onChoose={pick} />
			{run && <Judged run={run} />}
			<ShareButton shareable={{ kind: 'episode', of: episode }} />
			{isLinked && (
				<Link to={`/app/runs?episode=${episode.id}`} className={`justify-self-start text-small ${textLink}`}>
					Its runs, one by one
				</Link>
			)}
		</div>
	);
}

function Judged({ run }: { run: Run }) {
	const remark = remarkOf(run, useNow());
	return (
		<section aria-label="The chosen picture" aria-live="polite" className="grid gap-3">
			<FrameStrip paths={run.trigger_frames} boxes={run.action_boxes} />
			{remark && <p className={run._status === 'failed' ? 'text-loss' : 'text-muted'}>{remark}</p>}
			<Rows rows={decisionRows(run)} />
			<Link to={`/app/runs?run=${run.id}`} className={`justify-self-start text-small ${textLink}`}>
				Everything about this run
			</Link>
		</section>
	);
}
