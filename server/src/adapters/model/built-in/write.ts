import { type Answer, answer } from '@watchword/contract/verdict';

/** What an answer is made of; whatever comes from a mail or a picture is plain text here. */
export interface Findings {
	evidence: string;
	verdict: Answer['verdict'];
	/** One string a paragraph. */
	information: string[];
	subject: string;
}

/** The answer in the form every model must give, within its limits. Text becomes HTML here alone, and is escaped here. */
export function writeAnswer(
	{ evidence, verdict, information, subject }: Findings,
	wantsMail: boolean,
): Answer {
	const paragraphs = information.map(clean).filter((paragraph) => paragraph !== '');
	const text = cut(paragraphs.join('\n\n'), 20_000) || 'Nothing was found.';
	return answer.parse({
		evidence: cut(clean(evidence), 4000) || 'Nothing was found.',
		verdict,
		information: text,
		email_subject: wantsMail ? cut(clean(subject).replace(/\s+/g, ' '), 300) : '',
		email_html: wantsMail ? toHtml(text) : '',
	});
}

/** Control characters have no place in a mail or on a page. */
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

function toHtml(text: string): string {
	return text
		.split('\n\n')
		.map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`)
		.join('\n');
}

function escapeHtml(text: string): string {
	return text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;')
		.replaceAll("'", '&#39;');
}
