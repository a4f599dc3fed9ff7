import { type RefObject, useEffect, useEffectEvent } from 'react';
import { isInField, meaningOf, SCROLL_KEYS } from './keys.ts';
import { hasOpened, tabStops } from './page-parts.ts';
import type { Step } from './steps.ts';

type Props = {
	isOpen: boolean;
	step: Step;
	card: RefObject<HTMLDivElement | null>;
	/** What can be used besides the card. */
	usable: HTMLElement | null;
	current: number;
	on: Record<'next' | 'back' | 'skip', () => void>;
};

/**
 * Keeps the focus on the card and on the usable target, restores it at the end, and turns keys into steps. Dialogs of
 * the page are rendered outside its root: they are above the tour and manage their own focus. The tour hides while a
 * menu of its target is open.
 */
export function useTourFocus({ isOpen, step, card, usable, current, on }: Props) {
	const isOver = (node: Node) => (usable && hasOpened(usable)) || isOutside(node);
	const within = (node: Node) => card.current?.contains(node) || usable?.contains(node) || isOver(node);
	const isAtHome = useEffectEvent((at: Element | null) => at && !isHeading(at) && within(at));

	const onFocus = useEffectEvent(({ target }: FocusEvent) => {
		if (target instanceof Element && (isHeading(target) || !within(target))) enter(card.current);
	});
	const onKey = useEffectEvent((event: KeyboardEvent) => {
		const { target } = event;
		if (!(target instanceof Element) || isOver(target)) return;
		if (event.key === 'Tab') {
			event.preventDefault();
			const stops = [card.current, usable].flatMap((part) => (part ? tabStops(part) : []));
			const at = stops.indexOf(target as HTMLElement);
			const to = event.shiftKey ? (at < 0 ? -1 : at - 1) : at + 1;
			stops.at(to % stops.length)?.focus();
			return;
		}
		const meaning = meaningOf(event, step, isInField(target));
		if (meaning) {
			// The drawer below the tour also listens for Escape.
			event.stopPropagation();
			on[meaning]();
		}
		const isUsed = usable?.contains(target) || (event.key === ' ' && target.matches('button'));
		if (meaning || (SCROLL_KEYS.has(event.key) && !isUsed)) event.preventDefault();
	});

	useEffect(() => {
		if (!isOpen) return;
		const focus = (event: FocusEvent) => onFocus(event);
		const key = (event: KeyboardEvent) => onKey(event);
		document.addEventListener('focusin', focus);
		document.addEventListener('keydown', key, true);
		return () => {
			document.removeEventListener('focusin', focus);
			document.removeEventListener('keydown', key, true);
		};
	}, [isOpen]);

	// Runs after the listeners are removed, so that they do not pull the focus back to the card.
	useEffect(() => {
		if (!isOpen) return;
		const before = document.activeElement;
		return () => restoreFocus(before);
	}, [isOpen]);

	// biome-ignore lint/correctness/useExhaustiveDependencies: a new step is a new place to begin at.
	useEffect(() => {
		if (!isOpen) return;
		if (!card.current?.contains(document.activeElement)) enter(card.current);
		// A card that was hidden for a menu can take the focus only when it is visible again. What was reached meanwhile keeps it.
		const again = () => {
			if (!isAtHome(document.activeElement)) enter(card.current);
		};
		let frame = requestAnimationFrame(() => {
			frame = requestAnimationFrame(again);
		});
		return () => cancelAnimationFrame(frame);
	}, [isOpen, current, card]);
}

/** A heading gets the focus from navigation only, never from the customer. */
const isHeading = (element: Element) => element.matches('[data-page-heading]');

const isOutside = (node: Node) => node !== document.body && !document.getElementById('root')?.contains(node);

const enter = (card: HTMLElement | null) =>
	(card?.querySelector<HTMLElement>('[data-primary]') ?? card)?.focus({ preventScroll: true });

/** Restores the focus. If its element is gone, the heading of the current screen gets it. */
function restoreFocus(before: Element | null) {
	const isThere = before instanceof HTMLElement && before !== document.body && before.checkVisibility();
	const headings = document.querySelectorAll<HTMLElement>('[data-page-heading]');
	const place = isThere ? before : headings[headings.length - 1];
	place?.focus({ preventScroll: true });
}
