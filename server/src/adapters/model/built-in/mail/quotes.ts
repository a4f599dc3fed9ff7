/** What a mail repeats of an earlier one, where its program does not mark each line. */
import { FORWARDED, REPLY } from '@watchword/contract/subject';

/** “On Tue, 17 Nov 2026 at 10:12, Ann <ann@shop.example> wrote:”, also over two lines. */
const WROTE =
	/^\s*(?:on|am|le|el|il|op)\s.{6,280}?(?<!\p{L})(?:wrote|schrieb|écrit|escribió|scritto|schreef)(?!\p{L}).{0,120}:\s*$/isu;
const DIVIDER =
	/^\s*-{2,}\s*(?:original message|ursprüngliche nachricht|message d['’]origine|mensaje original)\s*-{2,}\s*$/i;
const AUTHOR = /^\s*(?:from|von|de)\s?:\s/i;
const HEADERS = [
	/^\s*(?:sent|date|gesendet|datum|envoyé|enviado|fecha)\s?:\s/im,
	/^\s*(?:to|an|à|para|subject|betreff|objet|asunto)\s?:\s/im,
];

/**
 * The text of a mail with “>” before each line of the mail that it answers. What is forwarded is what the mail is about, so it
 * has no such marks.
 */
export function markEarlierMail(subject: string, text: string): string {
	if (FORWARDED.test(subject)) return text.replace(/^(?:> ?)+/gm, '');
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
