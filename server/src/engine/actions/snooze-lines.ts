import { snoozeLinkOf, snoozeUrls } from '../../automations/snooze-links.ts';
import { escapeHtml } from '../../base/letter.ts';
import type { EngineNeeds } from '../end.ts';

/** The lines of a mail by which its owner snoozes an automation. */
export interface SnoozeLines {
	html: string;
	text: string;
}

/** The lines of a mail about a run. Its links are the same when the mail is sent again. */
export async function snoozeLines(
	{ db, publicUrl }: Pick<EngineNeeds, 'db' | 'publicUrl'>,
	{ id, _automationId }: { id: string; _automationId: string },
	title = 'Snooze',
): Promise<SnoozeLines> {
	const { hour, morning, off } = snoozeUrls(publicUrl, await snoozeLinkOf(db, _automationId, id));
	const links = [
		{ words: 'an hour', to: hour },
		{ words: 'until tomorrow morning', to: morning },
		{ words: 'pause it', to: off },
	];
	const anchors = links.map(({ words, to }) => `<a href="${escapeHtml(to)}">${words}</a>`);
	return {
		html: `<p style="color:#6b6b63;font-size:13px">${escapeHtml(title)}: ${anchors.join(' · ')}</p>`,
		text: [`${title}:`, ...links.map(({ words, to }) => `${words}: ${to}`)].join('\n'),
	};
}
