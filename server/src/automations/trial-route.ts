import { createRoute, z } from '@hono/zod-openapi';
import { id } from '@watchword/contract/ids';
import { type Trial, type TrialRequest, trial, trialRequest } from '@watchword/contract/trial';
import { bodyLimit } from 'hono/body-limit';
import { Refusal } from '../refusal.ts';
import { answers, jsonBody, newRouter, type SignedInGuard } from '../route.ts';

/** A pasted mail may be larger than what other requests carry. */
export const TRIAL_PATH = '/api/automations/:id/try';
const BODY_LIMIT = 2 * 1024 * 1024;

const route = createRoute({
	method: 'post',
	path: '/api/automations/{id}/try',
	summary: 'Try an automation as it stands in the editor, without sending, storing or charging anything',
	tags: ['Automations'],
	request: { params: z.object({ id }), ...jsonBody(trialRequest) },
	responses: answers('What would have happened. A model that fails is `unavailable`, and says why.', trial),
});

interface Needs {
	signedIn: SignedInGuard;
	/** Asks the model what a run would ask it. */
	tryAutomation(uid: string, id: string, request: TrialRequest, cancelled: AbortSignal): Promise<Trial>;
}

export function trialRoutes({ signedIn, tryAutomation }: Needs) {
	const router = newRouter();
	router.use(TRIAL_PATH, signedIn, bodyLimit({ maxSize: BODY_LIMIT, onError: refuseLarge }));
	router.openapi(route, async (c) => {
		const { user } = c.var;
		// Whoever stops waiting stops the model too.
		const { signal } = c.req.raw;
		return c.json(await tryAutomation(user.uid, c.req.valid('param').id, c.req.valid('json'), signal), 200);
	});
	return router;
}

function refuseLarge(): never {
	throw new Refusal('payload-too-large', `A mail to try may have at most ${BODY_LIMIT / 1024 / 1024} MB.`);
}
