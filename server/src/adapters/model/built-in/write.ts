import { type Answer, answer } from '@watchword/contract/verdict';
import type { Findings } from '@watchword/model';

export type { Findings };

/** The answer in the form every model must give, within its limits. Text becomes HTML here alone, and is escaped here. */
export function writeAnswer(
	{ evidence, verdict, information, quoted = [], subject }: Findings,
	wantsMail: boolean,
): Answer {
	const own = paragraphsOf(information);
	const theirs = paragraphsOf(quoted);
	const all = theirs.length > 0 ? [...own, 'Quoted from the mail:', ...theirs] : own;
	const text = cut(all.join('\n\n'), 20_000) || 'Nothing was found.';
	return answer.parse({
		evidence: cut(clean(evidence), 4000) || 'Nothing was found.',
		verdict,
		information: text,
		email_subject: wantsMail ? cut(clean(subject).replace(/\s+/g, ' '), 300) : '',
		email_html: wantsMail ? toHtml(own.length + theirs.length > 0 ? own : [text], theirs) : '',
	});
}

/** Removes control characters, which a mail or a page must not contain. */
const clean = (text: string) =>
	text
		.replace(/(?![\n\t])\p{Cc}/gu, '')
		.toWellFormed()
		.trim();

function cut(text: string, length: number): string {
	return text.length <= length
		? text
		: `${text
				.slice(0, length - 1)
				.toWellFormed()
				.replace(/\ufffd$/, '')}…`;
}

const paragraphsOf = (texts: string[]) =>
	texts.map((text) => cut(clean(text), 10_000)).filter((paragraph) => paragraph !== '');

function toHtml(own: string[], quoted: string[]): string {
	const html = (paragraphs: string[]) =>
		paragraphs.map((text) => `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`).join('\n');
	return quoted.length > 0 ? `${html(own)}\n<blockquote>${html(quoted)}</blockquote>`.trim() : html(own);
}

function escapeHtml(text: string): string {
	return text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;')
		.replaceAll("'", '&#39;');
}
