import { type RefObject, useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { placeOfReturn, whileGrowing } from '../../lib/place.ts';

/**
 * Scrolls the section that the address names to the top. Content that loads above moves it away, so this is repeated until the
 * customer does something. After going back or a reload, the scroll position stays.
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
