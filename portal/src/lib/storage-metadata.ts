import type { FileMetadata } from '@watchword/contract/file';
import { StorageError } from './storage-errors.ts';

/** The metadata of a stored object. */
export interface ObjectMetadata {
	bucket: string;
	generation: string;
	metageneration: string;
	/** The last part of the path. */
	name: string;
	fullPath: string;
	/** In bytes. */
	size: number;
	timeCreated: string;
	updated: string;
	md5Hash: string | undefined;
	cacheControl: string | undefined;
	contentDisposition: string | undefined;
	contentEncoding: string | undefined;
	contentLanguage: string | undefined;
	contentType: string | undefined;
	customMetadata: Record<string, string>;
	/** Each opens the bytes. */
	downloadTokens: string[];
}

/** Reads the metadata document. A proxy in between may answer with something else under a 200. */
export function readMetadata(body: string): ObjectMetadata {
	const wire = parse(body);
	if (typeof wire?.bucket !== 'string' || typeof wire.name !== 'string') {
		throw new StorageError('internal-error', { status: 200, serverResponse: body });
	}
	return {
		bucket: wire.bucket,
		generation: wire.generation ?? '',
		metageneration: wire.metageneration ?? '',
		name: wire.name.slice(wire.name.lastIndexOf('/') + 1),
		fullPath: wire.name,
		size: Number(wire.size ?? 0),
		timeCreated: wire.timeCreated ?? '',
		updated: wire.updated ?? '',
		md5Hash: wire.md5Hash,
		cacheControl: wire.cacheControl,
		contentDisposition: wire.contentDisposition,
		contentEncoding: wire.contentEncoding,
		contentLanguage: wire.contentLanguage,
		contentType: wire.contentType,
		customMetadata: wire.metadata ?? {},
		downloadTokens: (wire.downloadTokens ?? '').split(',').filter((token) => token !== ''),
	};
}

function parse(body: string): Partial<FileMetadata> | null {
	try {
		const value: unknown = JSON.parse(body);
		return typeof value === 'object' ? value : null;
	} catch {
		return null;
	}
}
