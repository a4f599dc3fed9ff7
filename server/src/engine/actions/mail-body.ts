import { pictureType } from '../../files/files.ts';
import { escapeHtml } from '../../letter.ts';
import type { Mail } from '../../ports.ts';
import type { EngineNeeds } from '../end.ts';
import { pictureOf } from '../gather.ts';
import { htmlToText } from '../html.ts';
import type { LeasedRun } from '../lease.ts';

/** The mail of a run: what the model wrote, the capture, what it saw, and where to read on. */
export async function mailBody(
	needs: EngineNeeds,
	run: LeasedRun,
): Promise<Pick<Mail, 'subject' | 'text' | 'html' | 'messageId' | 'pictures'>> {
	const { publicUrl, mailDomain } = needs;
	const picture = await pictureOf(needs, run);
	return {
		...writeMail(run, run.name, {
			link: `${publicUrl}/app/runs?run=${run.id}`,
			picture: picture && 'cid:capture',
		}),
		// The run's id: a mail that may already have left is sent again as the same mail.
		messageId: `<run-${run.id}@${mailDomain}>`,
		pictures: picture
			? [{ cid: 'capture', contentType: pictureType(run.trigger_capture ?? ''), bytes: picture }]
			: [],
	};
}

type Decided = Pick<
	LeasedRun,
	'action_email_subject' | 'action_email_html' | 'action_information' | 'action_evidence'
>;

/** What the mail says, with the places of its picture and of its run, where it has them. */
export function writeMail(
	run: Decided,
	name: string,
	{ link, picture }: { link: string | null; picture: string | null },
): Pick<Mail, 'subject' | 'text' | 'html'> {
	const body = run.action_email_html ?? `<p>${escapeHtml(run.action_information ?? '')}</p>`;
	const html = [
		body,
		picture && `<p><img src="${picture}" alt="The capture" style="max-width:100%;border-radius:8px"></p>`,
		`<p style="color:#6b6b63;font-size:13px">${escapeHtml(run.action_evidence ?? '')}</p>`,
		`<p style="color:#6b6b63;font-size:13px">Sent by the automation ${escapeHtml(name)}.${link ? ` <a href="${link}">See the run</a>` : ''}</p>`,
	];
	const from = `Sent by the automation ${name}.${link ? ` See the run: ${link}` : ''}`;
	return {
		subject: run.action_email_subject ?? name,
		html: html.filter(Boolean).join('\n'),
		text: `${htmlToText(body)}\n\n${run.action_evidence ?? ''}\n\n${from}\n`,
	};
}
