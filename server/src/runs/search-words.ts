import { type SQL, sql } from 'drizzle-orm';

/** What separates words, besides spaces. Only ASCII, so that every database splits all languages in the same way. */
const BETWEEN = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';
/** Limits a run's words, so that they fit into a row whatever a mail or model writes. */
const MAX = 4000;
const MAX_WORDS = 20;

const searched = ['trigger_from', 'trigger_subject', 'action_evidence', '_reason']
	.map((column) => `left(coalesce(${column}, ''), ${MAX})`)
	.join(` || ' ' || `);

/** The words of a run, and its owner as one of them. */
export const wordsOf = sql.raw(
	`to_tsvector('simple', 'u' || _owner || ' ' || translate(${searched}, '${BETWEEN.replaceAll("'", "''")}', repeat(' ', ${BETWEEN.length})))`,
);

const WEEK_MS = 7 * 24 * 3_600_000;
const FIRST_WEEK = '2020-01-01T00:00:00Z';
const OWNER_LETTERS = 5;

export const weekOf = (ms: number) => Math.floor((ms - Date.parse(FIRST_WEEK)) / WEEK_MS);

/**
 * The prefix of each word in the index, so that a search reads only the words of one customer and some weeks. It is short,
 * because it is stored with each word; runs of other customers with the same first letters are filtered out later.
 */
const placeOf = (uid: string, week: number) => `${uid.slice(0, OWNER_LETTERS)}${week}`;

/** The words of a run as they are in the index: after its owner and week. No word contains a quote or a space. */
export const placedWords = sql.raw(
	`(replace(' ' || strip(ts_delete(words, 'u' || _owner))::text, ' ''', ' ''' || left(_owner, ${OWNER_LETTERS})
		|| floor(date_part('epoch', _timestamp - '${FIRST_WEEK}'::timestamptz) / ${WEEK_MS / 1000})::int::text)::tsvector)`,
);

/** For the index: the customer's runs of these weeks that have a word with each of these prefixes. */
export const placedQuery = (uid: string, weeks: number[], beginnings: string[]): string =>
	weeks
		.map((week) =>
			beginnings.map((word) => `'${(placeOf(uid, week) + word).replace(/['\\]/g, '$&$&')}':*`).join(' & '),
		)
		.map((all) => `(${all})`)
		.join(' | ');

export const wordsIn = (search: string): string[] =>
	search
		.replace(/[!-/:-@[-`{-~\s]+/g, ' ')
		.split(' ')
		.filter(Boolean)
		.slice(0, MAX_WORDS);

const beginning = (word: string) => `'${word}':*`;

/** The condition that every given word begins a word of the run; null if no word is given. */
export function containing(search: string, uid: string): SQL | null {
	const words = wordsIn(search);
	if (words.length === 0) return null;
	return sql`words @@ to_tsquery('simple', ${[`u${uid}`, ...words.map(beginning)].join(' & ')})`;
}
