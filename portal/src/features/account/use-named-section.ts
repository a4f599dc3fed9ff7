import { type RefObject, useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { placeOfReturn, whileGrowing } from '../../lib/place.ts';

/**
 * Brings the section that the address names to the top. What loads above it moves it away, so it is brought there again
 * until the customer does something. Who comes back, or loads the page again, stays where they were.
 */
export function useNamedSection(list: RefObject<HTMLElement | null>): void {
	const { hash, key } = useLocation();
	const arrival = useNavigationType();
	// biome-ignore lint/correctness/useExhaustiveDependencies: a link to the same section leads there again.
	useEffect(() => {
		const named = document.getElementById(hash.slice(1));
		if (!named || !list.current || placeOfReturn(arrival) !== null) return;
		return whileGrowing(list.current, () => named.scrollIntoView({ block: 'start' }));
	}, [hash, key, arrival]);
}
