/** What the header of a mail says of its kind: a newsletter, an automatic reply, a report about another mail. */
import type { MailMark } from '@watchword/contract/mail-mark';
import { type Field, MAX_FIELDS } from './header.ts';

const MARKS: [mark: MailMark, name: RegExp, value: RegExp][] = [
	['list', /^(?:list-(?:id|post)|x-mailing-list|x-beenthere|mailing-list)$/, /./],
	['unsubscribe', /^list-unsubscribe$/, /./],
	['bulk', /^precedence$/, /^(?:bulk|list|junk)\b/i],
	['auto-replied', /^auto-submitted$/, /^auto-replied\b/i],
	['auto-replied', /^precedence$/, /^auto[-_]?reply\b/i],
	['auto-replied', /^(?:x-autoreply|x-autorespond|x-mail-autoreply)$/, /^(?!no\b)/i],
	['auto-generated', /^auto-submitted$/, /^auto-generated\b/i],
	['report', /^content-type$/, /^(?:multipart\/report|message\/delivery-status)\b/i],
	['report', /^x-failed-recipients$/, /./],
];

/** Null if the header was not read whole. */
export function marksOf(fields: readonly Field[]): MailMark[] | null {
	if (fields.length >= MAX_FIELDS) return null;
	const found = MARKS.flatMap(([mark, named, valued]) =>
		fields.some(([name, value]) => named.test(name) && valued.test(value.trim())) ? [mark] : [],
	);
	return [...new Set(found)];
}
