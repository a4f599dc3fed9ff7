import type { FileMetadata } from '@watchword/contract/file';
import { readFile } from '@watchword/contract/routes/files';
import type { Context } from 'hono';
import { Refusal } from '../base/failures.ts';
import { type Env, newRouter, type SignedInGuard, serve } from '../base/route.ts';
import type { Db } from '../ports/database.ts';
import type { ObjectStore } from '../ports/objects.ts';
import { exactly } from './exactly.ts';
import { findFile, opensWith, type StoredFile } from './files.ts';
import { readRange } from './range.ts';

interface Needs {
	db: Db;
	objects: ObjectStore;
	bucket: string;
	signedIn: SignedInGuard;
}

/** The bytes of a path never change, so a browser may cache them forever. */
const CACHE_CONTROL = 'private, max-age=31536000, immutable';

/** The zip of all data of an account. */
const EXPORT = /^users\/[^/]+\/exports\//;

export function fileRoutes({ db, objects, bucket, signedIn }: Needs) {
	const router = newRouter();

	const find = async (c: Context<Env>): Promise<StoredFile | undefined> => {
		if (c.req.param('bucket') !== bucket) throw new Refusal('not-found', 'There is no such bucket.');
		return findFile(db, c.req.param('path') ?? '');
	};

	// A valid token is enough. Without a token, the session decides.
	router.use('/v0/b/:bucket/o/:path', async (c, next) => {
		if (c.req.query('alt') === 'media' && c.req.query('token') !== undefined) await next();
		else await signedIn(c, next);
	});

	serve(router, readFile, async ({ query: { alt, token }, c }) => {
		const file = await find(c);
		if (file && c.var.user?.scopes && EXPORT.test(file.path)) {
			throw new Refusal(
				'token/scope',
				'An export has more in it than an API token may read. It needs a browser session.',
			);
		}
		if (alt === 'media') {
			const allowed = file && (token === undefined ? file._owner === c.var.user.uid : opensWith(file, token));
			if (!file) throw new Refusal('not-found', 'Object does not exist.');
			if (!allowed) throw new Refusal('permission-denied', 'This token does not open this object.');
			return sendBytes(c, objects, file);
		}
		if (!file) throw new Refusal('not-found', 'Object does not exist.');
		if (file._owner !== c.var.user.uid) {
			throw new Refusal('permission-denied', 'This object belongs to someone else.');
		}
		const metadata = describe(bucket, file);
		// Whoever knows a download token can read the file forever, even after the API token is revoked.
		return c.var.user.scopes ? { ...metadata, downloadTokens: '' } : metadata;
	});

	return router;
}

async function sendBytes(c: Context<Env>, objects: ObjectStore, file: StoredFile): Promise<Response> {
	const etag = `"${file.md5Hash}"`;
	c.header('etag', etag);
	c.header('last-modified', file.timeCreated.toUTCString());
	c.header('cache-control', CACHE_CONTROL);
	c.header('accept-ranges', 'bytes');
	const known = c.req
		.header('if-none-match')
		?.split(',')
		.map((tag) => tag.trim().replace(/^W\//, ''));
	if (known?.some((tag) => tag === etag || tag === '*')) return c.body(null, 304);
	const wanted =
		c.req.header('if-range') && c.req.header('if-range') !== etag ? undefined : c.req.header('range');
	const range = readRange(wanted, file.size);
	if (range === 'unsatisfiable') {
		c.header('content-range', `bytes */${file.size}`);
		throw new Refusal('range-not-satisfiable', `This object has ${file.size} bytes.`);
	}
	const stream = await objects.get(file.path, range ?? undefined);
	if (!stream) throw new Refusal('not-found', 'Object does not exist.');
	c.header('content-type', file.contentType);
	c.header('content-disposition', 'inline');
	if (range) c.header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
	const length = range ? range.end - range.start + 1 : file.size;
	c.header('content-length', String(length));
	return c.body(exactly(length, stream), range ? 206 : 200);
}

const isTime = (text: string | undefined): text is string =>
	text !== undefined && !Number.isNaN(Date.parse(text));

function describe(bucket: string, file: StoredFile): FileMetadata {
	const stored = file.timeCreated.toISOString();
	return {
		bucket,
		name: file.path,
		generation: String(file.timeCreated.getTime() * 1000),
		metageneration: '1',
		size: String(file.size),
		// A picture's time is that of its capture: a camera may have kept it for hours before sending it.
		timeCreated: isTime(file.metadata.capturedAt) ? file.metadata.capturedAt : stored,
		updated: stored,
		md5Hash: file.md5Hash,
		cacheControl: CACHE_CONTROL,
		contentDisposition: 'inline',
		contentEncoding: 'identity',
		contentType: file.contentType,
		metadata: file.metadata,
		downloadTokens: file.downloadToken,
	};
}
