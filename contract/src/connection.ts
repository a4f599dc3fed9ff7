/** How cameras reach us: names and limits. Without packages, so that the portal needs no schema library for them. */

/** How a device sends its pictures, if it or its owner has said so. */
export const CONNECTIONS = [
	'browser',
	'rtsp',
	'snapshot',
	'mjpeg',
	'webcam',
	'folder',
	'frigate',
	'mail',
	'program',
] as const;
export type Connection = (typeof CONNECTIONS)[number];

/** Devices the owner can add without a pairing code: they send mail, or a program sends with the key. */
export const ADDED_BY_OWNER = ['mail', 'program'] as const;

/** Why a picture was sent: its time had come, much had changed, it was mailed, or somebody pressed a button. */
export const CAPTURE_REASONS = ['interval', 'change', 'mail', 'button'] as const;
export type CaptureReason = (typeof CAPTURE_REASONS)[number];

/** The most pictures of one moment. */
export const MAX_BURST = 4;

/** For how long a camera waits for the answer to so many bytes. Over a slow line that several share, a picture gets 20 kB a second. */
export const answerWithinMs = (bytes: number) => 60_000 + Math.ceil(bytes / 20);

/** The maximum length of the one sentence in which a device reports a problem. */
export const DEVICE_PROBLEM_MAX_LENGTH = 200;
