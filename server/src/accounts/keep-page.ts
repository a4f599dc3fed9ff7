import { answerPage, type PlainPage, tooMany } from '../base/html.ts';
import { newRouter } from '../base/route.ts';
import type { Db } from '../ports/database.ts';
import { originOf } from './history.ts';
import { accountToKeep, KEEP_PATH, stay } from './leaving.ts';

/** Where the deletion mails lead: a button that keeps the account, without signing in. Opening the page changes nothing. */
export function keepRoutes(db: Db) {
	const router = newRouter();
	router.get(`${KEEP_PATH}/:token`, async (c) => {
		const found = await accountToKeep(db, c.req.param('token'));
		return answerPage(c, found ? QUESTION : ((await tooMany(c, db, 'keep-account')) ?? UNKNOWN));
	});
	router.post(`${KEEP_PATH}/:token`, async (c) => {
		const refused = await tooMany(c, db, 'keep-account');
		if (refused) return answerPage(c, refused);
		const found = await accountToKeep(db, c.req.param('token'));
		if (!found) return answerPage(c, UNKNOWN);
		await stay(db, found.uid, originOf(c));
		c.var.log.info({ uid: found.uid }, 'account kept');
		return answerPage(c, KEPT);
	});
	return router;
}

const QUESTION: PlainPage = {
	title: 'Keep this account?',
	words: 'Its deletion was asked for. If you keep it, everything stays as it is.',
	after: '<form method="post"><button>Keep my account</button></form>',
};

const KEPT: PlainPage = {
	title: 'The account stays',
	words: 'Nothing was deleted. If it was not you who asked for the deletion, set a new password now.',
	after: '<p><a href="/signin">Sign in</a> · <a href="/resetpassword">Set a new password</a></p>',
};

const UNKNOWN: PlainPage = {
	title: 'This link does not work',
	words: 'It is not complete, the account was already kept, or its time is over.',
	after: '<p><a href="/signin">Sign in</a></p>',
	status: 404,
};
