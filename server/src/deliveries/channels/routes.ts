import * as routes from '@watchword/contract/routes/channels';
import { originOf } from '../../accounts/history.ts';
import { newRouter, type SignedInGuard, serve } from '../../base/route.ts';
import type { Db } from '../../ports/database.ts';
import { addChannel, editChannel, listChannels, removeChannel, testChannel } from './channels.ts';
import type { ChannelNeeds } from './send.ts';

interface Needs extends ChannelNeeds {
	db: Db;
	signedIn: SignedInGuard;
}

export function channelRoutes({ signedIn, ...needs }: Needs) {
	const { db } = needs;
	const router = newRouter();
	for (const path of ['/api/channels', '/api/channels/*']) router.use(path, signedIn);
	serve(router, routes.listChannels, async ({ user }) => ({ items: await listChannels(db, user.uid) }));
	serve(router, routes.addChannel, ({ user, body, c }) => addChannel(needs, user.uid, body, originOf(c)));
	serve(router, routes.editChannel, ({ user, params, body, c }) =>
		editChannel(needs, user.uid, params.id, body, originOf(c)),
	);
	serve(router, routes.removeChannel, async ({ user, params, c }) => {
		await removeChannel(db, user.uid, params.id, originOf(c));
		return {};
	});
	serve(router, routes.testChannel, ({ user, params }) => testChannel(needs, user.uid, params.id));
	return router;
}
