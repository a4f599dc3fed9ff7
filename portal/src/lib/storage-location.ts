import { StorageError } from './storage-errors.ts';

export interface StorageLocation {
	bucket: string;
	/** The full path within the bucket; empty is its root. */
	path: string;
}

const BUCKET = /^[a-z\d][\w.-]*$/i;
const STORAGE_ADDRESS = /^\/v0\/b\/([^/]+)\/o(?:\/(.*))?$/;

/**
 * Reads `gs://bucket/path`, the https address of a stored object, or a path in the default bucket. A portal that
 * is served without TLS has storage addresses without it too: those of its own origin count as well.
 */
export function parseLocation(location: string, defaultBucket: string, origin: string): StorageLocation {
	if (!/^[a-z][a-z\d+.-]*:/i.test(location)) {
		return { bucket: checkBucket(defaultBucket), path: tidy(location) };
	}
	const gs = /^gs:\/\/([^/]+)(?:\/(.*))?$/.exec(location);
	if (gs?.[1] && BUCKET.test(gs[1])) return { bucket: gs[1], path: tidy(gs[2] ?? '') };
	const url = URL.canParse(location) ? new URL(location) : null;
	const parts =
		url && (url.protocol === 'https:' || url.origin === origin) && STORAGE_ADDRESS.exec(url.pathname);
	if (!parts) throw new StorageError('invalid-url');
	const bucket = decode(parts[1] ?? '');
	if (!BUCKET.test(bucket)) throw new StorageError('invalid-url');
	return { bucket, path: tidy(decode(parts[2] ?? '')) };
}

/** The address of an object's metadata. The path is one segment, so its slashes are encoded. */
export function addressOf(host: string, { bucket, path }: StorageLocation): string {
	if (path === '') throw new StorageError('invalid-root-operation');
	// Browsers resolve these two as relative folders, even if encoded, and would request another address.
	if (path === '.' || path === '..') throw new StorageError('invalid-url');
	return `${host}/v0/b/${encode(bucket)}/o/${encode(path)}`;
}

function checkBucket(bucket: string): string {
	if (bucket === '') throw new StorageError('no-default-bucket');
	if (!BUCKET.test(bucket)) throw new StorageError('invalid-default-bucket');
	return bucket;
}

/** Removes doubled, leading and trailing slashes. */
const tidy = (path: string) =>
	path
		.split('/')
		.filter((part) => part !== '')
		.join('/');

/** A lone surrogate cannot be encoded, and a stray percent sign cannot be decoded. */
const encode = (text: string) => orInvalid(() => encodeURIComponent(text));
const decode = (text: string) => orInvalid(() => decodeURIComponent(text));

function orInvalid(convert: () => string): string {
	try {
		return convert();
	} catch {
		throw new StorageError('invalid-url');
	}
}
