/** What a mail repeats of an earlier one, where its program does not mark each line. */

export const REPLY = /^\s*(?:re|aw|antw|sv):/i;
export const FORWARDED = /^\s*(?:fwd?|wg|tr):\s*/i;

/** “On Tue, 17 Nov 2026 at 10:12, Ann <ann@shop.example> wrote:”, also over two lines. */
const WROTE = /^\s*(?:on|am)\s.{6,280}?(?<!\p{L})(?:wrote|schrieb)(?!\p{L}).{0,120}:\s*$/isu;
const DIVIDER = /^\s*-{2,}\s*(?:original message|ursprüngliche nachricht)\s*-{2,}\s*$/i;
const AUTHOR = /^\s*(?:from|von):\s/i;
const HEADERS = [/^\s*(?:sent|date|gesendet|datum):\s/im, /^\s*(?:to|an|subject|betreff):\s/im];

/**
 * The text of a mail with “>” before each line of the mail that it answers. What is forwarded is what the mail is about, so it
 * stays as it is.
 */
export function markEarlierMail(subject: string, text: string): string {
	if (FORWARDED.test(subject)) return text;
	const lines = text.split('\n');
	const start = lines.findIndex((line, at) => {
		const next = lines.slice(at + 1, at + 5);
		if (WROTE.test(line) || WROTE.test(`${line}\n${next[0] ?? ''}`))
			return !next.some((one) => /^\s*>/.test(one));
		if (!REPLY.test(subject)) return false;
		return (
			DIVIDER.test(line) || (AUTHOR.test(line) && HEADERS.every((header) => header.test(next.join('\n'))))
		);
	});
	// If nothing stands before it, the answer is behind it.
	if (start < 0 || lines.slice(0, start).every((line) => line.trim() === '')) return text;
	return lines.map((line, at) => (at < start ? line : `> ${line}`)).join('\n');
}
