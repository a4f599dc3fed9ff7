import type { OperatorLan } from '@watchword/contract/operator-lan';
import type { OperatorOverview } from '@watchword/contract/operator-status';
import { PATHS } from '@watchword/contract/paths';
import * as routes from '@watchword/contract/routes/operator';
import * as page from '@watchword/contract/routes/operator-page';
import { limit } from '../base/limits.ts';
import { commandLine } from '../base/release.ts';
import { newRouter, serve } from '../base/route.ts';
import type { Db } from '../ports/database.ts';
import type { Mailer } from '../ports/mailer.ts';
import type { Settings } from '../settings.ts';
import { describeMail, sendTestMail, setMail, unsetMail } from './mail.ts';
import { beginOperatorSession, operatorGuard } from './session.ts';
import type { ModelShelf } from './shelf.ts';

const USED = () => `This link has been used or is too old. For a new one: ${commandLine('admin')} open\n`;

/** A typing error or two, and not a way to send mails to many. */
const TEST_MAILS_PER_HOUR = 20;

interface Needs {
	db: Db;
	publicUrl: string;
	shelf: ModelShelf;
	settings: Settings;
	mailer: Mailer;
	lan: { describe(): Promise<OperatorLan>; set(on: boolean): Promise<OperatorLan> };
	readOverview: () => Promise<OperatorOverview>;
}

export function operatorRoutes({ db, publicUrl, shelf, settings, mailer, lan, readOverview }: Needs) {
	const router = newRouter();
	const secure = publicUrl.startsWith('https:');
	const guard = operatorGuard(db, secure);
	const own: typeof serve = (to, route, handle) => serve(to, route, handle, guard);

	router.get(PATHS.operator, async (c, next) => {
		const token = c.req.query('token');
		if (token === undefined) return next();
		c.header('cache-control', 'no-store');
		// A HEAD request must not use up the link.
		if (c.req.method !== 'GET' || !(await beginOperatorSession(db, c, secure, token)))
			return c.text(USED(), 410);
		return c.redirect(PATHS.operator);
	});

	own(router, routes.listModels, () => shelf.describe());
	own(router, routes.installModel, async ({ params }) => {
		await shelf.install(params.name);
		return shelf.describe();
	});
	own(router, routes.stopInstall, async ({ params }) => {
		await shelf.stop(params.name);
		return shelf.describe();
	});
	own(router, routes.testModel, async ({ params }) => {
		await shelf.test(params.name);
		return shelf.describe();
	});
	own(router, routes.useModel, async ({ params }) => {
		await shelf.use(params.name);
		return shelf.describe();
	});
	own(router, routes.removeModel, async ({ params }) => {
		await shelf.remove(params.name);
		return shelf.describe();
	});
	own(router, routes.listModelServers, async () => ({ items: await shelf.listServers() }));
	own(router, routes.useServedModel, async ({ body }) => {
		await shelf.useServed(body);
		return shelf.describe();
	});
	own(router, routes.pullModel, async ({ body }) => {
		shelf.pull(body);
		return shelf.describe();
	});
	own(router, routes.stopPull, async () => {
		await shelf.stopPull();
		return shelf.describe();
	});

	own(router, page.readOverview, readOverview);
	own(router, page.readLan, () => lan.describe());
	own(router, page.setLan, ({ body }) => lan.set(body.on));
	const mail = { db, settings, mailer };
	own(router, page.readMail, () => describeMail(mail));
	own(router, page.setMail, async ({ body }) => {
		await setMail(mail, body);
		return describeMail(mail);
	});
	own(router, page.unsetMail, async () => {
		await unsetMail(mail);
		return describeMail(mail);
	});
	own(router, page.testMail, async ({ body }) => {
		await limit(db, 'operator-test-mail', TEST_MAILS_PER_HOUR, 3600);
		await sendTestMail(mailer, body.to);
		return describeMail(mail);
	});
	return router;
}
