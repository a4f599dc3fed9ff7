import { TRIALS_PER_HOUR } from '@watchword/contract/constants';
import type { Trial, TrialRequest } from '@watchword/contract/trial';
import { requireAutomation } from '../automations/automations.ts';
import { requireDevice } from '../automations/edit.ts';
import { limit } from '../limits.ts';
import { ModelFailure } from '../model-failure.ts';
import { Refusal } from '../refusal.ts';
import { acts } from './act.ts';
import { writeMail } from './actions/mail-body.ts';
import { replySubject } from './actions/reply-to-email.ts';
import { decide, recordOf } from './decide.ts';
import { makeQuestion } from './prompt.ts';
import { gatherTrial, type Material, type TrialNeeds } from './trial-material.ts';

/** Decides as a run of this draft would, and tells what would have followed. Nothing is sent, stored or charged. */
export async function tryAutomation(
	needs: TrialNeeds,
	uid: string,
	id: string,
	{ draft, on }: TrialRequest,
	cancelled: AbortSignal,
): Promise<Trial> {
	await requireAutomation(needs.db, uid, id);
	if (draft._triggerType === 'capture') await requireDevice(needs.db, uid, draft.trigger_device_deviceID);
	const material = await gatherTrial(needs, uid, id, draft, on);
	await limit(needs.db, `trial:${uid}`, TRIALS_PER_HOUR, 3600);
	const decided = recordOf(await ask(needs, material, cancelled));
	const follows = acts({ ...draft, ...decided });
	return {
		verdict: decided.action_verdict,
		evidence: decided.action_evidence,
		information: decided.action_information,
		acts: follows,
		...(follows && draft._actionType !== 'save'
			? await mailOf(needs, draft, material, decided)
			: { mail: null, hindrance: null }),
		model: decided.model,
		decide_ms: decided.decide_ms,
		run: material.run && pickRun(material.run),
	};
}

async function ask({ model, modelTimeoutMs }: TrialNeeds, { asking }: Material, cancelled: AbortSignal) {
	try {
		return await decide(model, makeQuestion(asking), modelTimeoutMs, cancelled);
	} catch (error) {
		if (cancelled.aborted) throw new Refusal('invalid-argument', 'The request was taken back.');
		if (!(error instanceof ModelFailure)) throw error;
		const { message, afterSeconds } = error;
		throw new Refusal('unavailable', message, {
			cause: error,
			...(afterSeconds !== undefined && { retryAfterSeconds: afterSeconds }),
		});
	}
}

const pickRun = ({ id, action_verdict, _mark }: NonNullable<Material['run']>) => ({
	id,
	action_verdict,
	_mark,
});

type Draft = TrialRequest['draft'];

/** The mail as its action would write it, its picture in it, and what would keep it from leaving. */
async function mailOf(
	{ objects }: TrialNeeds,
	draft: Draft,
	{ thumb, subject, thread }: Material,
	decided: ReturnType<typeof recordOf>,
): Promise<Pick<Trial, 'mail' | 'hindrance'>> {
	const picture = thumb && (await objects.read(thumb));
	const mail = writeMail(decided, draft._name, {
		link: null,
		picture: picture && `data:image/webp;base64,${picture.toString('base64')}`,
	});
	if (draft._actionType === 'replyToEmail') {
		return {
			mail: { to: thread?.to ?? null, subject: replySubject(subject), html: mail.html },
			hindrance: thread?.refused ? `No reply would be sent: ${thread.refused}.` : null,
		};
	}
	return {
		mail: { to: draft.action_toAddress, subject: mail.subject, html: mail.html },
		hindrance: draft.action_toAddress ? null : 'Nothing could be sent: there is no address to send to.',
	};
}
