import { createRoute, z } from '@hono/zod-openapi';
import { type FileMetadata, fileMetadata } from '@watchword/contract/file';
import type { Context } from 'hono';
import type { Db, ObjectStore } from '../ports.ts';
import { Refusal } from '../refusal.ts';
import { answers, type Env, newRouter, type SignedInGuard } from '../route.ts';
import { findFile, opensWith, type StoredFile } from './files.ts';
import { readRange } from './range.ts';

interface Needs {
	db: Db;
	objects: ObjectStore;
	bucket: string;
	signedIn: SignedInGuard;
}

/** Bytes never change under their path, so a browser may keep them for good. */
const CACHE_CONTROL = 'private, max-age=31536000, immutable';

const read = createRoute({
	method: 'get',
	path: '/v0/b/{bucket}/o/{path}',
	summary: 'Metadata of a stored object, or with alt=media and its token the bytes',
	description:
		'The path is one encoded segment. Metadata needs the session, as a cookie or as Authorization: Firebase or Bearer with the session token.',
	tags: ['Files'],
	request: {
		params: z.object({ bucket: z.string(), path: z.string() }),
		query: z.object({ alt: z.enum(['media', 'json']).optional(), token: z.string().max(200).optional() }),
	},
	responses: answers('The metadata document, or the bytes.', fileMetadata),
});

export function fileRoutes({ db, objects, bucket, signedIn }: Needs) {
	const router = newRouter();

	const find = async (c: Context<Env>): Promise<StoredFile | undefined> => {
		if (c.req.param('bucket') !== bucket) throw new Refusal('not-found', 'There is no such bucket.');
		return findFile(db, c.req.param('path') ?? '');
	};

	// A token is permission enough; without one the session decides.
	router.use('/v0/b/:bucket/o/:path', async (c, next) => {
		if (c.req.query('alt') === 'media' && c.req.query('token') !== undefined) await next();
		else await signedIn(c, next);
	});

	router.openapi(read, async (c) => {
		const { alt, token } = c.req.valid('query');
		const file = await find(c);
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
		return c.json(describe(bucket, file), 200);
	});

	return router;
}

async function sendBytes(c: Context<Env>, objects: ObjectStore, file: StoredFile): Promise<never> {
	const etag = `"${file.md5Hash}"`;
	c.header('etag', etag);
	c.header('last-modified', file.timeCreated.toUTCString());
	c.header('cache-control', CACHE_CONTROL);
	c.header('accept-ranges', 'bytes');
	const known = c.req
		.header('if-none-match')
		?.split(',')
		.map((tag) => tag.trim().replace(/^W\//, ''));
	if (known?.some((tag) => tag === etag || tag === '*')) return c.body(null, 304) as never;
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
	c.header('content-length', String(range ? range.end - range.start + 1 : file.size));
	return c.body(stream, range ? 206 : 200) as never;
}

function describe(bucket: string, file: StoredFile): FileMetadata {
	const time = file.timeCreated.toISOString();
	return {
		bucket,
		name: file.path,
		generation: String(file.timeCreated.getTime() * 1000),
		metageneration: '1',
		size: String(file.size),
		timeCreated: time,
		updated: time,
		md5Hash: file.md5Hash,
		cacheControl: CACHE_CONTROL,
		contentDisposition: 'inline',
		contentEncoding: 'identity',
		contentType: file.contentType,
		metadata: file.metadata,
		downloadTokens: file.downloadToken,
	};
}
