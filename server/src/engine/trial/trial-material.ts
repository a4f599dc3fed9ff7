import { PICTURE_PROBLEM_TEXT } from '@watchword/contract/picture-problem';
import type { TrialRequest } from '@watchword/contract/trial';
import { and, eq, isNull, type SQL } from 'drizzle-orm';
import { Refusal } from '../../base/failures.ts';
import type { Content } from '../../base/incoming.ts';
import { inLargeTurn } from '../../base/incoming.ts';
import { surroundingsOf } from '../../devices/devices.ts';
import { THUMB_WIDTH } from '../../devices/prepare.ts';
import { captures, devices } from '../../devices/tables.ts';
import { firstPart } from '../../mail/reading/charset.ts';
import { UNCHECKED } from '../../mail/reading/check-sender.ts';
import { AFTER_LIMIT, TEXT_LIMIT } from '../../mail/reading/message.ts';
import { readAttachments } from '../../mail/reading/read-attachments.ts';
import { openStored, ourAddresses } from '../../mail/reading/read-mail.ts';
import { readMessage } from '../../mail/reading/reader.ts';
import { confirmedSender, whyUnauthenticated } from '../../mail/reading/sender.ts';
import { type MailChecks, mails } from '../../mail/tables.ts';
import { readPicture } from '../../pictures/decoder.ts';
import type { Sender } from '../../ports/model.ts';
import { automationRuns } from '../../runs/tables.ts';
import { valueBefore } from '../../runs/values.ts';
import { openFrames } from '../deciding/frames.ts';
import { examplesOf, openCapture, STILL_PREPARED } from '../deciding/gather.ts';
import type { Asking } from '../deciding/prompt.ts';
import type { EngineNeeds } from '../engine-needs.ts';

/** Without mailer, queue and ledger, a trial cannot send, queue or charge anything. */
export type TrialNeeds = Pick<
	EngineNeeds,
	| 'db'
	| 'objects'
	| 'spool'
	| 'model'
	| 'firstLook'
	| 'modelFallback'
	| 'mailDomain'
	| 'mailAddress'
	| 'mailFrom'
	| 'modelTimeoutMs'
>;

/** What a trial decides on, and what its mail needs. */
export interface Material {
	asking: Asking;
	/** Why there is nothing to base a verdict on. */
	unseen?: string;
	/** The thumbnail of the capture. */
	thumb: Buffer | null;
	/** Where further pictures of the moment of the capture are. */
	frames: string[];
	/** The subject of the mail that would be answered. */
	subject: string | null;
	thread: { to: string | null; refused: string | null } | null;
	/** The run of this automation on the same capture or mail. */
	run: Run | null;
}

type Draft = TrialRequest['draft'];
type On = TrialRequest['on'];
type Run = typeof automationRuns.$inferSelect;

/** Collects what the model needs to see. Refuses anything that does not belong to the user. */
export async function gatherTrial(
	needs: TrialNeeds,
	uid: string,
	id: string,
	draft: Draft,
	on: On,
): Promise<Material> {
	const run = on.kind === 'run' ? await ownRun(needs, uid, id, on.runId) : null;
	if ((run ? run._triggerType : TRIGGER_OF[on.kind]) !== draft._triggerType) {
		throw new Refusal('invalid-argument', `on: ${WANTED[draft._triggerType]}`);
	}
	const watched = draft._triggerType === 'capture' ? draft.trigger_device_deviceID : null;
	const surroundings = await surroundingsOf(needs.db, uid, watched);
	const material: Material = {
		asking: {
			parts: {
				prompt: draft.action_prompt,
				...(draft._conditionChanged && draft._condition && { condition: draft._condition }),
				trigger: draft._triggerType,
				wantsMail: draft._actionType !== 'save',
				replies: draft._actionType === 'replyToEmail',
				mail: null,
				surroundings: {
					...surroundings,
					examples: await examplesOf(needs, id, draft._triggerType),
				},
				fields: draft._fields ?? [],
				earlier: (at) => valueBefore(needs.db, id, at),
				now: run?._timestamp ?? new Date(),
				zone: draft._zone,
			},
			images: [],
			attachments: [],
			unread: [],
		},
		thumb: null,
		frames: [],
		subject: null,
		thread: null,
		run,
	};
	if (on.kind === 'capture')
		return onCapture(needs, material, draft, await ownCapture(needs, uid, id, on.captureId));
	if (run?._triggerType === 'capture') {
		const capture = { id: run.trigger_captureId ?? '', at: run._timestamp, run };
		return onCapture(needs, material, draft, capture);
	}
	if (run?._triggerType === 'email') return onPastMail(needs, material, run);
	if (on.kind === 'rawMail') return onMessage(needs, material, Buffer.from(withHead(on.raw)), null);
	if (on.kind === 'mail') return onWords(material, on);
	return material;
}

const TRIGGER_OF = {
	capture: 'capture',
	rawMail: 'email',
	mail: 'email',
	now: 'schedule',
	run: null,
} as const;

const WANTED = {
	capture: 'an automation that watches a device is tried on a capture',
	email: 'an automation that takes mail is tried on a mail',
	schedule: 'a scheduled automation is tried now',
} as const;

