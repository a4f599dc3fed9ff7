import { Readable } from 'node:stream';
import * as routes from '@watchword/contract/routes/files';
import { limit } from '../base/limits.ts';
import type { Places } from '../base/places.ts';
import { newRouter, type SignedInGuard, serve } from '../base/route.ts';
import type { Db } from '../ports/database.ts';
import type { ObjectStore } from '../ports/objects.ts';
import type { Queue } from '../ports/queue.ts';
import { listZips, openZip } from './archive.ts';
import { askToDeleteFolder, deleteSaved } from './delete.ts';
import { listFolders, listSaved } from './saved.ts';

interface Needs {
	db: Db;
	queue: Queue;
	objects: ObjectStore;
	bucket: string;
	places: Places;
	signedIn: SignedInGuard;
}

const ZIPS_PER_HOUR = 100;

/** What automations saved, for the Files screen. */
export function savedRoutes(needs: Needs) {
	const { db, objects, bucket, places } = needs;
	const router = newRouter();
	router.use('/api/files/*', needs.signedIn);
	serve(router, routes.listFolders, async ({ user }) => ({ items: await listFolders(db, user.uid) }));
	serve(router, routes.listSaved, ({ user, query }) => listSaved(db, bucket, user, query));
	serve(router, routes.deleteSaved, async ({ user, params }) => {
		await deleteSaved(needs, user.uid, params.id);
		return { deleted: 1 };
	});
	serve(router, routes.deleteFolder, ({ user, params }) => askToDeleteFolder(needs, user.uid, params.id));
	serve(router, routes.listZips, async ({ user, query }) => ({
		parts: await listZips(db, user.uid, query),
	}));
	serve(router, routes.downloadZip, async ({ user, query, c }) => {
		await limit(db, `zip:${user.uid}`, ZIPS_PER_HOUR, 3600);
		const { name, stream } = await openZip(db, objects, user.uid, query, places.publicUrl);
		const ascii = name.replace(/[^\x20-\x7e]/g, '_');
		c.header('content-type', 'application/zip');
		c.header(
			'content-disposition',
			`attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name)}`,
		);
		return c.body(Readable.toWeb(stream) as ReadableStream<Uint8Array>);
	});
	return router;
}
