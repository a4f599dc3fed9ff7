import type { TourName } from '@watchword/contract/constants';

/** Window events about tours, so that other features need not import the tours feature. */
const START = 'watchword:tour-start';
const COMPLETE = 'watchword:tour-complete';
const SKIP = 'watchword:tour-skip';

export const requestTour = (tour: TourName) => say(START, { tour });
export const tourCompleted = (tour: TourName) => say(COMPLETE, { tour });
/** `step` is the index of the step that was showing. */
export const tourSkipped = (tour: TourName, step: number) => say(SKIP, { tour, step });

/** Any script can send the event, so the name is checked. */
export function onTourRequest(listener: (name: unknown) => void): () => void {
	const hear = (event: Event) => listener(event instanceof CustomEvent ? event.detail?.tour : undefined);
	window.addEventListener(START, hear);
	return () => window.removeEventListener(START, hear);
}

const say = (type: string, detail: { tour: TourName; step?: number }) =>
	void window.dispatchEvent(new CustomEvent(type, { detail }));
