import type { TourName } from '@watchword/contract/constants';

/** What is said about tours on the window, so that no feature needs to know the one that shows them. */
const START = 'watchword:tour-start';
const COMPLETE = 'watchword:tour-complete';
const SKIP = 'watchword:tour-skip';

export const requestTour = (tour: TourName) => say(START, { tour });
export const tourCompleted = (tour: TourName) => say(COMPLETE, { tour });
/** `step` is the index of the step that was showing. */
export const tourSkipped = (tour: TourName, step: number) => say(SKIP, { tour, step });

/** Anyone can send an event, so the name is not taken for granted. */
export function onTourRequest(listener: (name: unknown) => void): () => void {
	const hear = (event: Event) => listener(event instanceof CustomEvent ? event.detail?.tour : undefined);
	window.addEventListener(START, hear);
	return () => window.removeEventListener(START, hear);
}

const say = (type: string, detail: { tour: TourName; step?: number }) =>
	void window.dispatchEvent(new CustomEvent(type, { detail }));
