import type { Mail } from '../ports.ts';

/** A simple mail from us: a few paragraphs, each a text or a link with a text. */
export function letter(
	to: string,
	subject: string,
	paragraphs: (string | { link: string; words: string })[],
): Mail {
	return {
		to,
		subject,
		text: `${paragraphs.map((part) => (typeof part === 'string' ? part : `${part.words}:\n${part.link}`)).join('\n\n')}\n`,
		html: paragraphs
			.map((part) =>
				typeof part === 'string'
					? `<p>${escapeHtml(part)}</p>`
					: `<p><a href="${escapeHtml(part.link)}">${escapeHtml(part.words)}</a></p>`,
			)
			.join('\n'),
	};
}

/** Less important lines. Opacity instead of a grey colour, which would be unreadable in dark mode. */
export const smallPrint = (html: string) => `<p style="font-size:13px;opacity:0.7">${html}</p>`;

/** A text as HTML, with its lines. */
export const linesToHtml = (text: string) => escapeHtml(text).replaceAll('\n', '<br>');

export function escapeHtml(text: string): string {
	const names: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#39' };
	return text.replace(/[&<>"']/g, (character) => `&${names[character]};`);
}
