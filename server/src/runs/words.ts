import { type SQL, sql } from 'drizzle-orm';

/** What separates words, beside spaces. Only ASCII, so that every database cuts all languages alike. */
const BETWEEN = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';
/** No mail or model may make the list of a run's words larger than a row can be. */
const MOST = 4000;
const MOST_WORDS = 20;

const told = ['trigger_from', 'trigger_subject', 'action_evidence', '_reason']
	.map((column) => `left(coalesce(${column}, ''), ${MOST})`)
	.join(` || ' ' || `);

/** The words of a run, and its owner as one of them. */
export const wordsOf = sql.raw(
	`to_tsvector('simple', 'u' || _owner || ' ' || translate(${told}, '${BETWEEN.replaceAll("'", "''")}', repeat(' ', ${BETWEEN.length})))`,
);

const WEEK_MS = 7 * 24 * 3_600_000;
const FIRST_WEEK = '2020-01-01T00:00:00Z';
const OWNER_LETTERS = 5;

export const weekOf = (ms: number) => Math.floor((ms - Date.parse(FIRST_WEEK)) / WEEK_MS);

/**
 * What the index has before each word, so that a search reads the words of one customer and of some weeks alone. It is short,
 * because it is stored with each word; runs of a customer whose id begins alike are left out afterwards.
 */
const placeOf = (uid: string, week: number) => `${uid.slice(0, OWNER_LETTERS)}${week}`;

/** The words of a run as the index has them: behind its owner and week. No word has a quote or a space in it. */
export const placedWords = sql.raw(
	`(replace(' ' || strip(ts_delete(words, 'u' || _owner))::text, ' ''', ' ''' || left(_owner, ${OWNER_LETTERS})
		|| floor(date_part('epoch', _timestamp - '${FIRST_WEEK}'::timestamptz) / ${WEEK_MS / 1000})::int::text)::tsvector)`,
);

/** For the index: the customer's runs of these weeks that have a word with each of these beginnings. */
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
		.slice(0, MOST_WORDS);

const beginning = (word: string) => `'${word}':*`;

/** True of runs in which every word given begins a word; null if no word is given. */
export function containing(search: string, uid: string): SQL | null {
	const words = wordsIn(search);
	if (words.length === 0) return null;
	return sql`words @@ to_tsquery('simple', ${[`u${uid}`, ...words.map(beginning)].join(' & ')})`;
}
