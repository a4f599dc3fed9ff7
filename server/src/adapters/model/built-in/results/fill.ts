/** Fills the fields of an automation by rules. What is not found with certainty stays empty, and says why. */

import { isDeepStrictEqual } from 'node:util';
import type { FieldValue, ResultField, Value } from '@watchword/contract/field';
import { kindsNamed } from '@watchword/contract/kind-groups';
import type { KnownObject } from '@watchword/contract/known-objects';
import { FORWARDED } from '@watchword/contract/subject';
import { counted, exactCount, range, type Scene } from '@watchword/model';
import { readForPictures } from '../pictures.ts';
import { type Candidate, candidates } from './find.ts';
import { fold } from './fold.ts';
import { byForm } from './form.ts';
import { labelsOf, means, wordsIn } from './labels.ts';

/** What there is to look in. */
export interface Material {
	mail: { from: string; subject: string } | null;
	/** The texts of the mail, its attachments and its pages. */
	texts: readonly string[];
	/** What was seen and read in pictures; null for one that could not be read. */
	scenes: readonly (Scene | null)[];
	/** The number that the prompt asked for, if it is certain. */
	value: number | null;
}

/** The longest text that is looked through. */
const READ_CHARACTERS = 100_000;

const NOT_FOUND = 'It was not found with its name beside it.';

export function fillFields(fields: readonly ResultField[], material: Material): FieldValue[] {
	const { mail } = material;
	const written = material.scenes.flatMap(
		(scene) => scene?.written?.lines.map(({ text }) => text).join('\n') ?? [],
	);
	const texts = [...material.texts, ...written].map((text) => text.slice(0, READ_CHARACTERS));
	const all = mail ? [mail.subject, ...texts] : texts;
	return fields.map((field) => {
		const found = settle(seen(field, material)) ?? settle(said(field, all)) ?? settle(sent(field, material));
		const { id, name } = field;
		if (!found) return { field: id, name, value: null, evidence: null, problem: NOT_FOUND };
		if ('unsure' in found)
			return { field: id, name, value: null, evidence: null, problem: `It is not certain: ${found.unsure}.` };
		return { field: id, name, value: found.value, evidence: found.evidence, problem: null };
	});
}

/** The one value that all candidates agree on. */
function settle(found: Candidate[]): Candidate | null {
	const [first, ...others] = found;
	if (!first || others.length === 0) return first ?? null;
	const unsure = found.find((one) => 'unsure' in one);
	const sure = found.filter((one) => 'value' in one);
	const [one] = sure;
	if (!one) return unsure ?? null;
	const other = sure.find(({ value }) => !isSame(value, one.value));
	if (other)
		return {
			unsure: `“${short(one.evidence)}” and “${short(other.evidence)}” say different things`,
			evidence: one.evidence,
		};
	// Of amounts, the one that names its currency says more.
	return sure.find(({ value }) => typeof value === 'object' && value.currency !== null) ?? one;
}

function isSame(a: NonNullable<Value>, b: NonNullable<Value>): boolean {
	if (typeof a === 'object' && typeof b === 'object')
		return a.amount === b.amount && (a.currency === b.currency || a.currency === null || b.currency === null);
	if (typeof a === 'string' && typeof b === 'string') return a.toLowerCase() === b.toLowerCase();
	return isDeepStrictEqual(a, b);
}

const short = (text: string) => (text.length > 80 ? `${text.slice(0, 79).toWellFormed()}…` : text);

/** What the texts say, by the field's own name, and only then by other words for it. */
export function said(field: ResultField, texts: readonly string[]): Candidate[] {
	const { own, others } = labelsOf(field.name);
	const byName = candidates(field, own, texts);
	if (byName.length > 0) return byName;
	// "Balance due on arrival: 326 EUR" has the name, and the total is not it.
	if (field.type === 'amount' && own.some(({ pattern }) => isNarrowed(pattern, texts))) return [];
	const byOthers = candidates(field, others, texts);
	return byOthers.length > 0 ? byOthers : byForm(field, texts);
}

const isNarrowed = (label: string, texts: readonly string[]) => {
	const pattern = new RegExp(
		`^[^\\p{L}\\p{N}\\n]{0,20}(?:${label})[ \\t]+(?:on|at|upon|after|for|bei|nach|fur)(?:[ \\t]\\p{L}{1,20}){1,3}[ \\t]{0,5}[:=][ \\t]{0,5}\\S`,
		'mu',
	);
	return texts.some((text) => pattern.test(fold(text)));
};

