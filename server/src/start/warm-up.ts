import { and, eq, not } from 'drizzle-orm';
import { automations } from '../automations/tables.ts';
import type { Db } from '../ports/database.ts';
import type { Model } from '../ports/model.ts';

/** Lets the model get ready before the first picture comes, if an automation waits for pictures: it takes a second and memory. */
export async function warmUp({ db, model }: { db: Db; model: Pick<Model, 'warmUp'> }): Promise<void> {
	if (!model.warmUp) return;
	const { id, _triggerType, _deleted, _paused } = automations;
	const watching = await db
		.select({ id })
		.from(automations)
		.where(and(eq(_triggerType, 'capture'), not(_deleted), not(_paused)))
		.limit(1);
	if (watching.length > 0) await model.warmUp();
}
