import { answerPage, type PlainPage, tooMany } from '../base/html.ts';
import { newRouter } from '../base/route.ts';
import type { Db } from '../ports/database.ts';
import { findRecipient, setUnsubscribed, UNSUBSCRIBE_ROUTE } from './recipients.ts';

/**
 * The target of the List-Unsubscribe header of our mails (RFC 8058). Mail programs and scanners open links by themselves, so
 * a GET changes nothing. A mail program sends a POST to the address, and so does the button that a person presses. Only wrong
 * links are counted: the machines of a mail provider send the POSTs of many people.
 */
export function unsubscribeRoutes(db: Db) {
	const router = newRouter();
	router.get(UNSUBSCRIBE_ROUTE, async (c) => {
		const recipient = await findRecipient(db, c.req.param('id'));
		if (!recipient) return answerPage(c, (await tooMany(c, db, 'unsubscribe')) ?? UNKNOWN);
		return answerPage(c, recipient.unsubscribed ? ended(recipient.address) : asking(recipient.address));
	});
	router.post(UNSUBSCRIBE_ROUTE, async (c) => {
		const recipient = await findRecipient(db, c.req.param('id'));
		if (!recipient) return answerPage(c, (await tooMany(c, db, 'unsubscribe')) ?? UNKNOWN);
		const undo = c.req.query('undo') !== undefined;
		await setUnsubscribed(db, recipient.id, !undo);
		return answerPage(c, undo ? asking(recipient.address) : ended(recipient.address));
	});
	return router;
}

const UNKNOWN: PlainPage = {
	title: 'This link does not work',
	words: 'It is not complete, or the account it belongs to is gone.',
	status: 404,
};

const asking = (address: string): PlainPage => ({
	title: 'Stop these mails?',
	words: `An automation sends mail to ${address}. You can end all mail from this account to your address.`,
	after:
		'<form method="post" action="?"><button name="List-Unsubscribe" value="One-Click">Stop these mails</button></form>',
});

const ended = (address: string): PlainPage => ({
	title: 'You get no more of these mails',
	words: `Automations of this account no longer send mail to ${address}.`,
	after: '<form method="post" action="?undo"><button class="quiet">Undo</button></form>',
});
