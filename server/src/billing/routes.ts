import * as routes from '@watchword/contract/routes/billing';
import { stream } from 'hono/streaming';
import { newRouter, type SignedInGuard, serve } from '../base/route.ts';
import type { Db } from '../ports.ts';
import { readBilling } from './billing.ts';
import { statementHead, statementRow } from './csv.ts';
import { everyLine, readOutlook, readStatement } from './statement.ts';

interface Needs {
	db: Db;
	signedIn: SignedInGuard;
	creditsPerRun: number;
}

export function billingRoutes({ db, signedIn, creditsPerRun }: Needs) {
	const router = newRouter();
	router.use('/api/billing/*', signedIn);
	serve(router, routes.readBilling, ({ user }) => readBilling(db, user.uid));
	serve(router, routes.readOutlook, ({ user }) => readOutlook(db, user.uid, creditsPerRun));
	serve(router, routes.readStatement, ({ user, query }) => readStatement(db, user.uid, query));
	serve(router, routes.downloadStatement, async ({ user, query, c }) => {
		const lines = everyLine(db, user.uid, query);
		// Read before the response starts, so that a bad request can still be refused.
		const first = await lines.next();
		c.header('content-type', 'text/csv; charset=utf-8');
		c.header('content-disposition', `attachment; filename="credits-${query.from}-${query.to}.csv"`);
		return stream(c, async (out) => {
			await out.write(statementHead());
			if (!first.done) await out.write(statementRow(first.value));
			for await (const line of lines) await out.write(statementRow(line));
		});
	});
	return router;
}
