import * as routes from '@watchword/contract/routes/operation';
import { hasCode, Refusal } from '../base/failures.ts';
import { LARGE_BYTES, type Spool } from '../base/incoming.ts';
import { countUse } from '../base/limits.ts';
import { newRouter, serve } from '../base/route.ts';
import type { Db } from '../ports/database.ts';
import type { ObjectStore } from '../ports/objects.ts';

export interface HealthNeeds {
	db: Db;
	objects: ObjectStore;
	spool: Spool;
}

const OK = { status: 'ok' } as const;

/** Something is stored at most this often, however often somebody asks. */
const FRESH_MS = 2000;
/** A nearly full disk has room for a few bytes. */
const BYTES = Buffer.alloc(LARGE_BYTES + 1);
/** Processes may write it at the same moment. */
const PATH = 'ready';

export function healthRoutes(needs: HealthNeeds) {
	const router = newRouter();
	let tried = { at: Number.NEGATIVE_INFINITY, stored: Promise.resolve() };
	serve(router, routes.checkAlive, () => OK);
	serve(router, routes.checkReady, async () => {
		const now = performance.now();
		if (now - tried.at > FRESH_MS) tried = { at: now, stored: store(needs) };
		await tried.stored;
		return OK;
	});
	return router;
}

/** Stores something in every place that must have room. Refuses with the first that does not work. */
async function store({ db, objects, spool }: HealthNeeds): Promise<void> {
	const places: [name: string, storing: Promise<unknown>][] = [
		['the database', countUse(db, PATH, 60)],
		[
			'the file storage',
			objects.put(PATH, BYTES, 'application/octet-stream').then(() => objects.delete(PATH)),
		],
		['the data folder', spool.keep(new Blob([BYTES]).stream()).then(({ drop }) => drop())],
	];
	const results = await Promise.allSettled(places.map(([, storing]) => storing));
	for (const [index, result] of results.entries()) {
		if (result.status === 'fulfilled') continue;
		const { reason: cause } = result;
		const why = hasCode(cause, FULL) ? 'is full' : 'cannot be written';
		throw new Refusal('unavailable', `Nothing can be stored: ${places[index]?.[0]} ${why}.`, { cause });
	}
}

const FULL = /^(?:ENOSPC|EDQUOT|53100)$/;