const ROLE =
	/^(?:billing|bills?|invoices?|invoicing|rechnung(?:en)?|buchhaltung|accounts?|accounting|no-?reply|do-?not-?reply|service|kundenservice|orders?|bestellung(?:en)?|info|sales|shop|store|support|hello|contact|kontakt|office|mail|newsletter|payments?)(?:[.+_-].*)?$/i;
const COMPANY =
	/\b(?:gmbh|ag|kg|ohg|ug|se|e\.?\s?v\.?|e\.?\s?k\.?|ltd\.?|limited|inc\.?|llc|llp|plc|corp\.?|co\.|company|s\.?a\.?r\.?l\.?|b\.?v\.?|n\.?v\.?|oy|ab|aps|s\.?p\.?a\.?|s\.?r\.?l\.?|pty|group|shop|store|bank|hotel)(?![\p{L}])/iu;

/** What the head of the mail says: its sender and its subject. */
function sent({ name, type }: ResultField, { mail }: Material): Candidate[] {
	if (!mail || type !== 'text') return [];
	const subject = mail.subject.trim();
	if (/^(?:subject|betreff)$/.test(wordsIn(name).join(' ')))
		return subject
			? [{ value: subject.slice(0, 500).toWellFormed(), evidence: `Subject: ${subject}`.slice(0, 300) }]
			: [];
	const [, shown = '', address = ''] =
		/^\s*"?([^"<]*?)"?\s*<?([^\s<>]+@[^\s<>]+)>?\s*$/.exec(mail.from) ?? [];
	const evidence = `From: ${mail.from.trim()}`.slice(0, 300);
	const words = wordsIn(name).join(' ');
	if (/^(?:sender|absender|from|von|sent by)$/.test(words)) {
		const value = shown.trim() || address;
		return value ? [{ value, evidence }] : [];
	}
	if (/^(?:sender|absender) (?:address|email|e mail|adresse|mail)$/.test(words))
		return address ? [{ value: address, evidence }] : [];
	// A person who passes an invoice on is not its supplier.
	const isCompany = COMPANY.test(shown) || ROLE.test(address.split('@')[0] ?? '');
	if (means(name, 'supplier', 'company') && shown.trim() && isCompany && !FORWARDED.test(subject))
		return [{ value: shown.trim(), evidence }];
	return [];
}

/** The kinds that a field counts: "cars", "number of people". Null if it names none that can be seen. */
export function countedBy({ name, type }: ResultField): { names: string[]; kinds: KnownObject[] } | null {
	if (type !== 'number' && type !== 'yes-no') return null;
	const { condition } = readForPictures(name.replace(/^\s*how many\s+/i, 'number of '));
	if (condition.is !== 'seen' || condition.most !== null || condition.beside || condition.where) return null;
	const kinds = kindsNamed(condition.kinds);
	return kinds && { names: condition.kinds, kinds };
}

/** What the pictures show. */
function seen(field: ResultField, { scenes, value, mail }: Material): Candidate[] {
	const asked = countedBy(field);
	const [scene, ...more] = scenes;
	if (asked && scene && more.length === 0) {
		const count = exactCount(asked.kinds, scene.sightings);
		const least = range(asked.kinds, scene.sightings)[0] > 0;
		if (field.type === 'yes-no' && (count !== null || least))
			return [
				{
					value: least,
					evidence: `Seen in the picture: ${count === null ? 'at least one' : counted(count, asked.names)}.`,
				},
			];
		if (count === null)
			return [{ unsure: `some of what may be ${counted(2, asked.names).slice(2)} is faint`, evidence: '' }];
		return [{ value: count, evidence: `Counted in the picture: ${counted(count, asked.names)}.` }];
	}
	// The number that the prompt asks for, where the field is named as such.
	if (
		!mail &&
		field.type === 'number' &&
		value !== null &&
		scene?.written &&
		means(field.name, 'reading', 'value', 'nr')
	)
		return [
			{
				value,
				evidence:
					scene.written.lines
						.map(({ text }) => text)
						.join(' ')
						.slice(0, 300) || String(value),
			},
		];
	return [];
}
