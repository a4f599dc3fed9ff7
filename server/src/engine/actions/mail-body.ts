import { eq } from 'drizzle-orm';
import { automations } from '../../automations/tables.ts';
import { pictureType, readBytes } from '../../files/files.ts';
import { escapeHtml } from '../../letter.ts';
import type { Mail } from '../../ports.ts';
import type { EngineNeeds } from '../end.ts';
import { htmlToText } from '../html.ts';
import type { LeasedRun } from '../lease.ts';

/** The mail of a run: what the model wrote, the capture, what it saw, and where to read on. */
export async function mailBody(
	{ db, objects, publicUrl, mailDomain }: EngineNeeds,
	run: LeasedRun,
): Promise<Pick<Mail, 'subject' | 'text' | 'html' | 'messageId' | 'pictures'>> {
	const [automation] = await db
		.select({ name: automations._name })
		.from(automations)
		.where(eq(automations.id, run._automationId));
	const name = automation?.name ?? 'Watchword';
	const link = `${publicUrl}/app/runs?run=${run.id}`;
	const body = run.action_email_html ?? `<p>${escapeHtml(run.action_information ?? '')}</p>`;
	const picture = run.trigger_capture ? await readBytes(objects, run.trigger_capture) : null;
	const html = [
		body,
		picture && '<p><img src="cid:capture" alt="The capture" style="max-width:100%;border-radius:8px"></p>',
		`<p style="color:#6b6b63;font-size:13px">${escapeHtml(run.action_evidence ?? '')}</p>`,
		`<p style="color:#6b6b63;font-size:13px">Sent by the automation ${escapeHtml(name)}. <a href="${link}">See the run</a></p>`,
	];
	return {
		subject: run.action_email_subject ?? name,
		html: html.filter(Boolean).join('\n'),
		text: `${htmlToText(body)}\n\n${run.action_evidence ?? ''}\n\nSent by the automation ${name}. See the run: ${link}\n`,
		// The run's id: a mail that may already have left is sent again as the same mail.
		messageId: `<run-${run.id}@${mailDomain}>`,
		pictures: picture
			? [{ cid: 'capture', contentType: pictureType(run.trigger_capture ?? ''), bytes: picture }]
			: [],
	};
}
