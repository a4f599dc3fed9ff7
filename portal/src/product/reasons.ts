import type { CaptureReason } from '@watchword/contract/connection';

/** Why there is a capture, for display next to its time. */
export const REASON_TEXT: Record<CaptureReason, string> = {
	interval: 'Picture taken on schedule',
	change: 'Picture taken because something changed',
	mail: 'Picture came by mail',
	button: 'Picture taken by hand',
};
