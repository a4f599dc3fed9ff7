import { FEED_ROWS } from '@watchword/contract/results-filter';
import * as routes from '@watchword/contract/routes/results';
import type { Context } from 'hono';
import { readAutomation } from '../automations/automations.ts';
import { type Feed, feedState, findFeed, makeFeed, revokeFeed } from '../automations/feed.ts';
import { Refusal } from '../base/failures.ts';
import { addressKey, limit } from '../base/limits.ts';
import type { Places } from '../base/places.ts';
import { type Env, newRouter, type SignedInGuard, serve, streamTexts } from '../base/route.ts';
import type { Db } from '../ports/database.ts';
import { correctRun, everyResult, listResults } from './results.ts';
import { csvOf, jsonOf } from './results-file.ts';

interface Needs {
	db: Db;
	signedIn: SignedInGuard;
	places: Places;
}

const FORMATS = {
	csv: { write: csvOf, type: 'text/csv; charset=utf-8' },
	json: { write: jsonOf, type: 'application/json; charset=utf-8' },
} as const;
type Format = keyof typeof FORMATS;

export function resultRoutes({ db, signedIn, places }: Needs) {
	const router = newRouter();
	serve(
		router,
		routes.listResults,
		({ user, params, query }) => listResults(db, user.uid, params.id, query),
		signedIn,
	);
	const download = async (
		c: Context<Env>,
		uid: string,
		id: string,
		filter: Parameters<typeof everyResult>[2],
		format: Format,
	) => {
		const { _fields } = await readAutomation(db, uid, id);
		const feed = { automationId: id, fields: _fields };
		c.header('content-disposition', `attachment; filename="results.${format}"`);
		return sendTable(c, feed, everyResult(db, feed, filter), format);
	};
	serve(
		router,
		routes.downloadResultsCsv,
		({ c, user, params, query }) => download(c, user.uid, params.id, query, 'csv'),
		signedIn,
	);
	serve(
		router,
		routes.downloadResultsJson,
		({ c, user, params, query }) => download(c, user.uid, params.id, query, 'json'),
		signedIn,
	);
	serve(
		router,
		routes.correctRun,
		({ user, params, body }) => correctRun(db, user.uid, params.id, body.corrections),
		signedIn,
	);
	serve(router, routes.readFeed, ({ user, params }) => feedState(db, user.uid, params.id), signedIn);
	serve(
		router,
		routes.makeFeed,
		async ({ user, params }) => {
			const token = await makeFeed(db, user.uid, params.id);
			const feed = `${places.publicUrl}/feeds/${token}`;
			return { csv: `${feed}.csv`, json: `${feed}.json` };
		},
		signedIn,
	);
	serve(
		router,
		routes.revokeFeed,
		async ({ user, params }) => {
			await revokeFeed(db, user.uid, params.id);
			return {};
		},
		signedIn,
	);
	return router;
}

/** More than any spreadsheet reads. */
const READS = { most: 120, windowSeconds: 10 * 60 };
/** Wrong addresses from one client address. */
const GUESSES = { most: 60, windowSeconds: 15 * 60 };

/** Tables for programs: whoever has the address can read the table without a session, and nothing else. */
export function feedRoutes(db: Db) {
	const router = newRouter();
	router.get('/feeds/:file', async (c) => {
		const [token = '', format = ''] = c.req.param('file').split('.');
		c.header('x-robots-tag', 'noindex, nofollow');
		c.header('cache-control', 'no-store');
		const feed = isFormat(format) ? await findFeed(db, token) : null;
		if (!feed || !isFormat(format)) {
			await limit(db, `feed:address:${addressKey(c.var.ip)}`, GUESSES.most, GUESSES.windowSeconds);
			throw new Refusal('not-found', 'There is no such table, or its address was revoked.');
		}
		await limit(db, `feed:${feed.automationId}`, READS.most, READS.windowSeconds);
		c.header('cache-control', 'private, max-age=60');
		return sendTable(c, feed, everyResult(db, feed, {}, FEED_ROWS), format);
	});
	return router;
}

const isFormat = (name: string): name is Format => Object.hasOwn(FORMATS, name);

/** The first piece is read before the response starts, so that a bad request can still be refused. */
async function sendTable(
	c: Context<Env>,
	{ fields }: Feed,
	pieces: ReturnType<typeof everyResult>,
	format: Format,
) {
	const first = await pieces.next();
	async function* all() {
		if (first.done) return;
		yield first.value;
		yield* pieces;
	}
	const { write, type } = FORMATS[format];
	c.header('content-type', type);
	return streamTexts(c, write(fields, all()));
}
