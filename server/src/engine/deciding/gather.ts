import { isUnreadable, PICTURE_PROBLEM_TEXT, type PictureProblem } from '@watchword/contract/picture-problem';
import { eq } from 'drizzle-orm';
import { examplesToJudgeBy } from '../../automations/examples.ts';
import { inLargeTurn } from '../../base/incoming.ts';
import { prepareCapture, recordProblem } from '../../devices/prepare.ts';
import { captures } from '../../devices/tables.ts';
import { pictureType } from '../../files/files.ts';
import { UNCHECKED } from '../../mail/reading/check-sender.ts';
import { readAttachments } from '../../mail/reading/read-attachments.ts';
import { readMail } from '../../mail/reading/read-mail.ts';
import { confirmedSender, whyNotAllowed } from '../../mail/reading/sender.ts';
import { mails } from '../../mail/tables.ts';
import { examinePicture } from '../../pictures/examine.ts';
import type { Question } from '../../ports/model.ts';
import { valueBefore } from '../../runs/values.ts';
import { hasMemory } from '../alerts/memory.ts';
import type { EngineNeeds } from '../engine-needs.ts';
import type { LeasedRun } from '../lease.ts';
import { storeStep } from '../step.ts';
import { openFrames } from './frames.ts';
import type { Asking } from './prompt.ts';

/** How long after a mail arrived its sender may be checked again. */
const CHECK_PATIENCE_MS = 10 * 60_000;

type Gathered = { run: LeasedRun } & (
	| { asking: Asking; skip?: undefined; unseen?: undefined }
	/** Why the run must not continue. */
	| { skip: string; unseen?: undefined }
	/** Why there is nothing to base a verdict on. */
	| { unseen: string; skip?: undefined }
);

/** Collects what the model needs to see. */
export async function gather(needs: EngineNeeds, run: LeasedRun): Promise<Gathered> {
	const asking: Asking = {
		parts: {
			prompt: run.action_prompt,
			...(run.condition && { condition: run.condition }),
			trigger: run._triggerType,
			wantsMail: run._actionType !== 'save',
			replies: run._actionType === 'replyToEmail',
			mail: null,
			...(run.surroundings && { surroundings: run.surroundings }),
			now: run._timestamp,
			zone: run.zone,
			fields: run.fields,
			earlier: (at) => valueBefore(needs.db, run._automationId, at),
		},
		images: [],
		attachments: [],
		unread: [],
	};
	if (run._triggerType === 'capture') return gatherCapture(needs, run, asking);
	if (run._triggerType === 'email') return gatherMail(needs, run, asking);
	return { run, asking };
}

/** The examples of an automation that watches captures, if the model learns from them. */
export async function examplesOf(
	{ db, model }: Pick<EngineNeeds, 'db' | 'model'>,
	automationId: string,
	trigger: Asking['parts']['trigger'],
) {
	return trigger === 'capture' && model.teaching ? examplesToJudgeBy(db, automationId) : [];
}

async function gatherCapture(needs: EngineNeeds, run: LeasedRun, asking: Asking): Promise<Gathered> {
	const id = run.trigger_captureId ?? '';
	// The run may start before the job that prepares pictures. Preparing twice gives the same result.
	if (!run.image) await prepareCapture(needs, id);
	const opened = await openCapture(needs, id, {
		knownPath: run.image,
		sketch: run.skipSame && hasMemory(run),
	});
	if (typeof opened === 'string') return { run, skip: opened };
	const { problem, image, path, sketch } = opened;
	if (problem) await recordProblem(needs.db, id, problem);
	const further =
		image && !problem && run.trigger_device_type === 'conditional'
			? await openFrames(needs, id, run.burst)
			: [];
	const change = {
		...(path !== null && run.trigger_capture !== path && { trigger_capture: path }),
		...(further.length > 0 && { trigger_frames: further.map((frame) => frame.path) }),
	};
	const shown = Object.keys(change).length > 0 ? await storeStep(needs.db, run, change) : run;
	const withPicture = image ? { ...shown, picture: image.bytes, ...(sketch && { sketch }) } : shown;
	if (problem || !image) return { run: withPicture, unseen: PICTURE_PROBLEM_TEXT[problem ?? 'broken'] };
	const images = [image, ...further.map((frame) => frame.image)];
	const examples = run.taught ? await examplesOf(needs, run._automationId, run._triggerType) : [];
	const parts = { ...asking.parts, surroundings: { ...run.surroundings, examples } };
	return { run: withPicture, asking: { ...asking, parts, images } };
}

