import { autoUpdate, offset, shift, useFloating } from '@floating-ui/react';
import { TOUR } from '@watchword/contract/constants';
import { useEffect } from 'react';
import { type Box, type Side, sideFor } from './geometry.ts';
import { windowBox } from './page-parts.ts';

const EDGE = 12;

/** Where the card stands: beside what is lit, on the side with room, or in the middle where nothing is. */
export function useCardPlace(card: HTMLElement | null, lit: Box | null, wanted: Side = 'bottom') {
	const isLit = lit !== null;
	const { refs, x, y } = useFloating({
		strategy: 'fixed',
		transform: false,
		placement: lit ? sideFor(wanted, lit, windowBox()) : 'bottom',
		// Floating UI tells functions apart by their source alone; what they depend on is named beside them.
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
