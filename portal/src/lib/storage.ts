import { STORAGE_MAX_BACKOFF_MS, STORAGE_OPERATION_RETRY_MS } from '@watchword/contract/constants';
import { type Attempt, type Clock, realClock, retrying } from './backoff.ts';
import { errorOf, expectRange, StorageError } from './storage-errors.ts';
import { addressOf, parseLocation } from './storage-location.ts';
import { type ObjectMetadata, readMetadata } from './storage-metadata.ts';

const APP_ID = 'watchword-portal';
const CLIENT_VERSION = 'watchword/1';
/** Names the app; the server does not check it, because everything needs a session or a token. */
const APP_CHECK = 'watchword-portal';

interface Options {
	/** The default bucket. */
	bucket: string;
	/** Where the service is; by default the portal's own origin. */
	host?: string;
	/** A session token. The portal needs none: its cookie goes with every request. */
	token?: () => string | null | Promise<string | null>;
	/** A token of an app-check service; by default the app's own name. */
	appCheckToken?: () => string | null | Promise<string | null>;
	/** How long one operation may be retried. */
	operationRetryMs?: number;
	clock?: Clock;
}

/** A client of the storage service. A location is a path in the bucket, `gs://bucket/path` or a storage address. */
export function createStorage({
	bucket,
	host = '',
	token,
	appCheckToken,
	operationRetryMs = STORAGE_OPERATION_RETRY_MS,
	clock = realClock,
}: Options) {
	expectRange(operationRetryMs, 0, STORAGE_OPERATION_RETRY_MS);
	const closed = new AbortController();
	const origin = host || globalThis.location?.origin;
	const locate = (location: string) => addressOf(host, parseLocation(location, bucket, origin));

	async function headers(): Promise<Record<string, string>> {
		const [session, appCheck] = await Promise.all([token?.(), appCheckToken?.()]);
		return {
			Accept: 'application/json',
			'X-Firebase-Storage-Version': CLIENT_VERSION,
			'X-Firebase-GMPID': APP_ID,
			'X-Firebase-AppCheck': appCheck || APP_CHECK,
			...(session && { Authorization: `Firebase ${session}` }),
		};
	}

	async function getMetadata(location: string, signal?: AbortSignal): Promise<ObjectMetadata> {
		if (closed.signal.aborted) throw new StorageError('app-deleted');
		const address = locate(location);
		const body = await retrying(async (attempt) => ask(address, await headers(), attempt), {
			limitMs: operationRetryMs,
			longestWaitMs: STORAGE_MAX_BACKOFF_MS,
			clock,
			signal: signal ? AbortSignal.any([signal, closed.signal]) : closed.signal,
			timedOut: (last) => exhausted(last),
			canceled: () => new StorageError(closed.signal.aborted ? 'app-deleted' : 'canceled'),
		});
		return readMetadata(body);
	}

	/** The download URL. It works for anyone who has it. */
	function downloadURLOf({ bucket, fullPath, downloadTokens }: ObjectMetadata): string {
		const [first] = downloadTokens;
		if (!first) throw new StorageError('no-download-url');
		return `${addressOf(host, { bucket, path: fullPath })}?alt=media&token=${encodeURIComponent(first)}`;
	}

	return {
		getMetadata,
		getDownloadURL: async (location: string, signal?: AbortSignal) =>
			downloadURLOf(await getMetadata(location, signal)),
		downloadURLOf,
		/** Aborts all requests. The client cannot be used afterwards. */
		close: () => closed.abort(),
	};
}

/** One request. A refusal throws, a temporary failure is retried. */
async function ask(
	address: string,
	headers: Record<string, string>,
	signal: AbortSignal,
): Promise<Attempt<string>> {
	let status: number;
	let body: string;
	try {
		const answer = await fetch(address, { headers, signal, credentials: 'same-origin' });
		status = answer.status;
		// The connection may still break while the body arrives.
		body = await answer.text();
	} catch {
		return { again: null };
	}
	if (status === 200) return { value: body };
	const error = errorOf(status, body);
	if (status >= 500 || status === 408 || status === 429) return { again: error };
	throw error;
}

const exhausted = (last: unknown) =>
	new StorageError(
		'retry-limit-exceeded',
		last instanceof StorageError ? { status: last.status, serverResponse: last.serverResponse } : {},
	);
