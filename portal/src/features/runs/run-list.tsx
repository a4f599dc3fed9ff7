import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import type { RunSummary } from '@watchword/contract/run';
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { classes } from '../../ui/classes.ts';
import { InSteps } from '../../ui/in-steps.tsx';
import type { ScrollPosition } from './use-scroll-position.ts';

/** The estimated height of a closed card with its line of evidence; each is measured when shown. */
const CARD_PX = 112;
const GAP_PX = 12;
/** Where the list begins, until it is measured. */
const TOP_PX = 300;
/** This many cards are drawn at once; the others follow one by one. */
const FIRST = 2;
/** This many runs before the end, the next page is requested. */
const AHEAD = 15;
/** How long the cards take to make room for new ones. */
const ARRIVAL_MS = 450;

type Props = {
	runs: RunSummary[];
	open: ReadonlySet<string>;
	/** The runs that were added last. */
	arrived: ReadonlySet<string>;
	position: ScrollPosition | undefined;
	onLeave(position: Omit<ScrollPosition, 'open'>): void;
	onNearEnd(): void;
	children(run: RunSummary): ReactNode;
};

/** A virtual list of runs: only visible and open cards are in the page. */
export function RunList({ runs, open, arrived, position, onLeave, onNearEnd, children }: Props) {
	const list = useRef<HTMLUListElement>(null);
	const [top, setTop] = useState(TOP_PX);
	const isSettling = useIsSettling(arrived);
	const virtualizer = useWindowVirtualizer({
		count: runs.length,
		estimateSize: () => CARD_PX,
		gap: GAP_PX,
		// Otherwise the first render has no cards, and a second one must follow at once.
		initialRect: { width: window.innerWidth, height: window.innerHeight },
		overscan: 5,
		scrollMargin: top,
		getItemKey: (index) => runs[index]?.id ?? index,
		// Open cards stay mounted, so that their mail frames are not loaded again.
		rangeExtractor: (range) => {
			const opened = open.size > 0 ? runs.flatMap(({ id }, index) => (open.has(id) ? [index] : [])) : [];
			return [...new Set([...defaultRangeExtractor(range), ...opened])].sort((a, b) => a - b);
		},
		...(position && { initialMeasurementsCache: position.measured, initialOffset: position.offset }),
	});
	const shown = virtualizer.getVirtualItems();
	/** Scrolling and measuring render the list again, but not the cards. Whatever changes a card changes `children`. */
	// biome-ignore lint/correctness/useExhaustiveDependencies: it is emptied when they change.
	const cards = useMemo(() => new Map<string, ReactNode>(), [children, runs]);
	const cardOf = (run: RunSummary) => {
		const card = cards.get(run.id) ?? children(run);
		cards.set(run.id, card);
		return card;
	};

	// Content above the list may wrap or appear, so the top of the list is measured after every render.
	useLayoutEffect(() => {
		const element = list.current;
		if (element) setTop(Math.round(element.getBoundingClientRect().top + window.scrollY));
	});

	// Otherwise the sizes of runs that left the list would stay as long as the screen.
	useEffect(() => {
		const { itemSizeCache } = virtualizer;
		if (itemSizeCache.size <= 2 * runs.length) return;
		const ids = new Set<unknown>(runs.map(({ id }) => id));
		for (const key of itemSizeCache.keys()) if (!ids.has(key)) itemSizeCache.delete(key);
	}, [runs, virtualizer]);

	const leave = useEffectEvent(() =>
		onLeave({ offset: virtualizer.scrollOffset ?? 0, measured: virtualizer.takeSnapshot() }),
	);
	const arrive = useEffectEvent(() => {
		if (position) window.scrollTo(0, position.offset);
	});
	useLayoutEffect(() => {
		arrive();
		return () => leave();
	}, []);

	const last = shown.at(-1)?.index ?? 0;
	const nearEnd = useEffectEvent(onNearEnd);
	useEffect(() => {
		if (last >= runs.length - AHEAD) nearEnd();
	}, [last, runs.length]);

	return (
		<ul ref={list} className="relative" aria-label="Runs" style={{ height: virtualizer.getTotalSize() }}>
			<InSteps first={position ? shown.length : FIRST}>
				{shown.map(({ key, index, start }) => {
					const run = runs[index];
					return (
						run && (
							<li
								key={key}
								ref={virtualizer.measureElement}
								data-index={index}
								aria-setsize={-1}
								aria-posinset={index + 1}
								className={classes(
									'absolute inset-x-0 top-0',
									isSettling && 'transition-transform duration-450',
									isSettling && arrived.has(run.id) && 'animate-arrive',
								)}
								style={{ transform: `translateY(${start - top}px)` }}
							>
								{cardOf(run)}
							</li>
						)
					);
				})}
			</InSteps>
		</ul>
	);
}

/** True while cards make room for new ones. */
function useIsSettling(arrived: ReadonlySet<string>): boolean {
	const [settled, setSettled] = useState(arrived);
	useEffect(() => {
		const timer = setTimeout(() => setSettled(arrived), ARRIVAL_MS);
		return () => clearTimeout(timer);
	}, [arrived]);
	return settled !== arrived;
}
