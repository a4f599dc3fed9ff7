import { Undeliverable } from '../../undeliverable.ts';
import type { EngineNeeds } from '../end.ts';
import type { LeasedRun } from '../lease.ts';
import { mailBody } from './mail-body.ts';
import type { Outcome } from './outcome.ts';

/** The address is the automation's; nothing a mail or a picture says can choose another. */
export async function sendEmail(needs: EngineNeeds, run: LeasedRun): Promise<Outcome> {
	const to = run.action_toAddress;
	if (!to) throw new Undeliverable('the automation has no address to send to');
	const body = await mailBody(needs, run);
	await needs.mailer.send({ to, ...body });
	return { done: { action_sentTo: to, action_email_subject: body.subject } };
}
