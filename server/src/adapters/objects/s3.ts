import { IncomingMessage } from 'node:http';
import { pipeline, Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
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
import { refuseTinyPieces } from '../../base/pieces.ts';
import type { ObjectStore } from '../../ports/objects.ts';
import type { Settings } from '../../settings.ts';

/**
 * How long a connection may take, how long it may be silent, and how long a whole answer may take: a store that sends byte by
 * byte is never silent. A stream may take as long as its reader needs, who may pause for as long as a request takes.
 */
const TIMEOUTS = {
	connectionTimeout: 5_000,
	socketTimeout: 20_000,
	requestTimeout: 5 * 60_000,
	bodyTimeout: 5 * 60_000,
};

/** The most bytes of an object that is read at once, which is more than any mail, and of any other answer. */
const LIMITS = { object: 128 * 1024 * 1024, answer: 4 * 1024 * 1024 };

/** Our objects never have one of these types. */
const PAGE = /^(?:text\/html|application\/xml)\b/;

/** Any S3-compatible service. The client retries by itself; then the caller gets the error. */
export function s3Store(
	{ bucket, endpoint, region, keys, prefix }: NonNullable<Settings['files']['s3' | 'mirror']>,
	{ bodyTimeout, ...timeouts } = TIMEOUTS,
	limits = LIMITS,
): ObjectStore {
	const client = new S3Client({
		region,
		requestHandler: { ...timeouts, throwOnRequestTimeout: true },
		...(endpoint && { endpoint, forcePathStyle: true }),
		...(keys && { credentials: keys }),
		// Many stores other than Amazon's do not support trailing checksums.
		requestChecksumCalculation: 'WHEN_REQUIRED',
		responseChecksumValidation: 'WHEN_REQUIRED',
	});
	// The client itself reads errors and lists, without a size limit.
	client.middlewareStack.add(
		(next, { commandName }) =>
			async (asked) => {
				const result = await next(asked);
				const response = result.response as { statusCode: number; body?: unknown };
				if (response.body instanceof IncomingMessage)
					refuseTinyPieces(response.body, new Error('the answer came in too many small pieces'));
				const isObject = commandName === 'GetObjectCommand' && response.statusCode < 300;
				if (!isObject && response.body instanceof Readable) {
					const body = within(response.body, limits.answer, bodyTimeout);
					const isDeleted = commandName === 'DeleteObjectCommand' && response.statusCode < 300;
					response.body = isDeleted ? await nothing(body) : body;
				}
				return result;
			},
		{ step: 'deserialize', priority: 'low' },
	);
	const keyOf = (path: string) => (prefix ? `${prefix}/${path}` : path);
	const open = async (path: string, range?: { start: number; end: number }) => {
		const Range = range && `bytes=${range.start}-${range.end}`;
		const found = await client
			.send(new GetObjectCommand({ Bucket: bucket, Key: keyOf(path), Range }))
			.catch((error: unknown) => {
				if (isMissing(error)) return null;
				throw error;
			});
		const body = found?.Body;
		if (!body) return null;
		// In Node.js the body is the response itself.
		const answer = body as typeof body & IncomingMessage;
		if (!PAGE.test(found.ContentType ?? '')) return answer;
		answer.destroy();
		throw new Error(`a page came in place of ${path}`);
	};
	/** A proxy in front of the store may answer 200 too. */
	const confirm = (path: string, { ETag }: { ETag?: string | undefined }) => {
		if (!ETag) throw new Error(`the store does not confirm that it has ${path}`);
	};
	return {
		describe: `S3 bucket ${bucket}${prefix ? `, folder ${prefix},` : ''}${endpoint ? ` at ${new URL(endpoint).host}` : ''}`,
		async put(path, bytes, contentType) {
			const params = { Bucket: bucket, Key: keyOf(path), Body: bytes, ContentType: contentType };
			confirm(path, await client.send(new PutObjectCommand(params)));
		},
		async putStream(path, chunks, contentType) {
			const Body = Readable.from(chunks, { objectMode: false });
			const params = { Bucket: bucket, Key: keyOf(path), Body, ContentType: contentType };
			confirm(path, await new Upload({ client, params, partSize: PART_BYTES, queueSize: 1 }).done());
		},
		async read(path) {
			const body = await open(path);
			return body && buffer(within(body, limits.object, bodyTimeout));
		},
		async get(path, range) {
			const body = await open(path, range);
			if (body) allowPauses(body, timeouts);
			return body?.transformToWebStream() ?? null;
		},
		async delete(path) {
			await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: keyOf(path) }));
		},
		async deleteFolder(folder) {
			const Prefix = `${keyOf(folder)}/`;
			let first: string | undefined;
			let token: string | undefined;
			do {
				const listed = await client.send(
					new ListObjectsV2Command({ Bucket: bucket, Prefix, ContinuationToken: token }),
				);
				const { IsTruncated, Name, NextContinuationToken: next } = listed;
				if (IsTruncated === undefined && Name === undefined) throw new Error('no list came');
				const keys = (listed.Contents ?? []).flatMap(({ Key }) => (Key?.startsWith(Prefix) ? Key : []));
				if (first !== undefined && keys[0] === first) throw new Error(`the store still lists ${first}`);
				// One at a time: not every store can delete many objects with one request.
				for (const Key of keys) await client.send(new DeleteObjectCommand({ Bucket: bucket, Key }));
				[first] = keys;
				// Deleted objects leave the list, so it starts again from the beginning. A page may be empty although others follow.
				const onward = first === undefined && IsTruncated ? next : undefined;
				if (onward !== undefined && onward === token) throw new Error('the list never ends');
				token = onward;
			} while (first !== undefined || token !== undefined);
		},
	};
}

/** The answer to a successful delete has no body. */
async function nothing(body: Readable): Promise<Uint8Array> {
	const bytes = await buffer(body);
	if (bytes.length > 0) throw new Error('a page came in place of the answer to a deletion');
	return bytes;
}

/** The same bytes. Fails if there are too many, or if they take too long. */
function within(body: Readable, bytes: number, ms: number): Readable {
	let size = 0;
	const counted = new Transform({
		transform(chunk: Buffer, _encoding, done) {
			size += chunk.length;
			done(size > bytes ? new Error(`the answer has more than ${bytes} bytes`) : null, chunk);
		},
	});
	const late = setTimeout(() => body.destroy(new Error('the answer took too long')), ms);
	pipeline(body, counted, () => clearTimeout(late));
	return counted;
}

/**
 * The client also counts a store as silent while nobody reads its answer. Copies between stores and exports do not read while a
 * part is being uploaded.
 */
function allowPauses(
	body: IncomingMessage,
	times: Pick<typeof TIMEOUTS, 'socketTimeout' | 'requestTimeout'>,
) {
	let pause: NodeJS.Timeout | undefined;
	const end = () => clearInterval(pause);
	body.on('resume', end).on('close', end);
	body.on('pause', () => {
		const until = Date.now() + times.requestTimeout;
		end();
		pause = setInterval(() => {
			if (Date.now() < until) body.socket.setTimeout(times.socketTimeout);
			else end();
		}, times.socketTimeout / 2).unref();
	});
}

/** Whether the object does not exist. A missing bucket is a wrong setting, so its objects do not count as missing. */
function isMissing(error: unknown): boolean {
	if (error instanceof NoSuchKey) return true;
	if (!(error instanceof S3ServiceException) || error.name === 'NoSuchBucket') return false;
	return error.$metadata.httpStatusCode === 404;
}

/** S3 accepts at most 10,000 parts. Only one is in memory at a time. */
const PART_BYTES = 16 * 1024 * 1024;
