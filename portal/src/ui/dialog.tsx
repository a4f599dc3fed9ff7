import type { DialogProps } from './dialog-window.tsx';
import { later } from './later.tsx';

/** A window over the page. It traps the focus while it is open and restores it when it closes. */
export const Dialog = later<DialogProps>(async () => (await import('./dialog-window.tsx')).DialogWindow);
