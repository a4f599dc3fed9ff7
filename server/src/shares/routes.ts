import * as routes from '@watchword/contract/routes/shares';
import type { Context } from 'hono';
import { originOf } from '../accounts/history.ts';
import { Refusal } from '../base/failures.ts';
import { answerPage, tooMany } from '../base/html.ts';
import { limit } from '../base/limits.ts';
import type { Places } from '../base/places.ts';
import { type Env, newRouter, type SignedInGuard, serve } from '../base/route.ts';
import { askToPrepare } from '../devices/prepare.ts';
import { exactly } from '../files/exactly.ts';
import { findFile } from '../files/files.ts';
import type { Db } from '../ports/database.ts';
import type { ObjectStore } from '../ports/objects.ts';
import type { Queue } from '../ports/queue.ts';
import { readEpisode } from '../runs/episodes.ts';
import { readRun } from '../runs/runs.ts';
import { findPicture, hasSomethingToShow, type Moment, readMoment } from './moment.ts';
import { GONE, momentPage } from './page.ts';
import { addShare, countOpening, findShare, listShares, revokeShare, revokeShares } from './shares.ts';

const NEW_PER_HOUR = 60;

/** Where links lead. The page has its own headers, and logs leave out the rest of the path. */
export const SHARED = '/s';

interface OwnerNeeds {
	db: Db;
	signedIn: SignedInGuard;
	places: Places;
}

/** What owners do with their links. */
export function shareRoutes({ db, signedIn, places }: OwnerNeeds) {
	const router = newRouter();
	router.use('/api/shares/*', signedIn);

	serve(router, routes.listShares, async ({ user }) => ({ items: await listShares(db, user.uid) }));

	serve(router, routes.addShare, async ({ user: { uid }, body, c }) => {
		await limit(db, `shares:${uid}`, NEW_PER_HOUR, 3600);
		const { runId: run_id = null, episodeId: episode_id = null } = body;
		if (run_id) await readRun(db, uid, run_id);
		if (episode_id) await readEpisode(db, uid, episode_id);
		const moment = await readMoment(db, { run_id, episode_id });
		if (!moment || !hasSomethingToShow(moment)) {
			throw new Refusal(
				'conflict',
				'There is nothing to share yet: no picture that can be shown and no evidence.',
			);
		}
		const { share, token } = await addShare(db, uid, body, originOf(c));
		c.var.log.info({ uid, share: share.id }, 'shared by a link');
		return { ...share, link: `${places.publicUrl}${SHARED}/${token}` };
	});

	serve(router, routes.revokeShare, async ({ user: { uid }, params, c }) => {
		await revokeShare(db, uid, params.id, originOf(c));
		c.var.log.info({ uid, share: params.id }, 'shared link revoked');
		return {};
	});

	serve(router, routes.revokeShares, async ({ user: { uid }, c }) => {
		const revoked = await revokeShares(db, uid, originOf(c));
		c.var.log.info({ uid, revoked }, 'shared links revoked');
		return { revoked };
	});

	return router;
}

interface PageNeeds {
	db: Db;
	queue: Queue;
	objects: ObjectStore;
}

/**
 * What strangers with a link see. No cookie is read or set, and nothing may be cached: every request looks the link up again,
 * so that a revoked link stops working at once.
 */
export function sharedRoutes({ db, queue, objects }: PageNeeds) {
	const router = newRouter();
	router.use(`${SHARED}/*`, async (c, next) => {
		c.header('x-robots-tag', 'noindex, nofollow');
		await next();
		c.res.headers.set('cache-control', 'private, no-store');
	});

	router.get(`${SHARED}/:token`, async (c) => {
		const token = c.req.param('token');
		const share = await findShare(db, token);
		const moment = share && (await readMoment(db, share));
		if (!moment) return refuse(c);
		if (isOpenedByPerson(c)) await countOpening(db, share.id);
		await prepareLater(share._owner, moment);
		const { expires_at, zone } = share;
		return answerPage(
			c,
			momentPage(moment, { path: `${SHARED}/${token}`, zone: zone ?? moment.zone, expires_at }),
		);
	});

	router.get(`${SHARED}/:token/pictures/:name`, (c) => sendPicture(c, c.req.param(), false));
	router.get(`${SHARED}/:token/pictures/:name/small`, (c) => sendPicture(c, c.req.param(), true));
	router.all(`${SHARED}/*`, (c) => refuse(c));

	async function sendPicture(
		c: Context<Env>,
		{ token, name }: { token: string; name: string },
		small: boolean,
	) {
		const share = await findShare(db, token);
		const path = share && (await findPicture(db, share, name, small));
		const file = path && (await findFile(db, path));
		const bytes = file && (await objects.get(file.path));
		if (!bytes) return refuse(c);
		c.header('content-type', file.contentType);
		c.header('content-length', String(file.size));
		c.header('content-disposition', 'inline');
		return c.body(exactly(file.size, bytes));
	}

	/** Guesses are counted by address. */
	async function refuse(c: Context<Env>) {
		const refused = await tooMany(c, db, 'share');
		c.var.log.info({ limited: refused !== null }, 'shared link refused');
		return answerPage(c, refused ?? GONE);
	}

	/** Thumbnails are made on demand. Until then the whole pictures are shown. */
	async function prepareLater(uid: string, { pictures }: Moment): Promise<void> {
		const unprepared = pictures.slice(1).flatMap((picture) => picture.unprepared ?? []);
		await askToPrepare(queue, db, uid, unprepared);
	}

	return router;
}

/** Programs that fetch a link for a preview, if they identify themselves. */
const PREVIEWS = /bot\b|crawler|spider|preview|facebookexternalhit|whatsapp|embedly/i;

function isOpenedByPerson(c: Context<Env>): boolean {
	const header = (name: string) => c.req.header(name) ?? '';
	if (c.req.method !== 'GET') return false;
	if (/prefetch|prerender/i.test(header('sec-purpose') + header('purpose') + header('x-moz'))) return false;
	return !PREVIEWS.test(header('user-agent'));
}
