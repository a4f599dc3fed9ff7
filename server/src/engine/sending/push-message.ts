import type { PushMessage } from '@watchword/contract/push';
import { eq } from 'drizzle-orm';
import { snoozeLinkOf, snoozeUrls } from '../../automations/snooze-links.ts';
import { type MessageWords, messageWords } from '../../deliveries/messages.ts';
import { prepareCapture } from '../../devices/prepare.ts';
import { captures } from '../../devices/tables.ts';
import { findFile } from '../../files/files.ts';
import type { Db } from '../../ports/database.ts';
import { automationRuns } from '../../runs/tables.ts';
import { isToldAtOnce } from '../alerts/told.ts';
import type { LeasedDelivery } from './lease.ts';
import type { DeliveryNeeds } from './sender.ts';

/** What a message needs to know about its run. */
type PushedRun = NonNullable<Awaited<ReturnType<typeof findPushed>>>;

export async function findPushed(db: Db, runId: string | null) {
	const { id, _automationId, _episodeId, trigger_capture, trigger_captureId, action_firstLook } =
		automationRuns;
	const [run] = await db
		.select({ id, _automationId, _episodeId, trigger_capture, trigger_captureId, action_firstLook })
		.from(automationRuns)
		.where(eq(id, runId ?? ''));
	return run;
}

/** The words were stored with the delivery. Addresses are created now, so that they work when the message arrives. */
export async function messageOf(
	needs: DeliveryNeeds,
	run: PushedRun,
	{ event, payload }: LeasedDelivery,
): Promise<PushMessage> {
	const picture = await pictureOf(needs, run);
	const isQuestion = event === 'ask';
	return {
		...messageWords(payload as unknown as MessageWords),
		// Messages about one episode replace each other.
		tag: isQuestion ? `ask-${run.id}` : tagOf(run),
		...(event === 'update' && { quiet: true }),
		url: `/app/runs?run=${run.id}`,
		...(picture && { picture }),
		...(!isQuestion && { snooze: await snoozeOf(needs.db, run) }),
	};
}

/** What was told at once was told before its episode began, which then has the id of the run. */
const tagOf = (run: PushedRun) => (isToldAtOnce(run) ? run.id : (run._episodeId ?? run.id));

const snoozeOf = async (db: Db, run: PushedRun) =>
	snoozeUrls('', await snoozeLinkOf(db, run._automationId, run.id)).hour;

/** The address of the thumbnail, which opens without signing in; null if there is no capture. */
async function pictureOf(needs: DeliveryNeeds, run: PushedRun): Promise<string | null> {
	if (run.trigger_capture === null) return null;
	const path = (await smallVersion(needs, run.trigger_captureId)) ?? run.trigger_capture;
	const file = await findFile(needs.db, path);
	if (!file) return null;
	return `/v0/b/${needs.bucket}/o/${encodeURIComponent(path)}?alt=media&token=${file.downloadToken}`;
}

/** Thumbnails are made on demand, which may be now. */
async function smallVersion({ db, objects, log }: DeliveryNeeds, id: string | null): Promise<string | null> {
	if (id === null) return null;
	const find = async () => {
		const [capture] = await db.select().from(captures).where(eq(captures.id, id));
		return capture?.thumb_path ?? null;
	};
	const known = await find();
	if (known) return known;
	await prepareCapture({ db, objects }, id).catch((error: unknown) =>
		log.warn({ err: error, capture: id }, 'no thumbnail for a push message'),
	);
	return find();
}
