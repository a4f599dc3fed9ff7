import { eq } from 'drizzle-orm';
import { inspectImage } from '../devices/image.ts';
import { prepareCapture } from '../devices/prepare.ts';
import { captures } from '../devices/tables.ts';
import { pictureType } from '../files/files.ts';
import { mails } from '../runs/tables.ts';
import type { EngineNeeds } from './end.ts';
import type { LeasedRun } from './lease.ts';
import type { Asking } from './prompt.ts';
import { readAttachments } from './read-attachments.ts';
import { readMail } from './read-mail.ts';
import { storeStep } from './step.ts';

type Gathered = { run: LeasedRun } & ({ asking: Asking; skip?: undefined } | { skip: string });

/** Brings together what the model is to see. A run that must not go on says why. */
export async function gather(needs: EngineNeeds, run: LeasedRun): Promise<Gathered> {
	const asking: Asking = {
		parts: {
			prompt: run.action_prompt,
			trigger: run._triggerType,
			wantsMail: run._actionType !== 'save',
			mail: null,
			now: run._timestamp,
			zone: run.zone,
		},
		images: [],
		attachments: [],
	};
	if (run._triggerType === 'capture') return gatherCapture(needs, run, asking);
	if (run._triggerType === 'email') return gatherMail(needs, run, asking);
	return { run, asking };
}

async function gatherCapture(needs: EngineNeeds, run: LeasedRun, asking: Asking): Promise<Gathered> {
	const opened =
		(run.image && (await openPicture(needs, run.image))) ||
		(await openCapture(needs, run.trigger_captureId ?? ''));
	if (typeof opened === 'string') return { run, skip: opened };
	const shown =
		run.trigger_capture === opened.path
			? run
			: await storeStep(needs.db, run, { trigger_capture: opened.path });
	return { run: { ...shown, picture: opened.bytes }, asking: { ...asking, images: [opened] } };
}

/** The capture of a run; null where it has none, or none is left. */
export async function pictureOf({ objects }: EngineNeeds, run: LeasedRun): Promise<Buffer | null> {
	return run.picture ?? (run.trigger_capture ? objects.read(run.trigger_capture) : null);
}

/** A capture as a model may see it, or why it cannot be shown. */
export async function openCapture(needs: Pick<EngineNeeds, 'db' | 'objects'>, id: string) {
	const find = async () => {
		const [capture] = await needs.db.select().from(captures).where(eq(captures.id, id));
		return capture;
	};
	let capture = await find();
	// The model may come before the job that prepares pictures; both make the same.
	if (capture && !capture.image_path && !capture.problem) {
		await prepareCapture(needs, capture.id);
		capture = await find();
	}
	const opened = capture?.image_path && (await openPicture(needs, capture.image_path));
	if (!opened) return capture?.problem ?? 'The capture is not kept any more.';
	return { ...opened, thumb: capture?.thumb_path ?? null };
}

async function openPicture({ objects }: Pick<EngineNeeds, 'objects'>, path: string) {
	const bytes = await objects.read(path);
	if (!bytes) return null;
	const { width, height, clean } = inspectImage(bytes);
	return {
		path,
		contentType: pictureType(path),
		bytes,
		...(clean && { longestSide: Math.max(width, height) }),
	};
}

async function gatherMail(needs: EngineNeeds, run: LeasedRun, asking: Asking): Promise<Gathered> {
	const [mail] = await needs.db
		.select()
		.from(mails)
		.where(eq(mails.id, run.trigger_mailId ?? ''));
	if (!mail) return { run, skip: 'The mail is not kept any more.' };
	const read = run.trigger_reply ? run : await storeStep(needs.db, run, await readMail(needs, mail));
	const refused = run._actionType === 'replyToEmail' && read.trigger_reply?.refused;
	if (refused) return { run: read, skip: `No reply was sent: ${refused}.` };
	const { images, texts } = await readAttachments(
		read.trigger_attachments.map((attachment) => ({
			...attachment,
			open: () => needs.objects.read(attachment.path),
		})),
	);
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
				},
			},
			images,
			attachments: texts,
		},
	};
}
