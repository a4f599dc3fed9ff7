import { autoUpdate, offset, shift, useFloating } from '@floating-ui/react';
import { TOUR } from '@watchword/contract/constants';
import { useEffect } from 'react';
import { type Box, type Side, sideFor } from './geometry.ts';
import { windowBox } from './page-parts.ts';

const EDGE = 12;

/** The position of the card: beside the target on a side with room, or in the middle without a target. */
export function useCardPlace(card: HTMLElement | null, lit: Box | null, wanted: Side = 'bottom') {
	const isLit = lit !== null;
	const { refs, x, y } = useFloating({
		strategy: 'fixed',
		transform: false,
		placement: lit ? sideFor(wanted, lit, windowBox()) : 'bottom',
		// Floating UI compares functions by their source only, so their dependencies are listed beside them.
		middleware: [
			offset(({ rects }) => (isLit ? TOUR.cardGap : -rects.floating.height / 2), [isLit]),
			shift({ padding: EDGE, crossAxis: true }),
		],
		elements: { floating: card },
		whileElementsMounted: autoUpdate,
	});

	useEffect(() => {
		refs.setPositionReference({
			getBoundingClientRect: () => {
				if (lit) return new DOMRect(lit.x, lit.y, lit.width, lit.height);
				const { width, height } = windowBox();
				return new DOMRect(width / 2, height / 2, 0, 0);
			},
		});
	}, [refs, lit]);

	return { x, y };
}
