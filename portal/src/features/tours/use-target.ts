import { TOUR } from '@watchword/contract/constants';
import { useEffect, useEffectEvent, useState } from 'react';
import { type Box, inView } from './geometry.ts';
import { hasOpened, scrollToShow, shownElement, windowBox } from './page-parts.ts';
import type { Step } from './steps.ts';

export type Target = {
	element: HTMLElement;
	box: Box;
	/** It has opened a menu, which needs the space and the keys. */
	hasOpened: boolean;
};

/** How long a drawer or a screen takes to appear. The highlight stays where it was meanwhile. */
const GRACE_MS = 400;

/**
 * The target of the step, or null while it is not visible. It is measured in every frame, because a target may appear,
 * move, grow, be replaced or vanish without an event.
 */
export function useTarget({ selector, viewportID }: Step, onMissing: (selector: string) => void) {
	const [target, setTarget] = useState<Target | null>(null);
	const tellMissing = useEffectEvent(onMissing);

	useEffect(() => {
		if (selector === undefined) {
			setTarget(null);
			return;
		}
		const began = performance.now();
		let frame = 0;
		let wasFound = false;
		let isTold = false;
		let last: Target | null | undefined;

		function look(wanted: string) {
			const element = shownElement(wanted);
			if (element && !wasFound) scrollToShow(element, viewportID);
			wasFound ||= element !== null;
			const waited = performance.now() - began;
			if (!wasFound && !isTold && waited > TOUR.targetWithinMs) {
				isTold = true;
				tellMissing(wanted);
			}
			const now = element && measured(element);
			if (!same(last, now) && (now || waited > GRACE_MS)) {
				last = now;
				setTarget(now);
			}
			frame = requestAnimationFrame(() => look(wanted));
		}
		look(selector);
		return () => cancelAnimationFrame(frame);
	}, [selector, viewportID]);

	return target;
}

function measured(element: HTMLElement): Target | null {
	const { x, y, width, height } = element.getBoundingClientRect();
	const box = { x, y, width, height };
	return inView(box, windowBox(), 'some') ? { element, box, hasOpened: hasOpened(element) } : null;
}

const same = (a: Target | null | undefined, b: Target | null) =>
	a === b ||
	(a != null &&
		b !== null &&
		a.element === b.element &&
		a.hasOpened === b.hasOpened &&
		a.box.x === b.box.x &&
		a.box.y === b.box.y &&
		a.box.width === b.box.width &&
		a.box.height === b.box.height);
