import { type RefObject, useEffect } from 'react';
import { useLocation } from 'react-router';

const HANDS_ON = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/**
 * Brings the section that the address names to the top. What loads above it moves it away, so it is brought there again
 * until the customer does something.
 */
export function useNamedSection(list: RefObject<HTMLElement | null>): void {
	const { hash, key } = useLocation();
	// biome-ignore lint/correctness/useExhaustiveDependencies: a link to the same section leads there again.
	useEffect(() => {
		const named = document.getElementById(hash.slice(1));
		if (!named || !list.current) return;
		// It is told once at the start, too.
		const observer = new ResizeObserver(() => named.scrollIntoView({ block: 'start' }));
		observer.observe(list.current);
		const stop = () => observer.disconnect();
		for (const event of HANDS_ON) addEventListener(event, stop, { once: true, passive: true });
		return () => {
			stop();
			for (const event of HANDS_ON) removeEventListener(event, stop);
		};
	}, [hash, key]);
}
