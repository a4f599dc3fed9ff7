/** Whether a mail says words or phrases. Case and accents do not matter, nor does a common ending of the last word. */
import type { Says } from '@watchword/contract/condition';
import { inWords } from '@watchword/contract/in-words';
import type { MailMark } from '@watchword/contract/mail-mark';
import { mailWords } from '../languages/index.ts';
import { anyWhole, type Finding, type Folded, fold, type OpenMail, quoteAt } from './mail.ts';

export interface Place {
	from: number;
	to: number;
	/** Another word of the same stem: “training” for “train”. */
	isOther: boolean;
}

const SURE = mailWords.flatMap(({ endings }) => endings.sure).join('|');
const DOUBTFUL = mailWords.flatMap(({ endings }) => endings.doubtful).join('|');
/** A shorter word is another one with another ending: "car", "care", "card". */
const ENDS_FROM = 5;

/** Where a text says a word or a phrase: the first certain place, or else the first doubtful one. */
function placeOf(words: string, { plain }: Folded): Place | null {
	const [first = '', ...rest] = fold(words)
		.trim()
		.split(/[\s-]+/);
	const isLong = [...(rest.at(-1) ?? first)].length >= ENDS_FROM;
	const last = (word: string) => {
		// “build-7” may be “build7”.
		if (!/^\p{L}+$/u.test(word))
			return word
				.split(/(?<=\p{L})(?=\d)/u)
				.map((piece) => RegExp.escape(piece))
				.join('[-_ ]?');
		if (word.length < 3) return RegExp.escape(word);
		const stem = word.length > 3 ? word.replace(/(?<!s)s$/, '') : word;
		return `${RegExp.escape(stem)}(?:${isLong ? SURE : "e?s|'s"})?(?<other>(?:${isLong ? DOUBTFUL : '$^'})s?)?`;
	};
	const tail = rest.map((word, at) => (at === rest.length - 1 ? last(word) : RegExp.escape(word)));
	const head = rest.length === 0 ? last(first) : RegExp.escape(first);
	const pattern = new RegExp(`${[head, ...tail].join('[ \\n#-]+')}(?![\\p{L}\\p{N}])`, 'uy');
	// Most texts do not have the word, which is found out fast.
	const start =
		rest.length === 0 && first.length > 3 ? first.replace(/(?<!s)s$|(?<=^\p{L}+)\d.*$/u, '') : first;
	let doubtful: Place | null = null;
	for (let at = plain.indexOf(start); at >= 0; at = plain.indexOf(start, at + 1)) {
		if (/[\p{L}\p{N}]/u.test(first.charAt(0)) && /[\p{L}\p{N}]/u.test(plain.charAt(at - 1))) continue;
		pattern.lastIndex = at;
		const match = pattern.exec(plain);
		if (!match) continue;
		const place = { from: at, to: at + match[0].length, isOther: Boolean(match.groups?.other) };
		if (!place.isOther) return place;
		doubtful ??= place;
	}
	return doubtful;
}

export function judgeSays({ words, match, in: where }: Says, mail: OpenMail): Finding {
	const each = words.map((word) => ({ word, ...find(word, where, mail) }));
	const deciding = match === 'any';
	const decided = each.filter(({ held }) => held === deciding);
	const doubtful = each.filter(({ held }) => held === null);
	const held = decided.length > 0 ? deciding : doubtful.length > 0 ? null : !deciding;
	const telling = decided.length > 0 ? decided.slice(0, 1) : doubtful.length > 0 ? doubtful : each;
	const quotes = telling.flatMap(({ quote }) => quote ?? []);
	const place = where === 'subject' ? 'the subject' : where === 'text' ? 'the text' : 'the mail';
	const named = inWords(
		telling.map(({ word }) => `“${word}”`),
		held === false && match === 'any' ? 'or' : 'and',
	);
	const told =
		held === null
			? `whether ${place} contains ${named} is not certain${why(doubtful)}`
			: `${place} ${held ? 'contains' : 'does not contain'} ${named}`;
	return { held, told, ...(quotes[0] && { quote: quotes[0] }) };
}

const why = (doubtful: { why?: string }[]) => (doubtful[0]?.why ? `: ${doubtful[0].why}` : '');

/** "backup … failed/error": one of each in one sentence. */
const TOGETHER = '…';
/** What a sentence denies or only imagines has not happened. */
const DENIES = anyWhole(mailWords.flatMap(({ denies }) => denies));

/** “The backup of nas01 has failed.” */
const BETWEEN = new Set(mailWords.flatMap(({ between }) => between));
const FINE = anyWhole(mailWords.flatMap(({ fine }) => fine));
const MOST_QUOTED = 200;
const LISTED = new Set<MailMark>(['list', 'unsubscribe', 'bulk']);

