/** How cameras reach us: names and limits. Free of packages, so that the portal carries no schema library for them. */

/** How a device sends its pictures, as far as it or its owner has said so. */
export const CONNECTIONS = [
	'browser',
	'rtsp',
	'snapshot',
	'mjpeg',
	'webcam',
	'folder',
	'mail',
	'program',
] as const;
export type Connection = (typeof CONNECTIONS)[number];

/** What the owner can add without a camera that redeems a code: it mails, or a program sends with the key. */
export const ADDED_BY_OWNER = ['mail', 'program'] as const;

/** Why a picture was sent: its time had come, much had changed, it was mailed, or somebody pressed a button. */
export const CAPTURE_REASONS = ['interval', 'change', 'mail', 'button'] as const;
export type CaptureReason = (typeof CAPTURE_REASONS)[number];

/** The most pictures of one moment. */
export const MOST_BURST = 4;

/** What is wrong with a camera, in one sentence that a device may report of itself. */
export const DEVICE_PROBLEM_MAX_LENGTH = 200;
