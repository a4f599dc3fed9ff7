import { tryAutomation as route } from '@watchword/contract/routes/automations';
import type { Trial, TrialRequest } from '@watchword/contract/trial';
import { limitBody } from '../base/body.ts';
import { newRouter, type SignedInGuard, serve } from '../base/route.ts';

/** A pasted mail may be larger than the body of other requests. */
const BODY = { maxBytes: 2 * 1024 * 1024, what: 'A mail to try' };

interface Needs {
	signedIn: SignedInGuard;
	/** Asks the model as a run would. */
	tryAutomation(uid: string, id: string, request: TrialRequest, cancelled: AbortSignal): Promise<Trial>;
}

export function trialRoutes({ signedIn, tryAutomation }: Needs) {
	const router = newRouter();
	router.post('/api/automations/:id/try', signedIn, limitBody(BODY));
	// When the customer stops waiting, the model stops too.
	serve(router, route, ({ user, params, body, c }) =>
		tryAutomation(user.uid, params.id, body, c.req.raw.signal),
	);
	return router;
}
