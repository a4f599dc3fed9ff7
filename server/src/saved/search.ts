import { type SQL, sql } from 'drizzle-orm';
import { containing, wordsIn } from '../runs/search-words.ts';

/** How the names of saved files begin and end, and the condition for a run that saved such a file. */
const NAMES: { parts: string[]; has: SQL }[] = [
	{ parts: ['result', 'txt', 'json'], has: sql`true` },
	{ parts: ['capture'], has: sql`trigger_capture is not null` },
	{ parts: ['jpg', 'jpeg'], has: sql`trigger_capture ~ 'jpe?g$'` },
	{ parts: ['png'], has: sql`trigger_capture like '%.png'` },
	{ parts: ['webp'], has: sql`trigger_capture like '%.webp'` },
	{ parts: ['mail', 'eml'], has: sql`"trigger_mailId" is not null` },
];

/**
 * The condition on the owner's runs that every given word begins a word of the run or a part of a saved file's name, and the
 * words that are in no file's name, which the index can look up. Null if no word is given.
 */
export function wordsAndNames(search: string, uid: string): { found: SQL; words: string[] } | null {
	const words = search
		.toLowerCase()
		.split(/[^\p{L}\p{N}]+/u)
		.filter(Boolean);
	const named = words.map((word) => ({
		word,
		names: NAMES.filter(({ parts }) => parts.some((part) => part.startsWith(word))),
	}));
	const others = named.filter(({ names }) => names.length === 0).map(({ word }) => word);
	const conditions = [
		containing(others.join(' '), uid),
		...named
			.filter(({ names }) => names.length > 0)
			.map(({ word, names }) => {
				const either = [containing(word, uid) ?? sql`true`, ...names.map(({ has }) => has)];
				return sql`(${sql.join(either, sql` or `)})`;
			}),
	].filter((condition) => condition !== null);
	if (conditions.length === 0) return null;
	return { found: sql.join(conditions, sql` and `), words: wordsIn(others.join(' ')) };
}
