import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Db } from '../ports/database.ts';
import type { Mail } from '../ports/mailer.ts';
import { Refusal } from './failures.ts';
import { addressKey, limit } from './limits.ts';
import type { Env } from './route.ts';

/** A simple mail from us: a few paragraphs, each a text or a link with a text. */
export function plainMail(
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

/** A page that needs neither an account nor a script: a title, a sentence, and buttons or links. */
export interface PlainPage {
	title: string;
	words: string;
	/** HTML after the text, made by us. */
	after?: string;
	/** Further HTML for the head, made by us. */
	head?: string;
	status?: ContentfulStatusCode;
}

export function answerPage(
	c: Context<Env>,
	{ title, words, after = '', head = '', status = 200 }: PlainPage,
) {
	c.header('cache-control', 'no-store');
	return c.html(
		`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/plain-page.css">
${head}
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(words)}</p>
${after}
</main>
</html>
`,
		status,
	);
}

/** Per address in 15 minutes: far more than a person needs. */
const CHANGES = { most: 60, windowSeconds: 15 * 60 };

/** Counts a change or a wrong link for this address. Returns an error page if there were too many. */
export async function tooMany(c: Context<Env>, db: Db, purpose: string): Promise<PlainPage | null> {
	try {
		await limit(db, `${purpose}:address:${addressKey(c.var.ip)}`, CHANGES.most, CHANGES.windowSeconds);
		return null;
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		return { title: 'Too many attempts', words: error.message, status: 429 };
	}
}
