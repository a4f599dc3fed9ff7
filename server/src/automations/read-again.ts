import { isDeepStrictEqual } from 'node:util';
import { beyondIn } from '@watchword/contract/condition';
import { and, asc, eq, gt, isNull, not } from 'drizzle-orm';
import { publish } from '../base/events.ts';
import type { Db } from '../ports/database.ts';
import type { Job, Jobs, Queue } from '../ports/queue.ts';
import { knownCondition } from './known-condition.ts';
import type { ReadCondition } from './read-condition.ts';
import { automations } from './tables.ts';

declare module '../ports/queue.ts' {
	interface Jobs {
		/**
		 * What gives prompts their meaning has changed: the zones of a device, or the examples of an automation. Without either, those
		 * that have no condition yet are read; `after` is the id of the last one that was.
		 */
		'read-conditions': { uid?: string; deviceId?: string; automationId?: string; after?: string };
	}
}

/** Small enough that a job which is repeated has little to do again. */
const BATCH = 200;

export interface ReadingNeeds {
	db: Db;
	queue: Queue;
	readCondition: ReadCondition;
	/** Whether the built-in model decides. */
	isBuiltIn(): boolean;
	/** Whether it found a verdict in one of the newest runs of an automation. */
	decidedLately(db: Db, automationId: string): Promise<boolean>;
}

/**
 * Reads prompts again whose conditions nobody changed by hand: those of a device whose zones are others now, of an automation with
 * other examples, or all that have no condition yet, because they are from a version that had none. If that version decided by words
 * that are beyond this one, the owner is told once. Like a pause, this makes no version and disturbs no open editor.
 */
export async function readConditionsAgain(needs: ReadingNeeds, job: Jobs['read-conditions']): Promise<void> {
	const { deviceId, automationId, after = '' } = job;
	const { id, _condition, _conditionChanged, _deleted, _owner, _version } = automations;
	const isFirst = deviceId === undefined && automationId === undefined;
	const follows = and(not(_deleted), not(_conditionChanged), isFirst ? isNull(_condition) : undefined);
	const found = await needs.db
		.select({
			...{ id, _owner, _version, _condition, action_prompt: automations.action_prompt },
			_triggerType: automations._triggerType,
			trigger_device_deviceID: automations.trigger_device_deviceID,
		})
		.from(automations)
		.where(
			and(
				follows,
				gt(id, after),
				deviceId === undefined ? undefined : eq(automations.trigger_device_deviceID, deviceId),
				automationId === undefined ? undefined : eq(id, automationId),
			),
		)
		.orderBy(asc(id))
		.limit(BATCH);
	for (const automation of found) {
		const before = knownCondition(automation._condition, automation.action_prompt);
		const read = await needs.readCondition(automation._owner, automation);
		if (isDeepStrictEqual(read, before)) continue;
		const words = read ? beyondIn(read) : [];
		const isLost =
			isFirst &&
			words.length > 0 &&
			needs.isBuiltIn() &&
			(await needs.decidedLately(needs.db, automation.id));
		const _nowBeyond = isLost ? { words, since: new Date().toISOString() } : null;
		await needs.db.transaction(async (tx) => {
			// A save in between has read its own prompt.
			const kept = await tx
				.update(automations)
				.set({ _condition: read, ...((isLost || words.length === 0) && { _nowBeyond }) })
				.where(and(eq(id, automation.id), eq(_version, automation._version), follows))
				.returning({ id });
			if (kept.length > 0) await publish(tx, automation._owner, { topic: 'automations', id: automation.id });
		});
	}
	const last = found.at(-1);
	if (last && found.length === BATCH)
		await needs.queue.send(needs.db, 'read-conditions', { ...job, after: last.id });
}

export const readConditions: Job<'read-conditions', ReadingNeeds> = {
	handle: readConditionsAgain,
	retries: { times: 3, afterSeconds: 10 },
};
