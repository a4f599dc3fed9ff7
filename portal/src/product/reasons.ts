import type { CaptureReason } from '@watchword/contract/connection';

/** Why a capture was sent, for display next to its time. */
export const REASON_TEXT: Record<CaptureReason, string> = {
	interval: 'Sent because its time had come',
	change: 'Sent because the picture changed',
	mail: 'Came by mail',
	button: 'Taken by hand',
};
