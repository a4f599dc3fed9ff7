import { answerPage, type PlainPage, tooMany } from '../../base/html.ts';
import { newRouter } from '../../base/route.ts';
import type { Db } from '../../ports/database.ts';
import type { Queue } from '../../ports/queue.ts';
import { originOf } from '../history.ts';
import { type AddressLink, cancelAddressChange, confirmAddress, findAddressLink } from './address-change.ts';

const PATH = '/address';

export const addressLink = (publicUrl: string, token: string) => `${publicUrl}${PATH}/${token}`;

/** The pages that the links of an address change open. Opening one changes nothing, because mail scanners open links, too. */
export function addressRoutes(db: Db, queue: Queue) {
	const router = newRouter();
	router.get(`${PATH}/:token`, async (c) => {
		const link = await findAddressLink(db, c.req.param('token'));
		return answerPage(c, link ? question(link) : ((await tooMany(c, db, 'address')) ?? UNKNOWN));
	});
	router.post(`${PATH}/:token`, async (c) => {
		const refused = await tooMany(c, db, 'address');
		if (refused) return answerPage(c, refused);
		const link = await findAddressLink(db, c.req.param('token'));
		if (!link) return answerPage(c, UNKNOWN);
		const asked = c.req.query('do');
		if (asked === 'stop') {
			await cancelAddressChange(db, link.uid);
			c.var.log.info({ uid: link.uid }, 'address change stopped');
			return answerPage(c, STOPPED);
		}
		if (asked !== 'agree') return answerPage(c, { ...question(link), status: 400 });
		const outcome = await confirmAddress(db, queue, link, originOf(c));
		c.var.log.info({ uid: link.uid, side: link.side, outcome }, 'address change');
		return answerPage(c, OUTCOMES[outcome](link));
	});
	return router;
}

const UNKNOWN: PlainPage = {
	title: 'This link does not work',
	words: 'It has been used, it has run out, or the change was stopped. Nothing was changed.',
	status: 404,
};

const STOPPED: PlainPage = {
	title: 'The address stays as it is',
	words:
		'The change was stopped. If you did not ask for it, somebody may know your password: set a new one in the portal.',
};

const otherOf = ({ side, old, email }: AddressLink) => (side === 'old' ? email : old);

const OUTCOMES: Record<Awaited<ReturnType<typeof confirmAddress>>, (link: AddressLink) => PlainPage> = {
	waits: (link) => ({
		title: 'This address has agreed',
		words: `The change is made once the link that was mailed to ${otherOf(link)} has been confirmed, too.`,
	}),
	changed: ({ email }) => ({
		title: 'The address is changed',
		words: `Sign in with ${email} from now on. Your password and everything else stay as they are.`,
	}),
	gone: () => UNKNOWN,
	taken: () => ({
		title: 'The address stays as it is',
		words: 'The new address has been given to another account. Nothing was changed.',
	}),
};

function question(link: AddressLink): PlainPage {
	if (link.confirmed) return OUTCOMES.waits(link);
	return {
		title: 'Change the address of your account?',
		words: `Your Watchword account is to have the address ${link.email} instead of ${link.old}.`,
		after: `<form method="post">
<button formaction="?do=agree">Change the address</button>
<button formaction="?do=stop" class="quiet">Stop the change</button>
</form>`,
	};
}
