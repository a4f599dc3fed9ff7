import { eq } from 'drizzle-orm';
import { keepFeatures, nextToLearn } from '../automations/examples.ts';
import { type ReadingNeeds, readConditionsAgain } from '../automations/read-again.ts';
import { automations } from '../automations/tables.ts';
import { publish } from '../base/events.ts';
import { workFor } from '../base/turns.ts';
import { prepareCapture } from '../devices/prepare.ts';
import type { Job } from '../ports/queue.ts';
import { openCapture, STILL_PREPARED } from './deciding/gather.ts';
import type { EngineNeeds } from './engine-needs.ts';

declare module '../ports/queue.ts' {
	interface Jobs {
		/** Pictures were marked as examples; the model looks at the new ones, and the prompt may mean something else. */
		'learn-examples': { uid: string; automationId: string };
	}
}

type Needs = Pick<EngineNeeds, 'db' | 'objects' | 'model' | 'modelTimeoutMs'>;

/** Open tabs get the progress after this many examples, and at the end. */
const PUBLISH_EVERY = 10;

/** Lets the model look at new examples, one after the other. Running it again continues where it stopped. */
async function learn(needs: Needs, automationId: string): Promise<void> {
	const { db, model } = needs;
	const { teaching } = model;
	const [automation] = await db
		.select({ owner: automations._owner })
		.from(automations)
		.where(eq(automations.id, automationId));
	if (!teaching || !automation) return;
	let learned = 0;
	const publishProgress = () => publish(db, automation.owner, { topic: 'automations', id: automationId });
	for (;;) {
		const next = await nextToLearn(db, automationId, teaching.version);
		if (!next) break;
		const features = await workFor({ owner: automation.owner }, async () => {
			const image = await pictureOf(needs, next.captureId);
			return image && (await teaching.learn(image, AbortSignal.timeout(needs.modelTimeoutMs)));
		});
		await keepFeatures(db, next.id, features);
		if (++learned % PUBLISH_EVERY === 0) await publishProgress();
	}
	if (learned > 0) await publishProgress();
}

/** Null if there is nothing to see in it. */
async function pictureOf(needs: Needs, captureId: string) {
	let opened = await openCapture(needs, captureId);
	if (opened === STILL_PREPARED) {
		await prepareCapture(needs, captureId);
		opened = await openCapture(needs, captureId);
	}
	return typeof opened === 'string' || opened.problem ? null : opened.image;
}

export const learnExamples: Job<'learn-examples', Needs & ReadingNeeds> = {
	async handle(needs, { automationId }) {
		await learn(needs, automationId);
		await readConditionsAgain(needs, { automationId });
	},
	retries: { times: 3, afterSeconds: 10 },
	// 200 pictures take some minutes.
	expireInSeconds: 1800,
};
