import type { Shot } from './keep.ts';

export type WebcamProblem = 'blocked' | 'missing' | 'busy';

const LONGEST_SIDE = 1920;
const THUMB_SIDE = 320;

/** Torch is not yet part of the DOM's types. */
type Torch = { torch?: boolean };

/** False on a page that is not secure: there the browser has no camera to give. */
export const hasWebcams = () => navigator.mediaDevices?.getUserMedia !== undefined;

/** The camera chosen by hand, else the one that looks away from whoever holds the phone. */
export function openWebcam(deviceId: string | null): Promise<MediaStream> {
	const which = deviceId ? { deviceId: { exact: deviceId } } : { facingMode: { ideal: 'environment' } };
	const video = { ...which, width: { ideal: 1920 }, height: { ideal: 1440 } };
	return navigator.mediaDevices.getUserMedia({ audio: false, video }).catch((error: unknown) => {
		// A camera that was unplugged since it was chosen: any other is better than none.
		if (deviceId && problemOf(error) === 'missing') return openWebcam(null);
		throw error;
	});
}

export function problemOf(error: unknown): WebcamProblem {
	const name = error instanceof DOMException ? error.name : '';
	if (name === 'NotAllowedError' || name === 'SecurityError') return 'blocked';
	return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'busy';
}

export async function listWebcams(): Promise<string[]> {
	const devices = await navigator.mediaDevices.enumerateDevices();
	return devices
		.filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId)
		.map(({ deviceId }) => deviceId);
}

/** Whether it has a torch at all; most have none. */
export const hasTorch = (track: MediaStreamTrack) =>
	Boolean((track.getCapabilities?.() as Torch | undefined)?.torch);

export async function setTorch(track: MediaStreamTrack, torch: boolean): Promise<void> {
	const constraints: MediaTrackConstraintSet & Torch = { torch };
	// A picture without light is better than none.
	await track.applyConstraints({ advanced: [constraints] }).catch((error: unknown) => console.error(error));
}

type Source = HTMLVideoElement | ImageBitmap;

/** The picture and a small one of it, both JPEG, and with nothing in them but what is seen. */
export async function develop(source: Source): Promise<Pick<Shot, 'bytes' | 'thumb'>> {
	const [bytes, thumb] = await Promise.all([jpeg(source, LONGEST_SIDE, 0.85), jpeg(source, THUMB_SIDE, 0.7)]);
	return { bytes, thumb };
}

async function jpeg(source: Source, longest: number, quality: number): Promise<ArrayBuffer> {
	const width = 'videoWidth' in source ? source.videoWidth : source.width;
	const height = 'videoHeight' in source ? source.videoHeight : source.height;
	if (width === 0 || height === 0) throw new Error('the camera has no picture yet');
	const scale = Math.min(1, longest / Math.max(width, height));
	const canvas = document.createElement('canvas');
	canvas.width = Math.round(width * scale);
	canvas.height = Math.round(height * scale);
	canvas.getContext('2d')?.drawImage(source, 0, 0, canvas.width, canvas.height);
	const blob = await new Promise<Blob | null>((made) => canvas.toBlob(made, 'image/jpeg', quality));
	if (!blob) throw new Error('the picture could not be made');
	return blob.arrayBuffer();
}

/** `randomUUID` is not there on a page that is not secure. */
export function newShotId(): string {
	if (crypto.randomUUID) return crypto.randomUUID();
	return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
		byte.toString(16).padStart(2, '0'),
	).join('');
}
