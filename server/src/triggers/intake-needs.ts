import type { LocalWorker } from '../engine/worker.ts';
import type { Db } from '../ports/database.ts';
import type { ObjectStore } from '../ports/objects.ts';
import type { Queue } from '../ports/queue.ts';

/** What triggers need to store a signal from outside and to start its runs. */
export interface IntakeNeeds {
	db: Db;
	queue: Queue;
	objects: ObjectStore;
	/** The worker of this process, if it has one. */
	worker?: LocalWorker | undefined;
}
