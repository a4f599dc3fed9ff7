import { answerWithinMs } from '@watchword/contract/connection';
import type { CaptureAccepted, DeviceSettings, DeviceStatus } from '@watchword/contract/device';
import type { ErrorCode } from '@watchword/contract/errors';
import { type ApiError, call, readError } from '../../lib/api.ts';
import type { Shot } from './store.ts';

export type Outcome<T> =
	| { kind: 'accepted'; answer: T }
	/** The server will never take this picture. */
	| { kind: 'refused'; message: string }
	| { kind: 'key-refused' }
	/** No network, no server, or an overloaded one. The picture itself is fine. */
	| { kind: 'later'; retryAfterMs: number };

/** Only these say that the picture itself is wrong. Anything else may come from a proxy or a hotel's sign-in page. */
const HOPELESS: readonly ErrorCode[] = [
	'invalid-image',
	'invalid-argument',
	'payload-too-large',
	'unsupported-media-type',
];

export const claimCode = (code: string, desc: string) =>
	call('POST /api/devices/claim', { body: desc ? { code, desc } : { code } });

export const askSettings = (deviceKey: string) =>
	request<DeviceSettings>('/api/captures/settings', { headers: bearer(deviceKey) }, isSettings);

export function uploadCapture(
	deviceKey: string,
	{ id, capturedAt, reason, pictures }: Omit<Shot, 'thumb'>,
): Promise<Outcome<CaptureAccepted>> {
	const [first = new ArrayBuffer()] = pictures;
	// The browser sets the content type of a form itself, with its boundary.
	const isForm = pictures.length > 1;
	const headers = {
		...bearer(deviceKey),
		...(!isForm && { 'Content-Type': 'image/jpeg' }),
		...(reason && { 'X-Capture-Reason': reason }),
		'X-Capture-Id': id,
		'X-Captured-At': capturedAt,
	};
	return request<CaptureAccepted>(
		'/api/captures',
		{ method: 'POST', headers, body: isForm ? formOf(pictures) : first },
		(answer) => 'settings' in answer && isSettings(Object(answer.settings)),
		pictures.reduce((sum, { byteLength }) => sum + byteLength, 0),
	);
}

function formOf(pictures: ArrayBuffer[]): FormData {
	const form = new FormData();
	for (const [index, bytes] of pictures.entries())
		form.append('picture', new Blob([bytes], { type: 'image/jpeg' }), `${index + 1}.jpg`);
	return form;
}

/** Reports what is wrong with this camera, or that nothing is; returns its settings. */
export function reportStatus(deviceKey: string, problem: string | null): Promise<Outcome<DeviceSettings>> {
	const status: DeviceStatus = { connection: 'browser', problem };
	const headers = { ...bearer(deviceKey), 'Content-Type': 'application/json' };
	const init = { method: 'POST', headers, body: JSON.stringify(status) };
	return request<DeviceSettings>('/api/devices/status', init, isSettings);
}

async function request<T>(
	path: string,
	init: RequestInit,
	looksRight: (answer: object) => boolean,
	bytes = 0,
): Promise<Outcome<T>> {
	try {
		const signal = AbortSignal.timeout(answerWithinMs(bytes));
		// The key authenticates the camera. A session in the same browser must not be sent.
		const response = await fetch(path, { ...init, signal, credentials: 'omit', cache: 'no-store' });
		if (!response.ok) return verdict(await readError(response));
		const answer: unknown = await response.json();
		if (looksRight(Object(answer))) return { kind: 'accepted', answer: answer as T };
	} catch {
		// No answer, or one that is not ours.
	}
	return { kind: 'later', retryAfterMs: 0 };
}

function verdict({ code, message, retryAfter }: ApiError): Outcome<never> {
	if (code === 'unauthenticated') return { kind: 'key-refused' };
	if (HOPELESS.includes(code)) return { kind: 'refused', message };
	return { kind: 'later', retryAfterMs: (retryAfter ?? 0) * 1000 };
}

const bearer = (deviceKey: string) => ({ Authorization: `Bearer ${deviceKey}` });
const isSettings = (answer: object) => 'serverTime' in answer && 'capture_window_start' in answer;
