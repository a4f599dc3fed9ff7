import { type RefObject, useEffect, useRef } from 'react';
import { isInField, meaningOf, SCROLL_KEYS } from './keys.ts';
import { hasOpened, tabStops } from './page-parts.ts';
import type { Step } from './steps.ts';

type Keeper = {
	isOpen: boolean;
	step: Step;
	card: RefObject<HTMLDivElement | null>;
	/** What may be used beside the card. */
	usable: HTMLElement | null;
	current: number;
	on: Record<'next' | 'back' | 'skip', () => void>;
};

/**
 * Keeps the focus on the card and on what the step lets one use, gives it back at the end, and turns keys into steps.
 * Dialogs of the page are drawn outside its root: they lie over the tour and keep their own house. For a menu of what
 * it points at the tour stands aside.
 */
export function useKeeper({ isOpen, card, current, ...rest }: Keeper) {
	const latest = useRef(rest);
	latest.current = rest;

	useEffect(() => {
		if (!isOpen) return;
		const within = (node: Node) =>
			card.current?.contains(node) || latest.current.usable?.contains(node) || isOver(node);

		const isOver = (node: Node) => {
			const { usable } = latest.current;
			return (usable && hasOpened(usable)) || isOutside(node);
		};

		function onFocus({ target }: FocusEvent) {
			if (target instanceof Element && (isHeading(target) || !within(target))) enter(card.current);
		}
		function onKey(event: KeyboardEvent) {
			const { target } = event;
			if (!(target instanceof Element) || isOver(target)) return;
			const { step, usable, on } = latest.current;
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
				// The drawer under the tour listens for Escape too.
				event.stopPropagation();
				on[meaning]();
			}
			const isUsed = usable?.contains(target) || (event.key === ' ' && target.matches('button'));
			if (meaning || (SCROLL_KEYS.has(event.key) && !isUsed)) event.preventDefault();
		}
		document.addEventListener('focusin', onFocus);
		document.addEventListener('keydown', onKey, true);
		return () => {
			document.removeEventListener('focusin', onFocus);
			document.removeEventListener('keydown', onKey, true);
		};
	}, [isOpen, card]);

	// After the listeners, so that they are gone when the focus leaves the card for good.
	useEffect(() => {
		if (!isOpen) return;
		const before = document.activeElement;
		return () => giveBack(before);
	}, [isOpen]);

	// biome-ignore lint/correctness/useExhaustiveDependencies: a new step is a new place to begin at.
	useEffect(() => {
		if (!isOpen) return;
		const begin = () => {
			const at = document.activeElement;
			if (!at || at === document.body || isHeading(at) || !card.current?.contains(at)) enter(card.current);
		};
		begin();
		// A card that stood aside for a menu cannot take the focus before it is back.
		const frame = requestAnimationFrame(() => requestAnimationFrame(begin));
		return () => cancelAnimationFrame(frame);
	}, [isOpen, current, card]);
}

/** A heading gets the focus when a screen is entered, never from someone who uses it. */
const isHeading = (element: Element) => element.matches('[data-page-heading]');

const isOutside = (node: Node) => node !== document.body && !document.getElementById('root')?.contains(node);

const enter = (card: HTMLElement | null) =>
	(card?.querySelector<HTMLElement>('[data-primary]') ?? card)?.focus({ preventScroll: true });

/** To where it was; where that is gone, to the heading of the screen the tour ended on. */
function giveBack(before: Element | null) {
	const isThere = before instanceof HTMLElement && before !== document.body && before.checkVisibility();
	const headings = document.querySelectorAll<HTMLElement>('[data-page-heading]');
	const place = isThere ? before : headings[headings.length - 1];
	place?.focus({ preventScroll: true });
}
