import type { CaptureAccepted, DeviceSettings } from '@watchword/contract/device';
import type { ErrorCode } from '@watchword/contract/errors';
import { type ApiError, api, readError } from '../../lib/api.ts';
import type { Pairing } from './keep.ts';

export type Outcome<T> =
	| { kind: 'accepted'; answer: T }
	/** The server will never take this picture. */
	| { kind: 'refused'; message: string }
	| { kind: 'key-refused' }
	/** No network, no server, or one that has no time: the picture is good. */
	| { kind: 'later'; retryAfterMs: number };

/** Only these say that the picture itself is wrong. Anything else may come from a proxy or a hotel's sign-in page. */
const HOPELESS: readonly ErrorCode[] = [
	'invalid-image',
	'invalid-argument',
	'payload-too-large',
	'unsupported-media-type',
];
const ANSWER_WITHIN_MS = 60_000;

export const claimCode = (code: string, desc: string) =>
	api.post<Pairing>('/api/devices/claim', desc ? { code, desc } : { code });

export const askSettings = (deviceKey: string) =>
	call<DeviceSettings>('/api/captures/settings', { headers: bearer(deviceKey) }, isSettings);

export function uploadCapture(
	deviceKey: string,
	capture: { id: string; capturedAt: string; bytes: ArrayBuffer },
): Promise<Outcome<CaptureAccepted>> {
	const headers = {
		...bearer(deviceKey),
		'Content-Type': 'image/jpeg',
		'X-Capture-Id': capture.id,
		'X-Captured-At': capture.capturedAt,
	};
	return call<CaptureAccepted>(
		'/api/captures',
		{ method: 'POST', headers, body: capture.bytes },
		(answer) => 'settings' in answer && isSettings(Object(answer.settings)),
	);
}

async function call<T>(
	path: string,
	init: RequestInit,
	looksRight: (answer: object) => boolean,
): Promise<Outcome<T>> {
	try {
		const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
		// The key speaks for the camera; a session that happens to be in this browser has nothing to do with it.
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
