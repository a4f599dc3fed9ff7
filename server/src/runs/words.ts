import { type SQL, sql } from 'drizzle-orm';

/** What separates words, beside spaces. Only ASCII, so that every database cuts all languages alike. */
const BETWEEN = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';
/** No mail or model may make the list of a run's words larger than a row can be. */
const MOST = 4000;
const MOST_WORDS = 20;

const told = ['trigger_from', 'trigger_subject', 'action_evidence', '_reason']
	.map((column) => `left(coalesce(${column}, ''), ${MOST})`)
	.join(` || ' ' || `);

/** The words of a run, for the index; its owner is one of them, so that nobody's search goes through another's runs. */
export const wordsOf = sql.raw(
	`to_tsvector('simple', 'u' || _owner || ' ' || translate(${told}, '${BETWEEN.replaceAll("'", "''")}', repeat(' ', ${BETWEEN.length})))`,
);

/** True of the owner's runs in which every word given begins a word; null if no word is given. */
export function containing(search: string, uid: string): SQL | null {
	const words = search
		.replace(/[!-/:-@[-`{-~\s]+/g, ' ')
		.split(' ')
		.filter(Boolean)
		.slice(0, MOST_WORDS);
	if (words.length === 0) return null;
	const query = [`u${uid}`, ...words.map((word) => `'${word}':*`)].join(' & ');
	return sql`words @@ to_tsquery('simple', ${query})`;
}
