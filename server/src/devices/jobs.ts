import type { Queue } from '../ports.ts';
import type { IntakeNeeds } from './captures.ts';
import { prepareCapture } from './prepare.ts';

export async function deviceJobs(needs: IntakeNeeds & { queue: Queue }): Promise<void> {
	await needs.queue.work('prepare-capture', ({ captureId }) => prepareCapture(needs, captureId));
}