async function ownRun({ db }: TrialNeeds, uid: string, id: string, runId: string): Promise<Run> {
	const run = await findRun(
		db,
		eq(automationRuns.id, runId),
		eq(automationRuns._owner, uid),
		eq(automationRuns._automationId, id),
	);
	if (!run) throw new Refusal('not-found', 'There is no such run.');
	return run;
}

/** A capture of one of the user's devices, with this automation's run on it. */
async function ownCapture({ db }: TrialNeeds, uid: string, id: string, captureId: string) {
	const [capture] = await db
		.select({ id: captures.id, at: captures.captured_at })
		.from(captures)
		.innerJoin(devices, eq(devices.id, captures.deviceId))
		.where(and(eq(captures.id, captureId), eq(devices._owner, uid), isNull(devices.removed_at)));
	if (!capture) throw new Refusal('not-found', 'The capture is not kept any more.');
	// The time is part of the condition because the index has it; the id of the capture has no index.
	const run = await findRun(
		db,
		eq(automationRuns._automationId, id),
		eq(automationRuns._timestamp, capture.at),
		eq(automationRuns.trigger_captureId, captureId),
	);
	return { ...capture, run };
}

async function findRun(db: TrialNeeds['db'], ...conditions: SQL[]): Promise<Run | null> {
	const [run] = await db
		.select()
		.from(automationRuns)
		.where(and(...conditions))
		.limit(1);
	return run ?? null;
}

async function onCapture(
	needs: TrialNeeds,
	material: Material,
	draft: Draft,
	{ id, at, run }: { id: string; at: Date; run: Run | null },
): Promise<Material> {
	const opened = await openCapture(needs, id);
	if (opened === STILL_PREPARED) throw new Refusal('unavailable', opened);
	if (typeof opened === 'string') throw new Refusal('not-found', opened);
	const { image, problem } = opened;
	const shown = image && (await readPicture(image.bytes, { thumbWidth: THUMB_WIDTH }));
	const { asking } = material;
	const burst = draft.trigger_device_type === 'conditional' ? (draft._burst ?? 1) : 1;
	const further = image && !problem ? await openFrames(needs, id, burst) : [];
	const images = image ? [image, ...further.map((frame) => frame.image)] : [];
	return {
		...material,
		asking: { ...asking, parts: { ...asking.parts, now: at }, images },
		...(problem && { unseen: PICTURE_PROBLEM_TEXT[problem] }),
		thumb: shown?.thumb ?? null,
		frames: further.map(({ path }) => path),
		run,
	};
}

async function onPastMail(needs: TrialNeeds, material: Material, run: Run): Promise<Material> {
	const [mail] = await needs.db
		.select()
		.from(mails)
		.where(eq(mails.id, run.trigger_mailId ?? ''));
	const raw = mail && (await openStored(needs, mail.raw_path));
	if (!raw) throw new Refusal('not-found', 'The mail is not kept any more.');
	const { content, drop } = raw;
	const received = { sender: mail.sender, checks: { ...UNCHECKED, ...run.trigger_checks } };
	const read = () => onMessage(needs, material, content, received);
	return inLargeTurn(run._owner, content.length, read).finally(drop);
}

async function onMessage(
	needs: TrialNeeds,
	material: Material,
	raw: Content,
	/** The envelope and its checks; null if the mail was pasted. */
	received: { sender: string; checks: MailChecks } | null,
): Promise<Material> {
	const message = await readMessage(raw, received?.sender ?? null, ourAddresses(needs));
	const { images, texts, unread } = await readAttachments(
		message.attachments.map(({ bytes, ...attachment }) => ({
			...attachment,
			size: bytes.length,
			open: async () => bytes,
		})),
	);
	const { trigger_from: from, trigger_subject: subject, trigger_text: text, trigger_reply: thread } = message;
	const { asking } = material;
	const sender = received ? confirmedSender(thread.author, received.checks) : assumed(thread.author);
	const refused = thread.refused ?? (received && whyUnauthenticated(received.sender, received.checks));
	return {
		...material,
		asking: {
			parts: {
				...asking.parts,
				mail: {
					from,
					subject,
					text,
					sender,
					attachments: message.attachments.filter(({ cid }) => !cid).map(({ name }) => name),
					// What was pasted may have come without its header.
					...((received || thread.marks?.length) && { marks: thread.marks }),
				},
			},
			images,
			attachments: texts,
			unread: [...message.trigger_unread, ...unread],
		},
		subject,
		thread: { to: thread.to, refused },
	};
}

function onWords(material: Material, { from, subject, text }: Extract<On, { kind: 'mail' }>): Material {
	const { asking } = material;
	const address = (/<([^<>]*)>\s*$/.exec(from)?.[1] ?? from).trim() || null;
	const sender = assumed(address);
	return {
		...material,
		asking: {
			...asking,
			parts: { ...asking.parts, mail: { from, subject, text: firstPart(text, TEXT_LIMIT), sender } },
			unread: text.length > TEXT_LIMIT ? [AFTER_LIMIT] : [],
		},
		subject,
		thread: { to: address, refused: null },
	};
}

/** A mail that the customer wrote or pasted cannot be checked: its From address is assumed to be right. */
const assumed = (author: string | null): Sender => ({
	address: author,
	checks: 'taken as confirmed for a trial',
});

/** The pasted text may be a body without a header. An empty line before it keeps its first lines in the body. */
const withHead = (raw: string) => (/^[!-9;-~]+:/.test(raw.trimStart()) ? raw.trimStart() : `\r\n${raw}`);
