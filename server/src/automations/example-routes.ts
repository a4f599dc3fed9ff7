import type { ExampleSheet } from '@watchword/contract/example';
import * as routes from '@watchword/contract/routes/examples';
import { limit } from '../base/limits.ts';
import { newRouter, type SignedInGuard, serve } from '../base/route.ts';
import { surroundingsOf } from '../devices/devices.ts';
import type { Db } from '../ports/database.ts';
import type { Model } from '../ports/model.ts';
import type { Queue } from '../ports/queue.ts';
import { readAutomation } from './automations.ts';
import { examplesToJudgeBy, listExamples, type MarkedRun, markExamples } from './examples.ts';

/** More marks than anyone sets by hand. */
const MARKS_PER_HOUR = 2000;

interface Needs {
	db: Db;
	queue: Queue;
	signedIn: SignedInGuard;
	/** Gives undefined if the model that decides now does not learn from examples. */
	teaching(): Model['teaching'];
	markedRuns(db: Db, automationId: string): Promise<MarkedRun[]>;
}

export function exampleRoutes({ db, queue, signedIn, teaching, markedRuns }: Needs) {
	const router = newRouter();
	router.use('/api/automations/:id/examples', signedIn);

	const sheetOf = async (uid: string, id: string, signal: AbortSignal): Promise<ExampleSheet> => {
		const { action_prompt, trigger_device_deviceID } = await readAutomation(db, uid, id);
		const examples = await listExamples(db, id);
		const learner = teaching();
		const none = { examples, taught: null, test: null, used: learner !== undefined };
		if (!learner || examples.length === 0) return none;
		const surroundings = {
			...(await surroundingsOf(db, uid, trigger_device_deviceID)),
			examples: await examplesToJudgeBy(db, id),
		};
		return { ...none, ...(await learner.test(action_prompt, surroundings, signal)) };
	};

	serve(router, routes.readExamples, ({ user, params, c }) => sheetOf(user.uid, params.id, c.req.raw.signal));
	serve(router, routes.markExamples, async ({ user, params, body, c }) => {
		await readAutomation(db, user.uid, params.id);
		await limit(db, `examples:${user.uid}`, MARKS_PER_HOUR, 3600);
		await markExamples(db, queue, user.uid, params.id, body, markedRuns);
		return sheetOf(user.uid, params.id, c.req.raw.signal);
	});
	return router;
}
