import { type Box, scrollFor } from './geometry.ts';

/** The first visible element that matches a selector. */
export function shownElement(selector: string): HTMLElement | null {
	for (const element of document.querySelectorAll<HTMLElement>(selector)) {
		if (element.checkVisibility({ visibilityProperty: true })) return element;
	}
	return null;
}

/** True as soon as it is visible, false when the time is up or the wait was cancelled. */
export function appears(selector: string, signal: AbortSignal, withinMs: number): Promise<boolean> {
	const until = performance.now() + withinMs;
	return new Promise((resolve) => {
		const look = () => {
			if (signal.aborted || performance.now() > until) resolve(false);
			else if (shownElement(selector)) resolve(true);
			else requestAnimationFrame(look);
		};
		look();
	});
}

/** Whether a menu or a list that belongs to it is open. */
export function hasOpened(element: HTMLElement): boolean {
	const open = '[aria-haspopup][aria-expanded=true]';
	return element.matches(open) || element.querySelector(open) !== null;
}

export const isInSidebar = (selector: string | undefined) =>
	selector !== undefined && document.querySelector(selector)?.closest('#sidebar') != null;

export const windowBox = (): Box => ({
	...{ x: 0, y: 0 },
	// Without the scrollbar.
	width: document.documentElement.clientWidth,
	height: window.innerHeight,
});

export function scrollToShow(element: HTMLElement, viewportID: string | undefined) {
	const viewport = viewportID === undefined ? null : document.getElementById(viewportID);
	const by = scrollFor(element.getBoundingClientRect(), viewport?.getBoundingClientRect() ?? clearOfBar());
	if (by !== 0) (viewport ?? window).scrollBy({ top: by, behavior: 'instant' });
}

/** The visible area below the bar at the top. */
function clearOfBar(): Box {
	const bar = document.querySelector('[data-top-bar]')?.getBoundingClientRect().bottom ?? 0;
	const box = windowBox();
	return { ...box, y: bar, height: box.height - bar };
}

/** The tab stops inside an element, in order. A radio group has one: its chosen button. */
export function tabStops(element: HTMLElement): HTMLElement[] {
	const all = element.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex]');
	return [element, ...all].filter(
		(stop) =>
			stop.tabIndex >= 0 &&
			!stop.matches(':disabled, input[type=radio]:not(:checked)') &&
			stop.checkVisibility({ visibilityProperty: true }),
	);
}
