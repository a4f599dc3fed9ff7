import type { Db, ObjectStore, Queue } from '../../ports.ts';
import type { LocalWorker } from '../worker.ts';

/** What triggers need to store a signal from outside and to start its runs. */
export interface IntakeNeeds {
	db: Db;
	queue: Queue;
	objects: ObjectStore;
	/** The worker of this process, if it has one. */
	worker?: LocalWorker | undefined;
}
