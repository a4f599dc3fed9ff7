import { type MessageWords, messageWords } from '../../deliveries/messages.ts';
import { htmlToText } from '../../mail/reading/html.ts';
import type { LeasedRun } from '../lease.ts';
import { evidenceFor } from './mail-body.ts';

type Decided = Pick<
	LeasedRun,
	'_triggerType' | 'action_email_subject' | 'action_email_html' | 'action_information' | 'action_evidence'
> &
	Partial<Pick<LeasedRun, 'action_tells'>>;

/** The message of a run to browsers and channels: the mail's first words and the evidence. There is no evidence when something is over. */
export function writeMessage(run: Decided, name: string): MessageWords {
	const body =
		run.action_tells === 'over'
			? htmlToText(run.action_email_html ?? '')
			: [run.action_email_subject || run.action_information, evidenceFor(run)].filter(Boolean).join('\n');
	return messageWords({ title: name, body });
}
