import { answerWithinMs } from '@watchword/contract/connection';
import { CAPTURE_MAX_BYTES } from '@watchword/contract/constants';
import {
	type Claimed,
	captureAccepted,
	claimed,
	type DeviceSettings,
	deviceSettings,
} from '@watchword/contract/device';
import { errorBody } from '@watchword/contract/errors';
import type { z } from 'zod';
import { Problem } from './problem.ts';

/** The server does not answer, or cannot right now: worth trying again. */
export class NotNow extends Error {}

/** The server refuses, and will refuse again; the message says why. */
export class Refused extends Problem {
	readonly code: string;

	constructor(code: string, message: string) {
		super(message);
		this.code = code;
	}
}

interface Capture {
	takenAt: Date;
	/** The permanent name: sent again, it is the same capture. */
	id: string;
}

export interface Picture extends Capture {
	bytes: Buffer;
	contentType: string;
	/** For the terminal. */
	shows: string;
}

/** Pictures of one moment, and why they were taken. */
export interface Moment extends Capture {
	/** Unknown for pictures that another program took. */
	reason?: 'interval' | 'change' | undefined;
	shots: { bytes: Buffer; contentType: string }[];
}

/** What the bridge reports about a camera. */
export interface DeviceState {
	connection: string;
	problem: string | null;
}

/** For a 413 from a proxy, which has no error body of ours. */
const TOO_LARGE = { code: 'payload-too-large', message: 'It is too large for the proxy of the portal.' };

export async function claim(url: string, code: string, desc: string): Promise<Claimed> {
	return call(claimed, `${url}/api/devices/claim`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ code, desc }),
	});
}

export async function fetchDeviceSettings(url: string, key: string): Promise<DeviceSettings> {
	return call(deviceSettings, `${url}/api/captures/settings`, { headers: bearer(key) });
}

/** Reports a camera's state to the portal and returns its settings. */
export async function reportState(
	url: string,
	key: string,
	state: DeviceState,
	signal: AbortSignal,
): Promise<DeviceSettings> {
	return call(
		deviceSettings,
		`${url}/api/devices/status`,
		{
			method: 'POST',
			headers: { ...bearer(key), 'content-type': 'application/json' },
			body: JSON.stringify(state),
		},
		{ stop: signal },
	);
}

export async function send(url: string, key: string, picture: Picture): Promise<DeviceSettings> {
	const { settings } = await call(
		captureAccepted,
		`${url}/api/captures`,
		{
			method: 'POST',
			headers: {
				...bearer(key),
				'content-type': picture.contentType,
				...named(picture),
			},
			body: new Uint8Array(picture.bytes),
		},
		{ bytes: picture.bytes.length },
	);
	return settings;
}

/** Sends the pictures of a moment as one capture. */
export async function sendMoment(url: string, key: string, moment: Moment, signal: AbortSignal) {
	const [first, ...further] = moment.shots;
	if (!first) throw new Error('a moment without a picture');
	const headers = {
		...bearer(key),
		...named(moment),
		...(moment.reason && { 'x-capture-reason': moment.reason }),
	};
	const form = new FormData();
	for (const [index, { bytes, contentType }] of moment.shots.entries()) {
		const file = new Blob([new Uint8Array(bytes)], { type: contentType });
		form.append('picture', file, `${index + 1}.${contentType.split('/')[1]}`);
	}
	return call(
		captureAccepted,
		`${url}/api/captures`,
		further.length > 0
			? { method: 'POST', headers, body: form }
			: {
					method: 'POST',
					headers: { ...headers, 'content-type': first.contentType },
					body: new Uint8Array(first.bytes),
				},
		{ stop: signal, bytes: moment.shots.reduce((sum, { bytes }) => sum + bytes.length, 0) },
	);
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const named = ({ id, takenAt }: Capture) => ({
	'x-capture-id': id,
	'x-captured-at': takenAt.toISOString(),
});

async function call<T>(
	schema: z.ZodType<T>,
	address: string,
	init: RequestInit,
	{ stop, bytes = 0 }: { stop?: AbortSignal; bytes?: number } = {},
): Promise<T> {
	const { origin, pathname } = new URL(address);
	const timeout = AbortSignal.timeout(answerWithinMs(bytes));
	const signal = stop ? AbortSignal.any([stop, timeout]) : timeout;
	// If redirects to another origin were followed, the request would lose its key, and a pairing code would be wasted.
	const response = await fetch(address, { ...init, redirect: 'manual', signal }).catch((error: unknown) => {
		if (stop?.aborted) throw error;
		throw new NotNow(`no answer from ${origin} (${reason(error)})`);
	});
	const body: unknown = await response.json().catch(() => null);
	const isRedirect = response.status >= 300 && response.status < 400;
	const moved = isRedirect && URL.parse(response.headers.get('location') ?? '/', address);
	// A captive portal that wants a login redirects to another path.
	if (moved && moved.pathname === pathname) {
		throw new Problem(`The portal is at ${moved.origin} now: name that address in \`server\` or --url.`);
	}
	const answer = response.ok ? schema.safeParse(body) : null;
	if (answer?.success) return answer.data;
	const refusal = errorBody.safeParse(body).data?.error ?? (response.status === 413 ? TOO_LARGE : null);
	const passing = response.status >= 500 || response.status === 408 || response.status === 429;
	if (passing || !refusal) {
		throw new NotNow(refusal?.message ?? `${origin} answered ${response.status}, but not like Watchword`);
	}
	throw new Refused(refusal.code, refusal.message);
}

/** The cause below `fetch failed`. */
function reason(error: unknown): string {
	for (let cause = error; cause instanceof Error; cause = cause.cause) {
		if ('code' in cause && typeof cause.code === 'string') return cause.code;
		if (cause.name === 'TimeoutError') return 'it took too long';
	}
	return error instanceof Error ? error.message : String(error);
}

/** Leaves out further pictures of a moment if all together are too large for one request. */
export function withinBounds(shots: Moment['shots']): Moment['shots'] {
	let room = CAPTURE_MAX_BYTES - 64 * 1024;
	return shots.filter(({ bytes }, index) => {
		if (index > 0 && bytes.length > room) return false;
		room -= bytes.length;
		return true;
	});
}
