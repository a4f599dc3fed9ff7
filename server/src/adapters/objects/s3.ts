import {
	DeleteObjectCommand,
	GetObjectCommand,
	NoSuchKey,
	PutObjectCommand,
	S3Client,
	S3ServiceException,
} from '@aws-sdk/client-s3';
import type { ObjectStore } from '../../ports.ts';
import type { Settings } from '../../settings.ts';

/** Any S3-compatible service. It retries by itself; what it could not do reaches the caller as an error. */
export function s3Store({
	bucket,
	endpoint,
	region,
	keys,
}: NonNullable<Settings['files']['s3']>): ObjectStore {
	const client = new S3Client({
		region,
		...(endpoint && { endpoint, forcePathStyle: true }),
		...(keys && { credentials: keys }),
		// Stores other than Amazon's often know no trailing checksums.
		requestChecksumCalculation: 'WHEN_REQUIRED',
		responseChecksumValidation: 'WHEN_REQUIRED',
	});
	return {
		describe: `S3 bucket ${bucket}${endpoint ? ` at ${new URL(endpoint).host}` : ''}`,
		async put(path, bytes, contentType) {
			await client.send(
				new PutObjectCommand({ Bucket: bucket, Key: path, Body: bytes, ContentType: contentType }),
			);
		},
		async get(path, range) {
			try {
				const Range = range && `bytes=${range.start}-${range.end}`;
				const found = await client.send(new GetObjectCommand({ Bucket: bucket, Key: path, Range }));
				return found.Body?.transformToWebStream() ?? null;
			} catch (error) {
				if (error instanceof NoSuchKey) return null;
				if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return null;
				throw error;
			}
		},
		async delete(path) {
			await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: path }));
		},
	};
}
