import { useQuery } from '@tanstack/react-query';
import type { Episode } from '@watchword/contract/episode';
import { Link } from 'react-router';
import { runQuery } from '../../lib/documents.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { textLink } from '../../ui/text-link.ts';
import { FilmStrip } from './film-strip.tsx';
import { CaptureOf } from './run-files.tsx';
import { ShareButton } from './share-button.tsx';

type Props = { episode: Episode; isLinked: boolean };

/** The first picture large, and all of them as a film strip. */
export function EpisodeDetail({ episode, isLinked }: Props) {
	const { data: first } = useQuery(runQuery(episode.first_runId));
	return (
		<div className="grid gap-4 border-t border-line px-5 py-5">
			{first === undefined ? (
				<Skeleton className="aspect-4/3 max-w-2xl rounded-card" />
			) : first?.trigger_capture ? (
				<CaptureOf path={first.trigger_capture} boxes={first.action_boxes} zones={first.action_zones} />
			) : (
				<p className="text-muted">The first capture is not kept any more.</p>
			)}
			<FilmStrip episode={episode} />
			<ShareButton shareable={{ kind: 'episode', of: episode }} />
			{isLinked && (
				<Link to={`/app/runs?episode=${episode.id}`} className={`justify-self-start text-small ${textLink}`}>
					Its runs, one by one
				</Link>
			)}
		</div>
	);
}