function findTogether(
	word: string,
	where: Says['in'],
	searched: readonly Folded[],
	mail: OpenMail,
): { held: boolean | null; quote?: string; why?: string } {
	const groups = word.split(TOGETHER).map((group) => group.split('/').filter((one) => one.trim() !== ''));
	const placesIn = (text: Folded) =>
		groups.map((group, at) => anyPlace(group, text) ?? (at === 0 ? ownNameIn(group, text) : null));
	let doubt: { held: null; quote: string; why: string } | null = null;
	for (const one of searched) {
		if (placesIn(one).includes(null)) continue;
		for (const clause of clausesOf(one)) {
			const places = placesIn(clause);
			if (places.includes(null)) continue;
			const quote = clause.text.trim().slice(0, MOST_QUOTED).toWellFormed();
			// What is sent to many, or about a mail, tells of other things.
			const isNews = mail.marks?.some(
				(mark) => mark === 'report' || (one !== mail.subjectFolded && LISTED.has(mark)),
			);
			if (!isNews && isClaim(clause.plain, groups.flat(), places)) return { held: true, quote };
			doubt ??= { held: null, quote, why: `it says “${quote}”` };
		}
	}
	if (doubt) return doubt;
	// Of a database backup, one of both words may be left out.
	const named = groups.slice(0, -1).flat();
	const [place] = searched.flatMap((one) => {
		const found = anyPlace(named, one);
		return found ? [{ one, found }] : [];
	});
	if (place) {
		const { one, found } = place;
		const quote = quoteAt(one.text, found.from, found.to);
		// “The backup was successful.”
		if (FINE.test(fold(quote))) return { held: false, quote };
		return { held: null, quote, why: `it only says “${quote}”` };
	}
	if (where !== 'subject' && anyPlace(named, mail.earlier))
		return { held: null, why: 'only an earlier mail, which it quotes, says it' };
	return mail.partly ? { held: null, why: 'not all of the mail was read' } : { held: false };
}

/** “srv01” is a server. */
const OWN_NAMES = mailWords.flatMap(({ ownNames }) => Object.entries(ownNames));
function ownNameIn(words: readonly string[], { plain }: Folded): Place | null {
	const found = anyWhole(
		OWN_NAMES.flatMap(([word, names]) => (words.some((one) => fold(one).trim() === word) ? names : [])),
	).exec(plain);
	return found && { from: found.index, to: found.index + found[0].length, isOther: false };
}

const anyPlace = (words: readonly string[], text: Folded): Place | null =>
	words.map((one) => placeOf(one, text)).find((place) => place !== null) ?? null;

/** Whether a clause says it of the thing itself: nothing but short words stands between, and nothing denies it. */
function isClaim(plain: string, words: readonly string[], places: readonly (Place | null)[]): boolean {
	if (places.some((place) => place?.isOther)) return false;
	const from = Math.min(...places.map((place) => place?.to ?? 0));
	const to = Math.max(...places.map((place) => place?.from ?? 0));
	const without = (text: string) =>
		words.reduce((rest, one) => {
			const place = placeOf(one, { text: rest, plain: rest });
			return place ? `${rest.slice(0, place.from)} ${rest.slice(place.to)}` : rest;
		}, text);
	const between = without(plain.slice(from, Math.max(from, to))).match(/[\p{L}\p{N}._-]+/gu) ?? [];
	const rest = without(plain);
	return (
		!DENIES.test(rest) &&
		!/\?\s*$/.test(rest) &&
		between.every((word) => BETWEEN.has(word) || /\d/.test(word))
	);
}

/** What stands together: sentences, lines, and what commas divide in them. */
function clausesOf({ text, plain }: Folded): Folded[] {
	const sentences: Folded[] = [];
	let from = 0;
	for (const { index, 0: end } of plain.matchAll(/[.!?;,](?=\s)|\n|$/g)) {
		const to = index + end.length;
		if (to > from) sentences.push({ text: text.slice(from, to), plain: plain.slice(from, to) });
		from = to;
	}
	return sentences;
}

function find(
	word: string,
	where: Says['in'],
	mail: OpenMail,
): { held: boolean | null; quote?: string; why?: string } {
	const searched = [
		...(where === 'text' ? [] : [mail.subjectFolded]),
		...(where === 'subject' ? [] : [mail.own]),
	];
	if (word.includes(TOGETHER)) return findTogether(word, where, searched, mail);
	let doubt: { held: null; quote?: string; why: string } | null = null;
	for (const one of searched) {
		const place = placeOf(word, one);
		if (!place) continue;
		const quote = quoteAt(one.text, place.from, place.to);
		if (!place.isOther) return { held: true, quote };
		doubt ??= { held: null, quote, why: `it says “${one.text.slice(place.from, place.to)}”` };
	}
	if (doubt) return doubt;
	if (where !== 'subject' && placeOf(word, mail.earlier))
		return { held: null, why: 'only an earlier mail, which it quotes, says it' };
	const isUnread = where === 'subject' ? mail.subject === '' && mail.partly : mail.partly;
	return isUnread ? { held: null, why: 'not all of the mail was read' } : { held: false };
}
