import { createRoute, z } from '@hono/zod-openapi';
import { id, page } from '@watchword/contract/ids';
import { run, runFilter, runMark, runSummary } from '@watchword/contract/run';
import type { Db } from '../ports.ts';
import { answers, jsonBody, newRouter, type SignedInGuard } from '../route.ts';
import { markRun } from './mark.ts';
import { listRuns, readRun } from './runs.ts';

const tags = ['Runs'];
const params = z.object({ id });
const started = z.object({ id });

const list = createRoute({
	method: 'get',
	path: '/api/runs',
	summary: 'The runs of the signed-in user',
	tags,
	request: { query: runFilter },
	responses: answers('Newest first, a page at a time.', page(runSummary)),
});

const read = createRoute({
	method: 'get',
	path: '/api/runs/{id}',
	summary: 'One run with everything it saw and did',
	tags,
	request: { params },
	responses: answers('The run.', run),
});

const again = createRoute({
	method: 'post',
	path: '/api/runs/{id}/again',
	summary: 'Run it again, on what set it off then, with the automation as it is now',
	tags,
	request: { params },
	responses: answers('The new run.', started),
});

const mark = createRoute({
	method: 'put',
	path: '/api/runs/{id}/mark',
	summary: 'Say whether the verdict of a run was right, or take that back',
	tags,
	request: { params, ...jsonBody(runMark) },
	responses: answers('As it is marked now.', runMark),
});

interface Needs {
	db: Db;
	signedIn: SignedInGuard;
	/** Queues a run like an earlier one. */
	runAgain(db: Db, uid: string, id: string): Promise<string>;
}

export function runRoutes({ db, signedIn, runAgain }: Needs) {
	const router = newRouter();
	router.use('/api/runs/*', signedIn);
	router.openapi(list, async (c) => c.json(await listRuns(db, c.var.user.uid, c.req.valid('query')), 200));
	router.openapi(read, async (c) => c.json(await readRun(db, c.var.user.uid, c.req.valid('param').id), 200));
	router.openapi(again, async (c) =>
		c.json({ id: await runAgain(db, c.var.user.uid, c.req.valid('param').id) }, 200),
	);
	router.openapi(mark, async (c) => {
		const { mark } = c.req.valid('json');
		await markRun(db, c.var.user.uid, c.req.valid('param').id, mark);
		return c.json({ mark }, 200);
	});
	return router;
}
