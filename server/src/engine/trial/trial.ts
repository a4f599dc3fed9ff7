import { tellsByMail } from '@watchword/contract/alerts';
import { TRIALS_PER_HOUR } from '@watchword/contract/constants';
import type { Trial, TrialRequest } from '@watchword/contract/trial';
import { readAutomation } from '../../automations/automations.ts';
import { requireDevice } from '../../automations/edit-checks.ts';
import { ModelFailure, Refusal } from '../../base/failures.ts';
import { limit } from '../../base/limits.ts';
import { workFor } from '../../base/turns.ts';
import { findTargets, tellsByMessage } from '../../deliveries/messages.ts';
import { withoutStyles } from '../../mail/reading/html.ts';
import { whyNotAllowed } from '../../mail/reading/sender.ts';
import type { Db } from '../../ports/database.ts';
import { shouldAct } from '../act.ts';
import { takenWords, writeMail, writeReply } from '../actions/mail-body.ts';
import { drawFindings } from '../actions/mail-pictures.ts';
import { writeMessage } from '../actions/message-words.ts';
import { replySubject } from '../actions/reply-to-email.ts';
import { recipientsOf } from '../actions/send-email.ts';
import { decideUnseen, recordOf } from '../deciding/decide.ts';
import { decideWithFirstLook } from '../deciding/first-look.ts';
import { makeQuestion } from '../deciding/prompt.ts';
import { gatherTrial, type Material, type TrialNeeds } from './trial-material.ts';

/** Decides as a run of this draft would, and shows what would follow. Nothing is sent, stored or charged. */
export const tryAutomation = (needs: TrialNeeds, uid: string, ...what: Tried) =>
	workFor({ owner: uid }, () => decideTrial(needs, uid, ...what));

type Tried = [id: string, request: TrialRequest, cancelled: AbortSignal];

async function decideTrial(
	needs: TrialNeeds,
	uid: string,
	id: string,
	{ draft, on }: TrialRequest,
	cancelled: AbortSignal,
): Promise<Trial> {
	await readAutomation(needs.db, uid, id);
	if (draft._triggerType === 'capture') await requireDevice(needs.db, uid, draft.trigger_device_deviceID);
	// Before anything is read: mails that are tried share the reading threads with mails that came in.
	await limit(needs.db, `trial:${uid}`, TRIALS_PER_HOUR, 3600);
	const material = await gatherTrial(needs, uid, id, draft, on);
	const decided = recordOf(await ask(needs, draft, material, cancelled), draft._triggerType);
	const { mail } = material.asking.parts;
	const notAllowed = mail && whyNotAllowed(mail.sender, draft._allowedSenders ?? []);
	const follows = !notAllowed && shouldAct({ ...draft, ...decided });
	return {
		verdict: decided.action_verdict,
		evidence: decided.action_evidence,
		information: decided.action_information,
		frames: material.frames,
		boxes: decided.action_boxes,
		zones: decided.action_zones,
		examples: decided.action_examples,
		fields: decided.action_fields,
		firstLook: decided.action_firstLook,
		acts: follows,
		waits: follows && asksFirst(draft),
		...(notAllowed
			? { ...NOTHING, hindrance: notAllowed }
			: follows && draft._actionType !== 'save'
				? await messagesOf(needs.db, uid, draft, material, decided)
				: NOTHING),
		model: decided.model,
		decide_ms: decided.decide_ms,
		run: material.run && pickRun(material.run),
	};
}