export const STILL_PREPARED = 'This picture is still being prepared. Try again in a moment.';

interface OpenedCapture {
	/** Null if it cannot be read. */
	image: (Question['images'][number] & { bytes: Buffer; longestSide: number; ratio: number }) | null;
	path: string | null;
	problem: PictureProblem | null;
	/** If wanted: a run with a sketch is compared with the last one. */
	sketch: Buffer | null;
}

/**
 * A capture in the form a model may see, with its problem if it has one; or the reason why it cannot be opened. If its path is
 * known, the database is not queried.
 */
export async function openCapture(
	{ db, objects, model }: Pick<EngineNeeds, 'db' | 'objects' | 'model'>,
	id: string,
	{ knownPath = null, sketch = false }: { knownPath?: string | null; sketch?: boolean } = {},
): Promise<OpenedCapture | string> {
	let path = knownPath;
	let bytes = path && (await objects.read(path));
	if (!bytes) {
		const [capture] = await db.select().from(captures).where(eq(captures.id, id));
		if (isUnreadable(capture?.problem)) return unreadable(capture.problem);
		if (capture && !capture.image_path) return STILL_PREPARED;
		path = capture?.image_path ?? null;
		bytes = path && (await objects.read(path));
	}
	if (!path || !bytes) return 'The capture is not kept any more.';
	const made = await examinePicture(path, bytes, { sketch, square: model.square });
	const { width, height, problem, square } = made;
	if (isUnreadable(problem)) return unreadable(problem);
	const image = {
		contentType: pictureType(path),
		bytes,
		longestSide: Math.max(width, height),
		ratio: width / height,
		...(square && { squared: square }),
	};
	// A sketch may have been made for another automation.
	return { image, path, problem, sketch: (sketch && made.sketch) || null };
}

const unreadable = (problem: PictureProblem): OpenedCapture => ({
	image: null,
	path: null,
	problem,
	sketch: null,
});

async function gatherMail(needs: EngineNeeds, run: LeasedRun, asking: Asking): Promise<Gathered> {
	const [mail] = await needs.db
		.select()
		.from(mails)
		.where(eq(mails.id, run.trigger_mailId ?? ''));
	if (!mail) return { run, skip: 'The mail is not kept any more.' };
	const replies = run._actionType === 'replyToEmail';
	// What happens next depends on the sender. If DNS does not answer, the run waits for a while.
	const mayWait =
		(replies || run.allowedSenders.length > 0) && Date.now() - run._timestamp.getTime() < CHECK_PATIENCE_MS;
	const read = run.trigger_reply ? run : await storeStep(needs.db, run, await readMail(needs, mail, mayWait));
	const sender = confirmedSender(read.trigger_reply?.author ?? null, read.trigger_checks ?? UNCHECKED);
	const skip = whyNotAllowed(sender, run.allowedSenders);
	if (skip) return { run: read, skip };
	const refused = replies && read.trigger_reply?.refused;
	if (refused) return { run: read, skip: `No reply was sent: ${refused}.` };
	const attached = read.trigger_attachments.map((attachment) => ({
		...attachment,
		open: () => needs.objects.read(attachment.path),
	}));
	const bytes = attached.reduce((sum, { size }) => sum + size, 0);
	const { images, texts, unread } = await inLargeTurn(run._owner, bytes, () => readAttachments(attached));
	return {
		run: read,
		asking: {
			...asking,
			parts: {
				...asking.parts,
				mail: {
					from: read.trigger_from ?? '',
					subject: read.trigger_subject ?? '',
					text: read.trigger_text ?? '',
					sender,
					attachments: read.trigger_attachments.filter(({ cid }) => !cid).map(({ name }) => name),
					...(read.trigger_reply?.marks && { marks: read.trigger_reply.marks }),
				},
			},
			images,
			attachments: texts,
			unread: [...read.trigger_unread, ...unread],
		},
	};
}
