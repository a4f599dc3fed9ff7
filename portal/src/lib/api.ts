import type { ErrorCode } from '@watchword/contract/errors';

/** A request that did not succeed. A request that got no answer at all has the code `unavailable`. */
export class ApiError extends Error {
	readonly code: ErrorCode;
	readonly status: number;
	/** Seconds to wait before trying again, where the server named them. */
	readonly retryAfter: number | null;

	constructor(code: ErrorCode, message: string, status = 0, retryAfter: number | null = null) {
		super(message);
		this.name = 'ApiError';
		this.code = code;
		this.status = status;
		this.retryAfter = retryAfter;
	}
}

/**
 * Answers are trusted to have the contract's shape: the server checks them against the same schemas, and
 * checking again here would put the schema library into the first script.
 */
export const api = {
	get: <T>(path: string, signal?: AbortSignal) => request<T>('GET', path, undefined, signal),
	post: <T = Record<string, never>>(path: string, body: unknown = {}, signal?: AbortSignal) =>
		request<T>('POST', path, body, signal),
	put: <T>(path: string, body: unknown) => request<T>('PUT', path, body),
	delete: <T = Record<string, never>>(path: string) => request<T>('DELETE', path),
};

async function request<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
	const headers: Record<string, string> = { Accept: 'application/json' };
	if (body !== undefined) headers['Content-Type'] = 'application/json';
	let response: Response;
	try {
		response = await fetch(path, {
			method,
			headers,
			body: body === undefined ? null : JSON.stringify(body),
			signal: signal ?? null,
			credentials: 'same-origin',
		});
	} catch (cause) {
		if (signal?.aborted) throw cause;
		throw new ApiError('unavailable', 'No answer from the server.');
	}
	if (!response.ok) throw await readError(response);
	try {
		return (await response.json()) as T;
	} catch {
		throw new ApiError('internal', 'The answer could not be read.', response.status);
	}
}

/** A proxy in between may answer with a page of its own, so the body is not taken for granted. */
export async function readError(response: Response): Promise<ApiError> {
	const seconds = Number.parseInt(response.headers.get('Retry-After') ?? '', 10);
	const retryAfter = Number.isNaN(seconds) ? null : seconds;
	const body: unknown = await response.json().catch(() => null);
	if (isRecord(body) && isRecord(body.error) && typeof body.error.code === 'string') {
		const message = typeof body.error.message === 'string' ? body.error.message : '';
		return new ApiError(body.error.code as ErrorCode, message, response.status, retryAfter);
	}
	const code = response.status >= 502 && response.status <= 504 ? 'unavailable' : 'internal';
	return new ApiError(code, 'The answer could not be read.', response.status, retryAfter);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null;
