import { useLayoutEffect, useState } from 'react';
import { type Box, placeFor, type Side } from './geometry.ts';
import { windowBox } from './page-parts.ts';

/** The position of the card. It follows the sizes of card and window. */
export function useCardPlace(card: HTMLElement | null, lit: Box | null, wanted: Side = 'bottom') {
	const [{ size, view }, setSizes] = useState({ size: { width: 0, height: 0 }, view: windowBox() });
	useLayoutEffect(() => {
		if (!card) return;
		const measure = () =>
			setSizes({ size: { width: card.offsetWidth, height: card.offsetHeight }, view: windowBox() });
		const observer = new ResizeObserver(measure);
		observer.observe(card);
		window.addEventListener('resize', measure);
		measure();
		return () => {
			observer.disconnect();
			window.removeEventListener('resize', measure);
		};
	}, [card]);
	return placeFor(size, lit, wanted, view);
}
