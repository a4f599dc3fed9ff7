import { useInfiniteQuery } from '@tanstack/react-query';
import type { Capture, Device } from '@watchword/contract/device';
import { PICTURE_PROBLEM_TEXT } from '@watchword/contract/picture-problem';
import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { capturesQuery } from '../../lib/documents.ts';
import { useNow } from '../../lib/use-now.ts';
import { BoxedPicture } from '../../product/boxed-picture.tsx';
import { FrameStrip } from '../../product/frame-strip.tsx';
import { REASON_TEXT } from '../../product/reasons.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { CaptureStrip } from './capture-strip.tsx';
import { nameOf } from './messages.ts';
import { Picture } from './picture.tsx';
import { useLoadedImage } from './use-loaded-image.ts';
import { exactly, When } from './when.tsx';

/** This many captures before the oldest loaded one, the next page is requested. */
const NEAR = 5;

type Props = { device: Device; open: boolean; onClose: () => void };

export function CapturesDialog({ device, open, onClose }: Props) {
	const query = useInfiniteQuery({ ...capturesQuery(device.id), enabled: open });
	const captures = query.data?.pages.flatMap((page) => page.items);
	const [chosen, setChosen] = useState<string | null>(null);
	// New captures come in at the front, so the chosen one is tracked by its id.
	const found = captures?.findIndex(({ id }) => id === chosen) ?? -1;
	const at = Math.max(0, found);
	const capture = captures?.[at];
	const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
	const wantsMore = open && captures !== undefined && at >= captures.length - NEAR;

	useEffect(() => {
		if (wantsMore && hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
	}, [wantsMore, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);

	const go = (by: number) => {
		const next = captures?.[at + by];
		if (next) setChosen(next.id);
	};
	function onKeyDown({ key }: KeyboardEvent) {
		if (key === 'ArrowLeft') go(-1);
		if (key === 'ArrowRight') go(1);
	}

	return (
		<Dialog
			open={open}
			onClose={onClose}
			size="wide"
			title={`Recent captures of ${nameOf(device)}`}
			onKeyDown={onKeyDown}
		>
			{captures && capture ? (
				<div className="grid gap-4">
					<Viewer
						// Keyed by capture, so that the previous picture is not mistaken for this one while it loads.
						key={capture.id}
						capture={capture}
						zones={device.zones}
						newer={at > 0 ? () => go(-1) : undefined}
						older={at < captures.length - 1 ? () => go(1) : undefined}
					/>
					<CaptureStrip
						captures={captures}
						current={capture.id}
						onChoose={setChosen}
						more={
							hasNextPage
								? { load: () => void fetchNextPage(), loading: query.isFetchingNextPage }
								: undefined
						}
					/>
				</div>
			) : !captures ? (
				<NotLoaded
					query={query}
					loading="aspect-4/3 max-h-[60dvh] w-full"
					title="The captures could not be loaded."
				>
					They are kept, and new ones keep coming in.
				</NotLoaded>
			) : (
				<p className="py-10 text-center text-muted">This device has not captured anything yet.</p>
			)}
		</Dialog>
	);
}

type ViewerProps = {
	capture: Capture;
	zones: Device['zones'];
	newer: (() => void) | undefined;
	older: (() => void) | undefined;
};

function Viewer({ capture, zones, newer, older }: ViewerProps) {
	const now = useNow();
	const image = useLoadedImage(capture.image_path);
	const { image_path: path, problem } = capture;
	const words = problem && PICTURE_PROBLEM_TEXT[problem];
	const alt = `Captured ${exactly(capture.captured_at)}`;
	const waiting = path === null && problem === null ? 'This picture is being prepared.' : null;
	return (
		<figure className="grid gap-3">
			<div className="relative aspect-4/3 max-h-[60dvh] w-full overflow-hidden rounded-control bg-sunken">
				{image.current && zones.length > 0 ? (
					<BoxedPicture url={image.current.url} alt={alt} boxes={[]} zones={zones} />
				) : (
					<Picture
						image={image}
						path={path}
						instead={waiting ?? (path === null ? words : null)}
						alt={alt}
						cut={false}
					/>
				)}
				<Turn label="Newer" icon={ChevronLeft} side="left-2" onClick={newer} />
				<Turn label="Older" icon={ChevronRight} side="right-2" onClick={older} />
			</div>
			<figcaption
				aria-live="polite"
				className="flex flex-wrap items-baseline justify-between gap-x-4 text-small"
			>
				<span className="font-medium">
					<When iso={capture.captured_at} now={now} />
				</span>
				<span className="text-muted tabular-nums">{exactly(capture.captured_at)}</span>
				{capture.reason && <span className="basis-full text-muted">{REASON_TEXT[capture.reason]}</span>}
				{path !== null && words && <span className="basis-full text-attention">{words}</span>}
			</figcaption>
			<FrameStrip paths={capture.frames} />
		</figure>
	);
}

type TurnProps = { label: string; icon: LucideIcon; side: string; onClick: (() => void) | undefined };

const Turn = ({ label, icon: Icon, side, onClick }: TurnProps) => (
	<button
		type="button"
		aria-label={label}
		// Not `disabled`, because the button would lose the focus, and the arrow keys would stop working.
		aria-disabled={!onClick}
		onClick={onClick}
		className={`absolute top-1/2 ${side} grid size-10 -translate-y-1/2 place-items-center rounded-full bg-surface shadow-card transition-opacity hover:bg-sunken aria-disabled:opacity-40`}
	>
		<Icon aria-hidden className="size-5" strokeWidth={1.75} />
	</button>
);
