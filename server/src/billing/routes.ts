import { createRoute, z } from '@hono/zod-openapi';
import * as contract from '@watchword/contract/billing';
import { stream } from 'hono/streaming';
import type { Db } from '../ports.ts';
import { answers, newRouter, type SignedInGuard } from '../route.ts';
import { readBilling } from './billing.ts';
import { csvHead, csvLine } from './csv.ts';
import { everyLine, readOutlook, readStatement } from './statement.ts';

const tags = ['Billing'];
const filter = { query: contract.statementFilter };

const read = createRoute({
	method: 'get',
	path: '/api/billing',
	summary: 'The credit balance of the signed-in user',
	tags,
	responses: answers('The balance.', contract.billing),
});

const outlook = createRoute({
	method: 'get',
	path: '/api/billing/outlook',
	summary: 'How long the credits last at the rate of the last seven days',
	tags,
	responses: answers('The rate, and the days that are left at it.', contract.outlook),
});

const statement = createRoute({
	method: 'get',
	path: '/api/billing/statement',
	summary: 'What was bought, and what each automation cost on each day',
	tags,
	request: filter,
	responses: answers('The latest day first, a page at a time.', contract.statement),
});

const file = createRoute({
	method: 'get',
	path: '/api/billing/statement.csv',
	summary: 'The same statement as a file for a spreadsheet',
	tags,
	request: filter,
	responses: {
		...answers('All of it.', z.string()),
		200: { description: 'All of it.', content: { 'text/csv': { schema: z.string() } } },
	},
});

interface Needs {
	db: Db;
	signedIn: SignedInGuard;
	creditsPerRun: number;
}

export function billingRoutes({ db, signedIn, creditsPerRun }: Needs) {
	const router = newRouter();
	router.use('/api/billing/*', signedIn);
	router.openapi(read, async (c) => c.json(await readBilling(db, c.var.user.uid), 200));
	router.openapi(outlook, async (c) => c.json(await readOutlook(db, c.var.user.uid, creditsPerRun), 200));
	router.openapi(statement, async (c) =>
		c.json(await readStatement(db, c.var.user.uid, c.req.valid('query')), 200),
	);
	router.openapi(file, async (c) => {
		const wanted = c.req.valid('query');
		const lines = everyLine(db, c.var.user.uid, wanted);
		// The first line before the answer begins: what is wrong with the request can still be said then.
		const first = await lines.next();
		c.header('content-type', 'text/csv; charset=utf-8');
		c.header('content-disposition', `attachment; filename="credits-${wanted.from}-${wanted.to}.csv"`);
		return stream(c, async (out) => {
			await out.write(csvHead());
			if (!first.done) await out.write(csvLine(first.value));
			for await (const line of lines) await out.write(csvLine(line));
		}) as never;
	});
	return router;
}
