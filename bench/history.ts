/** A page of 50 runs by every filter, with few and with very many runs of one customer. */

import { writeCursor } from '../server/src/base/cursor.ts';
import { newId } from '../server/src/base/ids.ts';
import { listRuns } from '../server/src/runs/runs.ts';
import { median } from './median.ts';
import { automationId, seedAutomations, seedRuns } from './seed-runs.ts';
import { withDatabase } from './stage.ts';

const REPEATS = 21;

const uid = newId();
const automation = automationId(uid, 4);
const day = Math.round(Date.now() / 1000) - 86_400;

const FILTERS = {
	none: {},
	automation: { automation },
	trigger: { trigger: 'capture' },
	outcome: { outcome: 'failed' },
	'outcome that no run has': { outcome: 'open' },
	date: { from: day - 86_400, to: day },
	'automation, trigger, outcome': { automation, trigger: 'schedule', outcome: 'done' },
	'a combination no run has': { automation, trigger: 'email', outcome: 'done' },
	'search, in half of them': { search: 'person' },
	'search, in 1 of 100': { search: 'invoice' },
	'search, in 1 of 1000': { search: 'parcel' },
	'search, in one': { search: 'umbrella' },
	'search, a word of all of them and the beginning of a rare one': { search: 'order 7777' },
	'search, in 1 of 1000, oldest first': { search: 'parcel', order: 'oldest' },
	'search and automation': { search: 'parcel', automation },
	'search, in none': { search: 'elephant' },
	'search and outcome': { search: 'person', outcome: 'failed' },
} satisfies Record<string, Parameters<typeof listRuns>[2]>;

/** The median time of each kind of page at each size, in milliseconds. */
export async function measureHistory(url: string, sizes: number[]): Promise<Record<string, number[]>> {
	return withDatabase({ url, dataDir: '' }, async ({ db }) => {
		await db.execute(`insert into users (id, email, name) values ('${uid}', '${uid}@example.com', 'Bench')`);
		await seedAutomations(db, uid);
		const times: Record<string, number[]> = {};
		let seeded = 0;
		for (const size of sizes) {
			await seedRuns(db, uid, seeded, size);
			seeded = size;
			await db.execute('vacuum analyze automation_runs');
			const middle = writeCursor([Date.now() - size * 20_000, 'a'.repeat(20)]);
			for (const [filter, given] of Object.entries({
				...FILTERS,
				'none, in the middle': { cursor: middle },
			})) {
				times[filter] = [...(times[filter] ?? []), await median(REPEATS, () => listRuns(db, uid, given))];
			}
		}
		return times;
	});
}
