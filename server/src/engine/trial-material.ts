import type { TrialRequest } from '@watchword/contract/trial';
import { and, eq, isNull, type SQL } from 'drizzle-orm';
import { prepareCapture } from '../devices/prepare.ts';
import { captures, devices } from '../devices/tables.ts';
import { Refusal } from '../refusal.ts';
import { automationRuns, mails } from '../runs/tables.ts';
import type { EngineNeeds } from './end.ts';
import { openCapture } from './gather.ts';
import type { Asking } from './prompt.ts';
import { readAttachments } from './read-attachments.ts';
import { readMessage } from './reading.ts';

/** No mailer, no queue, no ledger: what a trial is not given it cannot do. */
export type TrialNeeds = Pick<EngineNeeds, 'db' | 'objects' | 'model' | 'mailDomain' | 'modelTimeoutMs'>;

/** What a trial is made on, and what its mail needs of it. */
export interface Material {
	asking: Asking;
	/** The small version of the capture. */
	thumb: string | null;
	/** Of the mail that would be answered. */
	subject: string | null;
	thread: { to: string | null; refused: string | null } | null;
	/** What this automation made of the same, when it came. */
	run: Run | null;
}

type Draft = TrialRequest['draft'];
type On = TrialRequest['on'];
type Run = typeof automationRuns.$inferSelect;

/** Brings together what the model is to see, having made sure that all of it is the user's own. */
export async function gatherTrial(
	needs: TrialNeeds,
	uid: string,
	id: string,
	draft: Draft,
	on: On,
): Promise<Material> {
	const run = on.kind === 'run' ? await ownRun(needs, uid, id, on.runId) : null;
	if ((run ? run._triggerType : SETS_OFF[on.kind]) !== draft._triggerType) {
		throw new Refusal('invalid-argument', `on: ${WANTED[draft._triggerType]}`);
	}
	const material: Material = {
		asking: {
			parts: {
				prompt: draft.action_prompt,
				trigger: draft._triggerType,
				wantsMail: draft._actionType !== 'save',
				mail: null,
				now: run?._timestamp ?? new Date(),
				zone: draft._zone,
			},
			images: [],
			attachments: [],
		},
		thumb: null,
		subject: null,
		thread: null,
		run,
	};
	if (on.kind === 'capture')
		return onCapture(needs, material, await ownCapture(needs, uid, id, on.captureId));
	if (run?._triggerType === 'capture') {
		const capture = { id: run.trigger_captureId ?? '', at: run._timestamp, run };
		return onCapture(needs, material, capture);
	}
	if (run?._triggerType === 'email') return onPastMail(needs, material, run);
	if (on.kind === 'rawMail')
		return onMessage(needs, material, Buffer.from(withHead(on.raw)), null, UNCHECKED);
	if (on.kind === 'mail') return onWords(material, on);
	return material;
}

const SETS_OFF = { capture: 'capture', rawMail: 'email', mail: 'email', now: 'schedule', run: null } as const;

const WANTED = {
	capture: 'an automation that watches a device is tried on a capture',
	email: 'an automation that takes mail is tried on a mail',
	schedule: 'a scheduled automation is tried now',
} as const;

const UNCHECKED = { spf: 'none', dkim: 'none', dmarc: 'none' };

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

/** A capture of one of the user's devices, and the run this automation made of it when it came. */
async function ownCapture({ db }: TrialNeeds, uid: string, id: string, captureId: string) {
	const [capture] = await db
		.select({ id: captures.id, at: captures.captured_at })
		.from(captures)
		.innerJoin(devices, eq(devices.id, captures.deviceId))
		.where(and(eq(captures.id, captureId), eq(devices._owner, uid), isNull(devices.removed_at)));
	if (!capture) throw new Refusal('not-found', 'The capture is not kept any more.');
	// Its time is in the index that its id is not in.
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
	{ id, at, run }: { id: string; at: Date; run: Run | null },
): Promise<Material> {
	// Its mail shows the small version, which is there once someone has looked.
	await prepareCapture(needs, id);
	const opened = await openCapture(needs, id);
	if (typeof opened === 'string') throw new Refusal('not-found', opened);
	const { asking } = material;
	return {
		...material,
		asking: { ...asking, parts: { ...asking.parts, now: at }, images: [opened] },
		thumb: opened.thumb,
		run,
	};
}

async function onPastMail(needs: TrialNeeds, material: Material, run: Run): Promise<Material> {
	const [mail] = await needs.db
		.select()
		.from(mails)
		.where(eq(mails.id, run.trigger_mailId ?? ''));
	const raw = mail && (await needs.objects.read(mail.raw_path));
	if (!raw) throw new Refusal('not-found', 'The mail is not kept any more.');
	return onMessage(needs, material, raw, mail.sender, run.trigger_checks ?? UNCHECKED);
}

async function onMessage(
	{ mailDomain }: TrialNeeds,
	material: Material,
	raw: Buffer,
	sender: string | null,
	checks: typeof UNCHECKED,
): Promise<Material> {
	const message = await readMessage(raw, sender, checks, mailDomain);
	const { images, texts } = await readAttachments(
		message.attachments.map(({ name, contentType, bytes }) => ({
			name,
			contentType,
			size: bytes.length,
			open: async () => bytes,
		})),
	);
	const { trigger_from: from, trigger_subject: subject, trigger_text: text } = message;
	const { asking } = material;
	return {
		...material,
		asking: {
			parts: { ...asking.parts, mail: { from, subject, text } },
			images,
			attachments: texts,
		},
		subject,
		thread: message.trigger_reply,
	};
}

function onWords(material: Material, { from, subject, text }: Extract<On, { kind: 'mail' }>): Material {
	const { asking } = material;
	return {
		...material,
		asking: { ...asking, parts: { ...asking.parts, mail: { from, subject, text } } },
		subject,
		thread: { to: from.trim() || null, refused: null },
	};
}

/** What was pasted may be no more than a body: then its first lines must not be taken for a head. */
const withHead = (raw: string) => (/^[!-9;-~]+:/.test(raw.trimStart()) ? raw.trimStart() : `\r\n${raw}`);
