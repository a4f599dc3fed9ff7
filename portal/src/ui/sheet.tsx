import { later } from './later.tsx';
import type { SheetProps } from './sheet-window.tsx';

/** A part of the screen that is pulled up over it from the bottom, and pushed down again. */
export const Sheet = later<SheetProps>(async () => (await import('./sheet-window.tsx')).SheetWindow);
