import type { DialogProps } from './dialog-window.tsx';
import { later } from './later.tsx';

/** A window over the page. It keeps the focus while it is open and gives it back when it closes. */
export const Dialog = later<DialogProps>(async () => (await import('./dialog-window.tsx')).DialogWindow);
