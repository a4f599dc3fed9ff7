import type { NavigationType } from 'react-router';

const KEY = 'watchword:places';
const MAX = 50;
const HANDS_ON = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/** How far each entry of this tab's history was scrolled. */
let places = new Map<string, number>();
/** The entry that this page was loaded for, and its scroll position; null if it is a new visit. */
let loaded: { entry: string; place: number | null } | null = null;
/** The entry that the reader scrolls. None while its screen is still on its way, or is being brought to its place. */
let scrolled: string | null = null;

const entry = () => {
	const { pathname, hash } = window.location;
	const state = window.history.state as { key?: string } | null;
	return `${state?.key ?? 'first'} ${pathname}${hash}`;
};

/**
 * Remembers the scroll position of each entry of the history. The browser does that too, but tries only once, when a screen
 * that is drawn in steps, or waits for its documents, does not have its height yet.
 */
export function rememberPlaces(): void {
	const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
	try {
		places = new Map(JSON.parse(sessionStorage.getItem(KEY) ?? '[]'));
	} catch {
		// Without storage, the positions are only lost at a reload.
	}
	loaded = { entry: entry(), place: arrival?.type === 'navigate' ? null : (places.get(entry()) ?? null) };
	window.history.scrollRestoration = 'manual';
	// Runs before the router: an entry that a link within a page created has no key yet.
	addEventListener('popstate', () => {
		if (window.history.state === null) window.history.replaceState({ key: newName() }, '');
	});
	addEventListener('scroll', remember, { passive: true });
	addEventListener('pagehide', () => {
		try {
			sessionStorage.setItem(KEY, JSON.stringify([...places]));
		} catch {}
	});
}

const newName = () => Math.random().toString(36).slice(2);

function remember(): void {
	const at = entry();
	// The address changes before the screen does: what moves in between is no place that the reader chose.
	if (at !== scrolled) return;
	places.delete(at);
	places.set(at, window.scrollY);
	const [oldest] = places.keys();
	if (places.size > MAX && oldest) places.delete(oldest);
}

/** The scroll position after going back to an entry of the history or reloading it; otherwise null. */
export function placeOfReturn(arrival: `${NavigationType}`): number | null {
	const at = entry();
	if (loaded?.entry !== at) loaded = null;
	if (arrival !== 'POP') return null;
	return loaded ? loaded.place : (places.get(at) ?? null);
}

/**
 * Remembers the place in an entry from now on. Who comes back to one is brought to where they were, again while the page
 * grows, until they do something.
 */
export function arrive(arrival: `${NavigationType}`): (() => void) | undefined {
	const at = entry();
	const place = placeOfReturn(arrival);
	scrolled = place === null ? at : null;
	remember();
	if (place === null) return;
	// Also after the place was reached: what loads above it later would move it away.
	return whileGrowing(
		document.body,
		() => window.scrollTo(0, place),
		() => {
			scrolled = at;
		},
	);
}

/** Does something now, and again whenever the element changes its size, until the reader does something. */
export function whileGrowing(element: Element, act: () => void, onStop?: () => void): () => void {
	// It is told once at the start, too.
	const observer = new ResizeObserver(act);
	observer.observe(element);
	const stop = () => {
		observer.disconnect();
		for (const event of HANDS_ON) removeEventListener(event, stop);
		onStop?.();
	};
	for (const event of HANDS_ON) addEventListener(event, stop, { passive: true });
	return stop;
}
