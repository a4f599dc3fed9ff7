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

export interface Picture {
	bytes: Buffer;
	contentType: string;
	takenAt: Date;
	/** Its name for good: sent again, it is the same capture. */
	id: string;
	/** For the terminal. */
	shows: string;
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

export async function readSettings(url: string, key: string): Promise<DeviceSettings> {
	return deviceSettings.parse(await call(`${url}/api/captures/settings`, { headers: bearer(key) }));
}

export async function send(url: string, key: string, picture: Picture): Promise<DeviceSettings> {
	const answer = await call(`${url}/api/captures`, {
		method: 'POST',
		headers: {
			...bearer(key),
			'content-type': picture.contentType,
			'x-capture-id': picture.id,
			'x-captured-at': picture.takenAt.toISOString(),
		},
		body: new Uint8Array(picture.bytes),
	});
	return captureAccepted.parse(answer).settings;
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

async function call(address: string, init: RequestInit): Promise<unknown> {
	const response = await fetch(address, { ...init, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).catch(
		(error: unknown) => {
			throw new NotNow(`no answer from ${new URL(address).origin} (${reason(error)})`);
		},
	);
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
