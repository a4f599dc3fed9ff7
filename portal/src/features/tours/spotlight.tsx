import type { Transition } from 'motion/react';
import * as m from 'motion/react-m';
import { useEffect, useRef } from 'react';
import type { Box } from './geometry.ts';
import { windowBox } from './page-parts.ts';

type Props = {
	/** The highlighted area, or null if everything is dimmed. */
	box: Box | null;
	radius: number;
	/** Clicks reach the highlighted area. */
	isOpening: boolean;
	transition: Transition;
};

/** The dimmed overlay with a highlighted area. */
export function Spotlight({ box, radius, isOpening, transition }: Props) {
	const cover = useRef<HTMLDivElement>(null);

	useEffect(() => {
		const element = cover.current;
		// React adds passive listeners for these events, which cannot prevent scrolling.
		const stop = (event: Event) => event.preventDefault();
		element?.addEventListener('wheel', stop, { passive: false });
		element?.addEventListener('touchmove', stop, { passive: false });
		return () => {
			element?.removeEventListener('wheel', stop);
			element?.removeEventListener('touchmove', stop);
		};
	}, []);

	const { width, height } = windowBox();
	const lit = box ?? { x: width / 2, y: height / 2, width: 0, height: 0 };
	return (
		<>
			<m.div
				aria-hidden
				className="pointer-events-none absolute top-0 left-0"
				// One large shadow dims everything around the highlighted area, in any window size.
				style={{
					boxShadow: `0 0 0 2px ${box ? 'var(--color-accent)' : 'transparent'}, 0 0 0 300vmax var(--color-scrim)`,
				}}
				initial={false}
				animate={{ ...lit, borderRadius: radius }}
				transition={transition}
			/>
			<div
				ref={cover}
				aria-hidden
				className="pointer-events-auto absolute inset-0"
				// A press on the overlay must not move the focus out of the card.
				onMouseDown={(event) => event.preventDefault()}
				style={box && isOpening ? { clipPath: around(box) } : undefined}
			/>
		</>
	);
}

const around = ({ x, y, width, height }: Box) =>
	`path(evenodd, "M0 0H99999V99999H0ZM${x} ${y}h${width}v${height}h${-width}Z")`;
