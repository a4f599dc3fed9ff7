import type { ConfirmProps } from './confirm-window.tsx';
import { later } from './later.tsx';

/** Asks for confirmation before something is lost. */
export const Confirm = later<ConfirmProps>(async () => (await import('./confirm-window.tsx')).ConfirmWindow);
