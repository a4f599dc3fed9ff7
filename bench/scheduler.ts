/** What a tick of the scheduler costs with many automations that are not due. */

import { newId } from '../server/src/base/ids.ts';
import { fireDue } from '../server/src/engine/triggers/schedule.ts';
import { median } from './median.ts';
import { withDatabase } from './stage.ts';

const TICKS = 201;

export async function measureTicks(url: string, sizes: number[]): Promise<number[]> {
	const uid = newId();
	return withDatabase({ url, dataDir: '' }, async ({ db }) => {
		await db.execute(`insert into users (id, email, name) values ('${uid}', '${uid}@example.com', 'Bench')`);
		const times: number[] = [];
		let made = 0;
		for (const size of sizes) {
			await db.execute(`
				insert into automations (id, _name, _owner, "_triggerType", _schedule, "_actionType", _limited, "_limitSchedule",
					trigger_device_type, action_prompt, next_fire_at)
				select '${uid}' || n, 'Bench', '${uid}', 'schedule', '{12:00}', 'save', false, '{}', 'conditional', '',
					now() + interval '1 day' from generate_series(${made + 1}, ${size}) n`);
			await db.execute(`analyze automations`);
			made = size;
			times.push(await median(TICKS, () => fireDue(db, new Date())));
		}
		await db.execute(`delete from users where id = '${uid}'`);
		return times;
	});
}
