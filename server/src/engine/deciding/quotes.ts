import { htmlToText } from '../../mail/reading/html.ts';

/** Shorter passages are names, greetings and amounts, which a summary may have in common with the mail. */
const SHORTEST = 40;
/** More than a model ever writes; the rest is left as it is. */
const MAX_PASSAGES = 1000;

/**
 * Puts whole sentences that a model copied from a stranger's mail into a <blockquote>. Models are instructed to do this, but a
 * mail can persuade them not to, and its words would then look like ours.
 */
export function markQuotes(html: string, mail: string): string {
	const theirs = squeezed(mail);
	let depth = 0;
	let passages = 0;
	return html
		.split(/(<[^<>]*>)/)
		.map((piece) => {
			if (piece.startsWith('<')) {
				if (/^<blockquote[ >]/i.test(piece)) depth++;
				else if (/^<\/blockquote/i.test(piece)) depth--;
				return piece;
			}
			if (depth > 0) return piece;
			return piece
				.split(/(?<=[.!?:])(?=\s)|(?=\n)/)
				.map((passage) => {
					// Its text is never longer, and parsing every short piece takes long.
					if (passage.length < SHORTEST) return passage;
					const words = squeezed(htmlToText(passage));
					if (words.length < SHORTEST || ++passages > MAX_PASSAGES || !theirs.includes(words)) return passage;
					return `<blockquote>${passage.trim()}</blockquote>`;
				})
				.join('');
		})
		.join('');
}

const squeezed = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase();
