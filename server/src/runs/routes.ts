import type { Draft, DraftEdit } from '@watchword/contract/approval';
import * as episodeRoutes from '@watchword/contract/routes/episodes';
import * as routes from '@watchword/contract/routes/runs';
import type { RunDelivery } from '@watchword/contract/run';
import { limit } from '../base/limits.ts';
import { newRouter, type SignedInGuard, serve } from '../base/route.ts';
import type { Db } from '../ports/database.ts';
import type { Queue } from '../ports/queue.ts';
import { listEpisodes, readEpisode } from './episodes.ts';
import { markRun } from './mark.ts';
import { listRuns, readRun } from './runs.ts';
import { listValues } from './values.ts';

/** Each is stored as a run, even without credits for it. */
const AGAIN_PER_HOUR = 1000;

interface Needs {
	db: Db;
	queue: Queue;
	signedIn: SignedInGuard;
	/** Queues a run like an earlier one. */
	runAgain(db: Db, uid: string, id: string): Promise<string>;
	/** What the owner can do with a mail that waits for approval. */
	approval: {
		readDraft(db: Db, uid: string, id: string): Promise<Draft>;
		approveRun(db: Db, uid: string, id: string, edit: DraftEdit): Promise<void>;
		discardRun(db: Db, uid: string, id: string): Promise<void>;
	};
	/** What was sent to programs and phones because of a run. */
	deliveriesOfRun(db: Db, uid: string, id: string): Promise<RunDelivery[]>;
}

export function runRoutes({ db, queue, signedIn, runAgain, approval, deliveriesOfRun }: Needs) {
	const router = newRouter();
	router.use('/api/runs/*', signedIn);
	serve(router, routes.listRuns, ({ user, query }) => listRuns(db, user.uid, query));
	serve(router, routes.readRun, async ({ user, params }) => ({
		...(await readRun(db, user.uid, params.id)),
		deliveries: await deliveriesOfRun(db, user.uid, params.id),
	}));
	serve(router, routes.readDraft, ({ user, params }) => approval.readDraft(db, user.uid, params.id));
	serve(router, routes.approveRun, async ({ user, params, body }) => {
		await approval.approveRun(db, user.uid, params.id, body);
		return {};
	});
	serve(router, routes.discardRun, async ({ user, params }) => {
		await approval.discardRun(db, user.uid, params.id);
		return {};
	});
	serve(router, routes.listValues, ({ user, params }) => listValues(db, user.uid, params.id), signedIn);
	serve(router, routes.runAgain, async ({ user, params }) => {
		await limit(db, `again:${user.uid}`, AGAIN_PER_HOUR, 3600);
		return { id: await runAgain(db, user.uid, params.id) };
	});
	serve(router, episodeRoutes.listEpisodes, ({ user, query }) => listEpisodes(db, user.uid, query), signedIn);
	serve(
		router,
		episodeRoutes.readEpisode,
		({ user, params }) => readEpisode(db, user.uid, params.id),
		signedIn,
	);
	serve(router, routes.markRun, async ({ user, params, body: { mark } }) => {
		await markRun(db, queue, user.uid, params.id, mark);
		return { mark };
	});
	return router;
}
