import type { ErrorCode } from '@watchword/contract/errors';
import type { AnswerOf, RequestOf, Route } from '@watchword/contract/route';
import type { Api } from '@watchword/contract/routes/all';

/** A request that did not succeed. A request that got no answer at all has the code `unavailable`. */
export class ApiError extends Error {
	readonly code: ErrorCode;
	readonly status: number;
	/** Seconds to wait before a retry, if the server named them. */
	readonly retryAfter: number | null;

	constructor(code: ErrorCode, message: string, status = 0, retryAfter: number | null = null) {
		super(message);
		this.name = 'ApiError';
		this.code = code;
		this.status = status;
		this.retryAfter = retryAfter;
	}
}

type Call<R extends Route> = RequestOf<R> & { signal?: AbortSignal };
type Arguments<R extends Route> = Record<never, never> extends Call<R> ? [Call<R>?] : [Call<R>];

interface AnyRequest {
	params?: Record<string, string>;
	query?: Record<string, unknown>;
	body?: unknown;
	signal?: AbortSignal;
}

/**
 * Calls a route by its name, such as `GET /api/runs/{id}`, with the types of its description in the contract. The descriptions
 * are used as types only, so that the schema library is not in the first script; the server's tests check every answer
 * against them.
 */
export async function call<N extends keyof Api>(
	name: N,
	...given: Arguments<Api[N]>
): Promise<AnswerOf<Api[N]>> {
	const { params = {}, query = {}, body, signal }: AnyRequest = given[0] ?? {};
	const [method = '', template = ''] = name.split(' ');
	const path = template.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? ''));
	const asked = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
	const search = new URLSearchParams(asked.map(([key, value]) => [key, String(value)]));
	const sent = body === undefined && method === 'POST' ? {} : body;
	const send = () =>
		request<AnswerOf<Api[N]>>(method, search.size > 0 ? `${path}?${search}` : path, sent, signal);
	try {
		return await send();
	} catch (error) {
		if (!isUnconfirmed(error) || !(await confirmIdentity())) throw error;
		return send();
	}
}

/** Waits for a deletion. If it is already gone, for example through another tab, that counts as success. */
export async function gone(deletion: Promise<unknown>): Promise<void> {
	await deletion.catch((error) => {
		if (!(error instanceof ApiError) || error.code !== 'not-found') throw error;
	});
}

/** The server wants the customer to confirm who they are. After the dialog, it means that they cancelled. */
export const isUnconfirmed = (error: unknown) =>
	error instanceof ApiError && error.code === 'auth/requires-recent-login';

type Question = () => Promise<boolean>;
let ask: Question = async () => false;
let asked: Promise<boolean> | null = null;

/** Sets how the customer is asked for the password again: true once it was entered, false if cancelled. */
export function confirmBy(question: Question): void {
	ask = question;
}

/** Calls that need it at the same time share one answer. */
function confirmIdentity(): Promise<boolean> {
	asked ??= ask().finally(() => {
		asked = null;
	});
	return asked;
}

let onSignedOut = () => {};

/** Sets what happens when a request is refused because nobody is signed in. */
export function whenSignedOut(react: () => void): void {
	onSignedOut = react;
}

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
	if (!response.ok) {
		const error = await readError(response);
		if (error.code === 'unauthenticated') onSignedOut();
		throw error;
	}
	try {
		return (await response.json()) as T;
	} catch {
		throw new ApiError('internal', 'The answer could not be read.', response.status);
	}
}

/** A proxy may answer with its own page, so the body is checked. */
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
