import {
	type Claimed,
	captureAccepted,
	claimed,
	type DeviceSettings,
	deviceSettings,
} from '@watchword/contract/device';
import { errorBody } from '@watchword/contract/errors';
import { Problem } from './problem.ts';

/** The server does not answer, or says that it cannot now: worth trying again. */
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
	/** Its name for good: sent again, it is the same capture. */
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
	/** Nobody knows it of the pictures that another program took. */
	reason?: 'interval' | 'change' | undefined;
	shots: { bytes: Buffer; contentType: string }[];
}

/** What the bridge says of a camera. */
export interface DeviceState {
	connection: string;
	problem: string | null;
}

const ANSWER_WITHIN_MS = 30_000;

export async function claim(url: string, code: string, desc: string): Promise<Claimed> {
	const answer = await call(`${url}/api/devices/claim`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ code, desc }),
	});
	return claimed.parse(answer);
}

export async function fetchDeviceSettings(url: string, key: string): Promise<DeviceSettings> {
	return deviceSettings.parse(await call(`${url}/api/captures/settings`, { headers: bearer(key) }));
}

/** Tells the portal how a camera is, and learns its settings. */
export async function reportState(
	url: string,
	key: string,
	state: DeviceState,
	signal: AbortSignal,
): Promise<DeviceSettings> {
	const answer = await call(
		`${url}/api/devices/status`,
		{
			method: 'POST',
			headers: { ...bearer(key), 'content-type': 'application/json' },
			body: JSON.stringify(state),
		},
		signal,
	);
	return deviceSettings.parse(answer);
}

export async function send(url: string, key: string, picture: Picture): Promise<DeviceSettings> {
	const answer = await call(`${url}/api/captures`, {
		method: 'POST',
		headers: {
			...bearer(key),
			'content-type': picture.contentType,
			...named(picture),
		},
		body: new Uint8Array(picture.bytes),
	});
	return captureAccepted.parse(answer).settings;
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
	const answer = await call(
		`${url}/api/captures`,
		further.length > 0
			? { method: 'POST', headers, body: form }
			: {
					method: 'POST',
					headers: { ...headers, 'content-type': first.contentType },
					body: new Uint8Array(first.bytes),
				},
		signal,
	);
	return captureAccepted.parse(answer);
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const named = ({ id, takenAt }: Capture) => ({
	'x-capture-id': id,
	'x-captured-at': takenAt.toISOString(),
});

async function call(address: string, init: RequestInit, stop?: AbortSignal): Promise<unknown> {
	const timeout = AbortSignal.timeout(ANSWER_WITHIN_MS);
	const signal = stop ? AbortSignal.any([stop, timeout]) : timeout;
	const response = await fetch(address, { ...init, signal }).catch((error: unknown) => {
		if (stop?.aborted) throw error;
		throw new NotNow(`no answer from ${new URL(address).origin} (${reason(error)})`);
	});
	const body: unknown = await response.json().catch(() => null);
	if (response.ok && body !== null) return body;
	const refusal = errorBody.safeParse(body).data?.error;
	const passing = response.status >= 500 || response.status === 408 || response.status === 429;
	if (passing || !refusal) {
		throw new NotNow(
			refusal?.message ?? `${new URL(address).origin} answered ${response.status}, and not as Watchword`,
		);
	}
	throw new Refused(refusal.code, refusal.message);
}

/** Under `fetch failed` lies what failed. */
function reason(error: unknown): string {
	for (let cause = error; cause instanceof Error; cause = cause.cause) {
		if ('code' in cause && typeof cause.code === 'string') return cause.code;
		if (cause.name === 'TimeoutError') return 'it took too long';
	}
	return error instanceof Error ? error.message : String(error);
}
