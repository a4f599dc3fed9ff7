import { CHANGE_GRID } from '@watchword/contract/change';
import type { Shot } from './store.ts';

export type WebcamProblem = 'blocked' | 'missing' | 'busy';

const LONGEST_SIDE = 1920;
const THUMB_SIDE = 320;

/** Torch is not yet part of the DOM's types. */
type Torch = { torch?: boolean };

/** False on an insecure page, where browsers give no access to cameras. */
export const hasWebcams = () => navigator.mediaDevices?.getUserMedia !== undefined;

/** The camera that was chosen by hand, otherwise the rear camera. */
export function openWebcam(deviceId: string | null): Promise<MediaStream> {
	const which = deviceId ? { deviceId: { exact: deviceId } } : { facingMode: { ideal: 'environment' } };
	const video = { ...which, width: { ideal: 1920 }, height: { ideal: 1440 } };
	return navigator.mediaDevices.getUserMedia({ audio: false, video }).catch((error: unknown) => {
		// The chosen camera was unplugged. Use any other.
		if (deviceId && problemOf(error) === 'missing') return openWebcam(null);
		throw error;
	});
}

export function problemOf(error: unknown): WebcamProblem {
	// Outside Chromium, an OverconstrainedError is neither a DOMException nor an Error.
	const name = typeof error === 'object' && error !== null && 'name' in error ? error.name : '';
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

/** Between two pictures of one moment. */
const BURST_MS = 1000;

/** The pictures of a moment and a thumbnail of the first, all JPEG without metadata. */
export async function develop(source: Source, burst = 1): Promise<Pick<Shot, 'pictures' | 'thumb'>> {
	const picture = () => jpeg(source, LONGEST_SIDE, 0.85);
	const [first, thumb] = await Promise.all([picture(), jpeg(source, THUMB_SIDE, 0.7)]);
	const pictures = [first];
	while (pictures.length < burst) {
		await new Promise((moved) => setTimeout(moved, BURST_MS));
		pictures.push(await picture());
	}
	return { pictures, thumb };
}

/** The brightness of what the camera sees on a coarse grid; null while there is no picture. */
export function brightnessOf(video: HTMLVideoElement): Float32Array | null {
	if (video.videoWidth === 0) return null;
	const { width, height } = CHANGE_GRID;
	const canvas = document.createElement('canvas');
	canvas.width = width;
	canvas.height = height;
	const drawing = canvas.getContext('2d', { willReadFrequently: true });
	if (!drawing) return null;
	drawing.drawImage(video, 0, 0, width, height);
	const { data } = drawing.getImageData(0, 0, width, height);
	return Float32Array.from({ length: width * height }, (_, cell) => {
		const [red = 0, green = 0, blue = 0] = data.subarray(cell * 4, cell * 4 + 3);
		return 0.299 * red + 0.587 * green + 0.114 * blue;
	});
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

/** `randomUUID` is missing on insecure pages. */
export function newShotId(): string {
	if (crypto.randomUUID) return crypto.randomUUID();
	return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
		byte.toString(16).padStart(2, '0'),
	).join('');
}
