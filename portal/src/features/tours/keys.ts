import type { Step } from './steps.ts';

type Pressed = Pick<KeyboardEvent, 'key' | 'repeat' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;
type Meaning = 'next' | 'back' | 'skip';

const MEANINGS: Record<string, Meaning> = { ArrowRight: 'next', ArrowLeft: 'back', Escape: 'skip' };

/** Controls that use keys themselves: text, number and time fields, choices and lists. */
const FIELDS =
	'input, select, textarea, [contenteditable]:not([contenteditable=false]), [role=combobox], [role=listbox], [role=menu], [role=slider]';

export const isInField = (element: Element) => element.closest(FIELDS) !== null;

/** What a key means for the tour, if anything. A repeated key counts once. */
export function meaningOf(pressed: Pressed, step: Step, isTyping: boolean): Meaning | null {
	const { altKey, ctrlKey, metaKey, shiftKey } = pressed;
	if (isTyping || step.blockKeyboardControl || pressed.repeat) return null;
	if (altKey || ctrlKey || metaKey || shiftKey) return null;
	return MEANINGS[pressed.key] ?? null;
}

export const SCROLL_KEYS: ReadonlySet<string> = new Set([
	'ArrowUp',
	'ArrowDown',
	'PageUp',
	'PageDown',
	'Home',
	'End',
	' ',
]);
