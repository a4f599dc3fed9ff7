import * as routes from '@watchword/contract/routes/billing';
import { newRouter, type SignedInGuard, serve, streamTexts } from '../base/route.ts';
import type { Db } from '../ports/database.ts';
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
		async function* texts() {
			yield statementHead();
			if (!first.done) yield statementRow(first.value);
			for await (const line of lines) yield statementRow(line);
		}
		return streamTexts(c, texts());
	});
	return router;
}
