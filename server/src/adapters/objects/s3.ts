import {
	AbortMultipartUploadCommand,
	CompleteMultipartUploadCommand,
	CreateMultipartUploadCommand,
	DeleteObjectCommand,
	GetObjectCommand,
	NoSuchKey,
	PutObjectCommand,
	S3Client,
	S3ServiceException,
	UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { ObjectStore } from '../../ports.ts';
import type { Settings } from '../../settings.ts';

/** How long it may take to answer the phone, and be silent in between. */
const TIMEOUTS = { connectionTimeout: 5_000, socketTimeout: 20_000 };

/** Any S3-compatible service. It retries by itself; what it could not do reaches the caller as an error. */
export function s3Store(
	{ bucket, endpoint, region, keys }: NonNullable<Settings['files']['s3']>,
	timeouts = TIMEOUTS,
): ObjectStore {
	const client = new S3Client({
		region,
		requestHandler: timeouts,
		...(endpoint && { endpoint, forcePathStyle: true }),
		...(keys && { credentials: keys }),
		// Stores other than Amazon's often know no trailing checksums.
		requestChecksumCalculation: 'WHEN_REQUIRED',
		responseChecksumValidation: 'WHEN_REQUIRED',
	});
	const open = async (path: string, range?: { start: number; end: number }) => {
		try {
			const Range = range && `bytes=${range.start}-${range.end}`;
			const found = await client.send(new GetObjectCommand({ Bucket: bucket, Key: path, Range }));
			return found.Body ?? null;
		} catch (error) {
			if (error instanceof NoSuchKey) return null;
			if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return null;
			throw error;
		}
	};
	return {
		describe: `S3 bucket ${bucket}${endpoint ? ` at ${new URL(endpoint).host}` : ''}`,
		async put(path, bytes, contentType) {
			await client.send(
				new PutObjectCommand({ Bucket: bucket, Key: path, Body: bytes, ContentType: contentType }),
			);
		},
		async putStream(path, chunks, contentType) {
			const target = { Bucket: bucket, Key: path };
			const { UploadId } = await client.send(
				new CreateMultipartUploadCommand({ ...target, ContentType: contentType }),
			);
			try {
				const Parts: { ETag: string | undefined; PartNumber: number }[] = [];
				for await (const Body of inParts(chunks)) {
					const PartNumber = Parts.length + 1;
					const { ETag } = await client.send(
						new UploadPartCommand({ ...target, UploadId, PartNumber, Body }),
					);
					Parts.push({ ETag, PartNumber });
				}
				await client.send(
					new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload: { Parts } }),
				);
			} catch (error) {
				// What stopped it matters more than parts that stay behind.
				await client.send(new AbortMultipartUploadCommand({ ...target, UploadId })).catch(() => {});
				throw error;
			}
		},
		async read(path) {
			const bytes = await (await open(path))?.transformToByteArray();
			return bytes ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) : null;
		},
		async get(path, range) {
			return (await open(path, range))?.transformToWebStream() ?? null;
		},
		async delete(path) {
			await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: path }));
		},
	};
}

/** S3 takes parts of at least 5 MB, the last excepted, and at most 10,000 of them. */
const PART_BYTES = 16 * 1024 * 1024;

async function* inParts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
	let part: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of chunks) {
		part.push(chunk);
		size += chunk.length;
		if (size < PART_BYTES) continue;
		yield Buffer.concat(part);
		part = [];
		size = 0;
	}
	yield Buffer.concat(part);
}
