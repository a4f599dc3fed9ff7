import { useInfiniteQuery } from '@tanstack/react-query';
import type { Episode } from '@watchword/contract/episode';
import type { RunSummary } from '@watchword/contract/run';
import { Mail } from 'lucide-react';
import { useState } from 'react';
import { runsQuery } from '../../lib/run-documents.ts';
import { clockWithSeconds } from '../../lib/time.ts';
import { useNow } from '../../lib/use-now.ts';
import { CaptureThumb } from '../../product/capture-thumb.tsx';
import { toldInWords, wasTold } from '../../product/outcome.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

/** As many pictures as can be seen at a glance. */
const AT_FIRST = 12;

type Props = {
	episode: Episode;
	/** The run whose picture is shown large. */
	chosen: string;
	onChoose: (runId: string) => void;
};

/** The pictures of an episode from the first to the last. One of them is shown large. */
export function FilmStrip({ episode, chosen, onChoose }: Props) {
	const [isWhole, setWhole] = useState(false);
	const query = useInfiniteQuery(runsQuery({ episode: episode.id, order: 'oldest' }));
	if (query.isError && !query.data) {
		return <p className="text-muted">The other pictures could not be loaded. They are recorded.</p>;
	}
	if (!query.data) return <Skeleton className="h-29" />;
	const runs = query.data.pages.flatMap(({ items }) => items);
	const shown = isWhole ? runs : runs.slice(0, AT_FIRST);
	const hasMore = runs.length > AT_FIRST || query.hasNextPage;
	return (
		<div className="grid justify-items-start gap-3">
			<ol
				aria-label="Pictures of this episode"
				// Room for the focus ring around a picture.
				className={classes('-m-1 flex max-w-full gap-2 p-1', isWhole ? 'flex-wrap' : 'overflow-x-auto')}
			>
				{shown.map((run) => (
					<li key={run.id}>
						<Frame run={run} isChosen={run.id === chosen} onChoose={() => onChoose(run.id)} />
					</li>
				))}
			</ol>
			{hasMore && (
				<div className="flex flex-wrap gap-3">
					{isWhole && query.hasNextPage && (
						<Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
							Show more
						</Button>
					)}
					<Button onClick={() => setWhole(!isWhole)}>
						{isWhole ? `Show the first ${AT_FIRST}` : `Show all ${episode.captures.toLocaleString()}`}
					</Button>
				</div>
			)}
		</div>
	);
}

type FrameProps = { run: RunSummary; isChosen: boolean; onChoose: () => void };

function Frame({ run, isChosen, onChoose }: FrameProps) {
	const time = run._timestamp === null ? 'No timestamp available' : clockWithSeconds(run._timestamp * 1000);
	const now = useNow();
	const told = wasTold(run) ? toldInWords(run, now) : null;
	return (
		<button
			type="button"
			aria-pressed={isChosen}
			onClick={onChoose}
			className={classes(
				'grid justify-items-start gap-1 rounded-control text-small tabular-nums',
				isChosen ? 'font-medium text-accent' : 'text-muted hover:text-ink',
			)}
		>
			<span className={classes('relative rounded-control', isChosen && 'outline-2 outline-accent')}>
				<CaptureThumb captureId={run.trigger_captureId} alt="" className="w-28" />
				{told && (
					<span
						title={told}
						className="absolute top-1 right-1 grid size-6 place-items-center rounded-full bg-accent text-on-accent"
					>
						<Mail aria-hidden className="size-3.5" />
					</span>
				)}
			</span>
			<span>
				{time}
				{told && <span className="sr-only">, {told}</span>}
			</span>
		</button>
	);
}
