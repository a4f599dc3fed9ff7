import { TOUR } from '@watchword/contract/constants';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { appears, shownElement } from './page-parts.ts';
import type { Step } from './steps.ts';

type Walk = {
	steps: Step[];
	/** False as soon as the tour closes. Steps that are still loading are then dropped. */
	isOpen: boolean;
	onFinish: () => void;
	onMissing: (selector: string) => void;
};

const USES = ['click', 'input', 'keydown'];

/** The current step, and how to go to the next and the previous one. A step may open a route first. */
export function useWalk({ steps, isOpen, onFinish, onMissing }: Walk) {
	const navigate = useNavigate();
	const [current, setCurrent] = useState(0);
	const [heading, setHeading] = useState<'next' | 'back' | null>(null);
	/** The target of the current step was not found. */
	const [isLost, setLost] = useState(false);
	const way = useRef<AbortController>(null);

	useEffect(() => {
		if (!isOpen) way.current?.abort();
		return () => way.current?.abort();
	}, [isOpen]);

	async function go(direction: 'next' | 'back', route: string | undefined) {
		const to = current + (direction === 'next' ? 1 : -1);
		const selector = steps[to]?.selector;
		if (heading || !isOpen || !steps[to]) return;
		setLost(false);
		if (route === undefined) {
			setCurrent(to);
			return;
		}
		way.current = new AbortController();
		const { signal } = way.current;
		setHeading(direction);
		if (window.location.pathname !== route) void navigate(route);
		const isThere = selector === undefined || (await appears(selector, signal, TOUR.targetWithinMs));
		if (signal.aborted) return;
		setHeading(null);
		if (isThere) setCurrent(to);
		else {
			setLost(true);
			onMissing(selector ?? '');
		}
	}

	const isLast = current === steps.length - 1;
	const next = () => (isLast ? onFinish() : void go('next', steps[current]?.nextRoute));
	const back = () => void go('back', steps[current]?.prevRoute);

	// Using the target may show the next step's target. That counts as Next; a screen that is still being drawn does not.
	const usable = steps[current]?.isUsable ? steps[current]?.selector : undefined;
	const ahead = steps[current + 1]?.selector;
	useEffect(() => {
		if (!isOpen || usable === undefined || ahead === undefined || shownElement(ahead)) return;
		const watch = new AbortController();
		let isUsed = false;
		const note = ({ target }: Event) => {
			isUsed ||= target instanceof Node && shownElement(usable)?.contains(target) === true;
		};
		for (const type of USES) document.addEventListener(type, note, { capture: true, signal: watch.signal });
		void appears(ahead, watch.signal, Number.POSITIVE_INFINITY).then((isThere) => {
			if (isThere && isUsed) setCurrent(current + 1);
		});
		return () => watch.abort();
	}, [isOpen, usable, ahead, current]);

	return { current, isLast, heading, isLost, next, back };
}
