import { TOUR, type TourName } from '@watchword/contract/constants';
import { useIsPresent, useReducedMotion } from 'motion/react';
import * as m from 'motion/react-m';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { tourCompleted, tourSkipped } from '../../lib/tour-events.ts';
import { classes } from '../../ui/classes.ts';
import { Card } from './card.tsx';
import { grown } from './geometry.ts';
import { isInSidebar } from './page-parts.ts';
import { Spotlight } from './spotlight.tsx';
import { stepsOf } from './steps.ts';
import { useCardPlace } from './use-card-place.ts';
import { useTarget } from './use-target.ts';
import { useTourFocus } from './use-tour-focus.ts';
import { useWalk } from './use-walk.ts';

export type TourProps = {
	name: TourName;
	/** The customer's automations, oldest first. */
	automations: readonly string[];
	/** Opens or closes the sidebar if it is a drawer. */
	showSidebar: (shown: boolean) => void;
	onClose: () => void;
};

const AT_ONCE = { duration: 0 };

/** One tour, from its first step to its end. While it fades out after closing, it does nothing. */
export function Tour({ name, automations, showSidebar, onClose }: TourProps) {
	const isOpen = useIsPresent();
	const card = useRef<HTMLDivElement>(null);
	const [frame, setFrame] = useState<HTMLElement | null>(null);
	const steps = useMemo(() => stepsOf(name, automations), [name, automations]);
	const isTold = useRef(false);

	function tellMissing(selector: string) {
		if (!isTold.current) console.warn(`The tour ${name} found nothing to point at: ${selector}`);
		isTold.current = true;
	}
	function close() {
		showSidebar(false);
		onClose();
	}
	function finish() {
		close();
		tourCompleted(name);
	}
	function skip() {
		close();
		tourSkipped(name, current);
	}

	const walk = useWalk({ steps, isOpen, onFinish: finish, onMissing: tellMissing });
	const { current, next, back } = walk;
	const step = steps[current];
	if (!step) throw new Error(`the tour ${name} has no step ${current}`);
	const { selector, side, isUsable = false } = step;

	const target = useTarget(step, tellMissing);
	const padding = step.pointerPadding ?? TOUR.spotlightPadding;
	const lit = useMemo(() => target && grown(target.box, padding), [target, padding]);
	const place = useCardPlace(frame, lit, side);
	const isAside = isUsable && target?.hasOpened;
	const on = { next, back, skip };
	useTourFocus({ isOpen, step, card, current, usable: isUsable ? (target?.element ?? null) : null, on });

	useEffect(() => {
		if (isOpen) showSidebar(isInSidebar(selector));
	}, [isOpen, selector, showSidebar]);

	const onPop = useEffectEvent(close);
	useEffect(() => {
		if (!isOpen) return;
		const leave = () => onPop();
		window.addEventListener('popstate', leave);
		return () => window.removeEventListener('popstate', leave);
	}, [isOpen]);

	const isStill = useReducedMotion() ?? false;
	const isTravelling = useTravel(current) && !isStill;
	const transition = isTravelling ? TOUR.cardTransition : AT_ONCE;
	const fade = { duration: isStill ? 0 : TOUR.overlayFadeSeconds };

	return (
		<m.div
			className={classes('pointer-events-none fixed inset-0 z-40', isAside && 'invisible')}
			inert={!isOpen}
			initial={{ opacity: 0 }}
			animate={{ opacity: 1 }}
			exit={{ opacity: 0 }}
			transition={fade}
		>
			<Spotlight
				box={lit}
				radius={step.pointerRadius ?? TOUR.spotlightRadius}
				isOpening={isUsable}
				transition={transition}
			/>
			<m.div
				ref={setFrame}
				className="pointer-events-auto absolute top-0 left-0"
				initial={false}
				animate={place}
				transition={transition}
			>
				<Card ref={card} step={step} total={steps.length} on={on} {...walk} />
			</m.div>
		</m.div>
	);
}

/** True while card and highlight move to a new step. After that they follow their target without animation. */
function useTravel(current: number): boolean {
	const [arrived, setArrived] = useState(current);
	useEffect(() => {
		const timer = setTimeout(() => setArrived(current), TOUR.cardTransition.duration * 1000);
		return () => clearTimeout(timer);
	}, [current]);
	return arrived !== current;
}
