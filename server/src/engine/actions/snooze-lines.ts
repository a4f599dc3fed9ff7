import { snoozeUrls } from '../../automations/snooze-links.ts';
import { escapeHtml, smallPrint } from '../../base/html.ts';

/** The lines of a mail with which its owner snoozes an automation. */
export interface SnoozeLines {
	html: string;
	text: string;
}

/** The lines for the link of a mail. */
export function snoozeLines(publicUrl: string, link: string, title = 'Snooze'): SnoozeLines {
	const { hour, morning, off } = snoozeUrls(publicUrl, link);
	const links = [
		{ words: 'an hour', to: hour },
		{ words: 'until tomorrow morning', to: morning },
		{ words: 'pause it', to: off },
	];
	const anchors = links.map(({ words, to }) => `<a href="${escapeHtml(to)}">${words}</a>`);
	return {
		html: smallPrint(`${escapeHtml(title)}: ${anchors.join(' · ')}`),
		text: [`${title}:`, ...links.map(({ words, to }) => `${words}: ${to}`)].join('\n'),
	};
}
