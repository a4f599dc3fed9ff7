import { Readable } from 'node:stream';
import {
	DeleteObjectCommand,
	GetObjectCommand,
	ListObjectsV2Command,
	NoSuchKey,
	PutObjectCommand,
	S3Client,
	S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { ObjectStore } from '../../ports.ts';
import type { Settings } from '../../settings.ts';

/** How long a connection may take, and how long it may be silent. */
const TIMEOUTS = { connectionTimeout: 5_000, socketTimeout: 20_000 };

/** Any S3-compatible service. The client retries by itself; then the caller gets the error. */
export function s3Store(
	{ bucket, endpoint, region, keys, prefix }: NonNullable<Settings['files']['s3' | 'mirror']>,
	timeouts = TIMEOUTS,
): ObjectStore {
	const client = new S3Client({
		region,
		requestHandler: timeouts,
		...(endpoint && { endpoint, forcePathStyle: true }),
		...(keys && { credentials: keys }),
		// Many stores other than Amazon's do not support trailing checksums.
		requestChecksumCalculation: 'WHEN_REQUIRED',
		responseChecksumValidation: 'WHEN_REQUIRED',
	});
	const keyOf = (path: string) => (prefix ? `${prefix}/${path}` : path);
	const open = async (path: string, range?: { start: number; end: number }) => {
		try {
			const Range = range && `bytes=${range.start}-${range.end}`;
			const found = await client.send(new GetObjectCommand({ Bucket: bucket, Key: keyOf(path), Range }));
			return found.Body ?? null;
		} catch (error) {
			if (isMissing(error)) return null;
			throw error;
		}
	};
	return {
		describe: `S3 bucket ${bucket}${prefix ? `, folder ${prefix},` : ''}${endpoint ? ` at ${new URL(endpoint).host}` : ''}`,
		async put(path, bytes, contentType) {
			await client.send(
				new PutObjectCommand({ Bucket: bucket, Key: keyOf(path), Body: bytes, ContentType: contentType }),
			);
		},
		async putStream(path, chunks, contentType) {
			const Body = Readable.from(chunks, { objectMode: false });
			const params = { Bucket: bucket, Key: keyOf(path), Body, ContentType: contentType };
			await new Upload({ client, params, partSize: PART_BYTES, queueSize: 1 }).done();
		},
		async read(path) {
			const bytes = await (await open(path))?.transformToByteArray();
			return bytes ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) : null;
		},
		async get(path, range) {
			return (await open(path, range))?.transformToWebStream() ?? null;
		},
		async delete(path) {
			await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: keyOf(path) }));
		},
		async deleteFolder(folder) {
			const Prefix = `${keyOf(folder)}/`;
			for (;;) {
				const listed = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix }));
				const keys = (listed.Contents ?? []).flatMap(({ Key }) => Key ?? []);
				if (keys.length === 0) return;
				// One at a time: not every store can delete many objects with one request.
				for (const Key of keys) await client.send(new DeleteObjectCommand({ Bucket: bucket, Key }));
			}
		},
	};
}

/** Whether there is no such object. A bucket that does not exist is a wrong setting: its objects are not known to be missing. */
function isMissing(error: unknown): boolean {
	if (error instanceof NoSuchKey) return true;
	if (!(error instanceof S3ServiceException) || error.name === 'NoSuchBucket') return false;
	return error.$metadata.httpStatusCode === 404;
}

/** S3 takes at most 10,000 parts. One is in memory at a time. */
const PART_BYTES = 16 * 1024 * 1024;