async function ask(
	{ model, firstLook, modelFallback, modelTimeoutMs }: TrialNeeds,
	{ _firstLook: isWanted = false, _atOnce: atOnce = false }: TrialRequest['draft'],
	{ asking, unseen }: Material,
	cancelled: AbortSignal,
) {
	if (unseen !== undefined) return decideUnseen(unseen, asking.parts.fields);
	try {
		return await decideWithFirstLook(
			{ model, firstLook, isWanted, atOnce, mayReplace: modelFallback },
			makeQuestion(asking),
			modelTimeoutMs,
			cancelled,
		);
	} catch (error) {
		if (cancelled.aborted) throw new Refusal('invalid-argument', 'The request was cancelled.');
		if (!(error instanceof ModelFailure)) throw error;
		const { message, afterSeconds } = error;
		throw new Refusal('unavailable', message, {
			cause: error,
			...(afterSeconds !== undefined && { retryAfterSeconds: afterSeconds }),
		});
	}
}

/** A message goes only to the owner, who need not be asked. */
function asksFirst(draft: TrialRequest['draft']): boolean {
	const { _approve = false, _actionType, _notify = 'mail' } = draft;
	if (!_approve) return false;
	if (_actionType === 'sendEmail') return tellsByMail(_notify) && recipientsOf(draft).length > 0;
	return _actionType === 'replyToEmail';
}

const pickRun = ({ id, action_verdict, _mark }: NonNullable<Material['run']>) => ({
	id,
	action_verdict,
	_mark,
});

type Draft = TrialRequest['draft'];

type Following = Pick<Trial, 'mail' | 'push' | 'hindrance'>;

const NOTHING: Following = { mail: null, push: null, hindrance: null };

/** The mail and the message that the action would write, and the reason if neither would be sent. */
async function messagesOf(
	db: Db,
	uid: string,
	draft: Draft,
	material: Material,
	decided: ReturnType<typeof recordOf>,
): Promise<Following> {
	const tells = draft._actionType === 'sendEmail';
	const action_notify = tells ? (draft._notify ?? 'mail') : 'mail';
	const action_channels = tells ? (draft._channels ?? []) : [];
	const mailing = tellsByMail(action_notify);
	const mail = mailing ? await mailOf(draft, material, decided) : NOTHING;
	// An owner who is asked for approval gets no message as well.
	if (!tellsByMessage({ action_notify, action_channels }) || asksFirst(draft)) return { ...mail, push: null };
	const { messages, missing } = await findTargets(db, { _owner: uid, action_notify, action_channels });
	const push = writeMessage({ ...decided, _triggerType: draft._triggerType }, draft._name);
	if (messages > 0) return { mail: mail.hindrance === null ? mail.mail : null, push, hindrance: null };
	if (mailing) return { ...mail, push: null };
	return {
		...NOTHING,
		push,
		hindrance: `Nobody would be told: ${missing.map(({ why }) => why).join('; ')}.`,
	};
}

/** The mail that the action would write, with its picture, and the reason if it would not be sent. */
async function mailOf(
	draft: Draft,
	{ asking, thumb, subject, thread }: Material,
	decided: ReturnType<typeof recordOf>,
): Promise<Pick<Trial, 'mail' | 'hindrance'>> {
	if (draft._actionType === 'replyToEmail') {
		return {
			mail: { to: thread?.to ?? null, subject: replySubject(subject), html: writeReply(decided).html },
			hindrance: thread?.refused ? `No reply would be sent: ${thread.refused}.` : null,
		};
	}
	const drawn = thumb && (await drawFindings(thumb, decided, 0));
	const picture = drawn ? dataUrl('image/jpeg', drawn) : thumb && dataUrl('image/webp', thumb);
	const mail = writeMail({ ...decided, _triggerType: draft._triggerType }, draft._name, {
		link: null,
		unsubscribe: null,
		snooze: null,
		pictures: picture ? [picture] : [],
		taken: thumb && takenWords(asking.parts.now, draft._zone, 1),
	});
	const recipients = recipientsOf(draft);
	return {
		mail: { to: recipients.join(', ') || null, subject: mail.subject, html: withoutStyles(mail.html) },
		hindrance: recipients.length > 0 ? null : 'Nothing could be sent: there is no address to send to.',
	};
}

const dataUrl = (type: string, bytes: Buffer) => `data:${type};base64,${bytes.toString('base64')}`;
