import { useEffect, useRef } from 'react';
import { Outlet, useLocation, useNavigationType } from 'react-router';

/** What every navigation does: the view starts at the top or at the part that is named, and the new screen's heading is read out. */
export function Root() {
	const { pathname, hash } = useLocation();
	const arrival = useNavigationType();
	const seen = useRef(pathname);

	useEffect(() => {
		// The browser itself handles the first page, and restores the scroll position on back and forward.
		if (seen.current === pathname) return;
		seen.current = pathname;
		if (arrival !== 'POP') {
			window.scrollTo(0, 0);
			document.getElementById(hash.slice(1))?.scrollIntoView();
		}
		// The last heading is the innermost one: that of an opened item, not that of its list.
		const headings = document.querySelectorAll<HTMLElement>('[data-page-heading]');
		headings[headings.length - 1]?.focus({ preventScroll: true });
	}, [pathname, hash, arrival]);

	return <Outlet />;
}
