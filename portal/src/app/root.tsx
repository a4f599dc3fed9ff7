import { useEffect, useRef } from 'react';
import { Outlet, useLocation, useNavigationType } from 'react-router';
import { arrive, placeOfReturn } from '../lib/place.ts';

/** On every navigation the view starts at the top or at the named part, and the new screen's heading is read out. */
export function Root() {
	const { pathname, hash, key } = useLocation();
	const arrival = useNavigationType();
	const seen = useRef(pathname);

	useEffect(() => {
		// The first page begins where the browser shows it.
		if (seen.current === pathname) return;
		seen.current = pathname;
		if (placeOfReturn(arrival) === null) {
			window.scrollTo(0, 0);
			document.getElementById(hash.slice(1))?.scrollIntoView();
		}
		// The last heading is the innermost one: that of an opened item, not that of its list.
		const headings = document.querySelectorAll<HTMLElement>('[data-page-heading]');
		headings[headings.length - 1]?.focus({ preventScroll: true });
	}, [pathname, hash, arrival]);

	// biome-ignore lint/correctness/useExhaustiveDependencies: every entry of the history has a place of its own.
	useEffect(() => arrive(arrival), [key, arrival]);

	return <Outlet />;
}
