import type { Db } from '../ports/database.ts';
import type { ObjectStore } from '../ports/objects.ts';
import type { Queue } from '../ports/queue.ts';
import { prepareCapture, prepareCaptures } from './prepare.ts';

export async function deviceJobs(needs: { db: Db; objects: ObjectStore; queue: Queue }): Promise<void> {
	await needs.queue.work('prepare-capture', ({ captureId }) => prepareCapture(needs, captureId));
	await needs.queue.work('prepare-captures', ({ captureIds }) => prepareCaptures(needs, captureIds));
}
