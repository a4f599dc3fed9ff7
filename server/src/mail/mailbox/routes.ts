import * as routes from '@watchword/contract/routes/automations';
import { readAutomation } from '../../automations/automations.ts';
import { newRouter, type SignedInGuard, serve } from '../../base/route.ts';
import type { Db } from '../../ports/database.ts';
import { automationMail } from './state.ts';

interface Needs {
	db: Db;
	signedIn: SignedInGuard;
	hasMailbox: boolean;
}

export function mailboxRoutes({ db, signedIn, hasMailbox }: Needs) {
	const router = newRouter();
	router.use('/api/automations/*', signedIn);
	serve(router, routes.readAutomationMail, async ({ user, params }) => {
		await readAutomation(db, user.uid, params.id);
		return automationMail(db, params.id, hasMailbox);
	});
	return router;
}
