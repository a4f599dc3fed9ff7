/** Whether a mail has an attachment of a kind, by the names of its files. */
import type { Attached } from '@watchword/contract/condition';
import { conditionInWords } from '@watchword/contract/condition-words';
import type { Finding, OpenMail } from './mail.ts';

const ENDS: Record<Attached['kind'], string> = {
	any: '',
	pdf: 'pdf',
	picture: 'jpg jpeg png gif webp heic heif tif tiff bmp svg',
	document: 'pdf doc docx odt rtf txt pages md',
	spreadsheet: 'xls xlsx xlsm ods csv tsv numbers',
	calendar: 'ics ical vcs',
	archive: 'zip rar 7z tar gz tgz bz2 xz',
};

export function judgeAttached(part: Attached, { attachments, partly }: OpenMail): Finding {
	const asked = conditionInWords({ ...part, not: false }, 'email').replace(/^it /, 'the mail ');
	if (!attachments) return { held: null, told: `whether ${asked} is not known` };
	const ends = ENDS[part.kind]?.split(' ') ?? [];
	const endOf = (name: string) => /\.(\w{1,5})$/.exec(name)?.[1]?.toLowerCase();
	const found = attachments.find((name) => part.kind === 'any' || ends.includes(endOf(name) ?? ''));
	if (found !== undefined) return { held: true, told: `the mail has the attachment “${found}”` };
	const unnamed = attachments.find((name) => endOf(name) === undefined);
	if (partly || unnamed !== undefined)
		return { held: null, told: `whether ${asked} is not certain, because not all of it was read` };
	const has = attachments.map((name) => `“${name}”`).slice(0, 5);
	return {
		held: false,
		told: has.length > 0 ? `the mail has only ${has.join(', ')}` : 'the mail has no attachment',
	};
}
