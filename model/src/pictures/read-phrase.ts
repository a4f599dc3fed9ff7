/**
 * Reads one phrase of a sentence from left to right: what leads to the thing, the thing, and what is said of it. Words that
 * stand where only more about the thing can stand are beyond and say which one is meant. Anything else that does not fit makes
 * the whole phrase beyond.
 */
import { type Condition, type Hours, negated } from '@watchword/contract/condition';
import { KIND_GROUPS } from '@watchword/contract/kind-groups';
import { saidBy, type Word } from '../reading/words.ts';
import { type Item, is, textOf, wordsOf } from './item.ts';
import {
	ANYBODY,
	type Context,
	comesAndGoes,
	isBare,
	isNamed,
	PERSON,
	type Phrase,
	phraseOf,
} from './phrase.ts';
import type { Kind } from './vocabulary.ts';
import type { Role } from './words.ts';

/** Nobody says so much in one phrase. */
const MAX_ITEMS = 60;

export function readPhrase(items: readonly Item[], context: Context): Phrase {
	return new PhraseReader(items.slice(0, MAX_ITEMS), context).read(items.length > MAX_ITEMS);
}

/** Words that have no place in a phrase but as a part of what is beyond are those with none of these roles. */
// biome-ignore format: a list of words
const KNOWN: readonly Role[] = [
	'skip', 'a', 'the', 'every', 'be', 'has', 'does', 'it', 'no', 'not', 'neither', 'nobody', 'nothing', 'gone', 'empty', 'on', 'at',
	'near', 'outside', 'holds', 'with', 'without', 'who', 'except', 'place', 'close', 'spot', 'lies', 'only', 'doubt', 'moment', 'percent', 'says',
	'shows', 'zone', 'if', 'please', 'comma',
];
const isStrange = (item: Item | undefined): boolean =>
	item !== undefined &&
	[
		item.kind,
		item.hours,
		item.amount,
		item.bound,
		item.ago,
		item.texts,
		item.taught,
		item.zone,
		item.part,
	].every((one) => one === undefined) &&
	!is(item, ...KNOWN);
/** Before a place without such a word: "enters the yard". */
const AT: Item = { words: [], roles: ['at'] };
const ANIMALS: readonly string[] = ['animal', ...(KIND_GROUPS.animal ?? [])];
const isPlace = (item: Item | undefined) => is(item, 'place', 'close', 'spot');
const isSurface = (item: Item | undefined) => is(item, 'sign', 'meter', 'display', 'plate') && !item?.kind;

class PhraseReader {
	readonly #items: readonly Item[];
	readonly #context: Context;
	readonly #phrase: Phrase;
	#at = 0;
	/** It is compared with an earlier picture. */
	readonly #isAgo: boolean;
	/** Or with a number. */
	readonly #isCompared: boolean;
	/** "That is", behind the thing. */
	#isWho = false;
	/** "The number of". */
	#isCounted = false;
	/** "Has": what somebody has done, a picture does not show. */
	#hasDone = false;
	#deniesHours = false;
	/** "All cars". */
	#isEvery = false;
	/** "It" is what a sentence before named. */
	#isReferred = false;

	constructor(items: readonly Item[], context: Context) {
		const from = items.findIndex((item) => !is(item, 'be', 'skip', 'it', 'comma', 'please', 'who', 'if'));
		[this.#items, this.#context] = [items, context];
		this.#phrase = phraseOf(items.slice(Math.max(0, from)).flatMap(({ words }) => [...words]));
		this.#isAgo = items.some(({ ago }) => ago !== undefined);
		this.#isCompared = this.#isAgo || items.some(({ amount }) => amount);
	}

	read(isTooLong: boolean): Phrase {
		const phrase = this.#phrase;
		phrase.isOpen = isTooLong;
		while (this.#at < this.#items.length && !phrase.isOpen) {
			const item = this.#items[this.#at++] as Item;
			const fits =
				this.#takeAnywhere(item) || (isNamed(phrase) ? this.#takeMore(item) : this.#takeThing(item));
			phrase.isOpen ||= !fits;
		}
		// Whether all of them are somewhere, a picture does not show.
		if (
			this.#isEvery &&
			phrase.hasVerb &&
			!phrase.amount &&
			!phrase.isGone &&
			!phrase.isEmpty &&
			!this.#isWho
		)
			phrase.isOpen = true;
		// "It is after 6 pm" is about nothing.
		if (this.#isReferred && phrase.hours.length > 0 && isBare(phrase) && !phrase.not) phrase.kind = null;
		return phrase;
	}

	get #next(): Item | undefined {
		return this.#items[this.#at];
	}
	get #last(): Item | undefined {
		let at = this.#at - 2;
		while (is(this.#items[at], 'skip') && !this.#items[at]?.kind) at--;
		return this.#items[at];
	}

	/** Takes what may stand before the thing and behind it. */
	#takeAnywhere(item: Item): boolean {
		const phrase = this.#phrase;
		if (item.hours !== undefined) return this.#takeHours(item, item.hours);
		if (item.ago !== undefined) phrase.ago = item.ago;
		else if (item.zone !== undefined) return this.#takePlaceAt({ zone: item.zone, side: 'in' }, item);
		else if (item.part) return this.#takePlaceAt({ part: item.part });
		else if (is(item, 'up', 'down', 'changed') && this.#isAgo) this.#takeTrend(item);
		else if (is(item, 'moment')) phrase.times.push(item.words);
		else if (item.kind || item.amount || item.bound || item.texts || item.taught) return false;
		else if (is(item, 'percent') && this.#isCompared) phrase.isPercent = true;
		// "Walking a dog".
		else if (is(item, 'holds') && (this.#next?.kind || is(this.#next, 'a'))) return this.#takeRelation(item);
		else if (is(item, 'puts') && phrase.kind?.kinds[0] === 'person') return this.#takePut(this.#next);
		else if (is(item, 'lies')) phrase.lies = item.words;
		else if (is(item, 'be', 'has', 'does', 'says', 'shows') && !this.#isNoun(item))
			return this.#takeVerb(item);
		else if (is(item, 'no', 'not', 'neither', 'outside', 'except') && this.#next?.hours && !phrase.isGone)
			this.#deniesHours = true;
		else if (is(item, 'only')) phrase.isOnly = true;
		else if (is(item, 'on', 'at', 'near', 'outside', 'with', 'without', 'holds'))
			return this.#takeRelation(item);
		else if (!is(item, 'skip', 'if', 'please', 'comma', 'zone', 'text')) return false;
		return true;
	}

	/** "In the drive" and "the display", and not "drive in" and "display". */
	#isNoun(item: Item): boolean {
		return (
			(isPlace(item) || isSurface(item)) &&
			(is(this.#last, 'a', 'the') || (isSurface(item) && !isNamed(this.#phrase)))
		);
	}

	/** Words of which one are beyond. Those that stand next to each other belong together: "climbing over the fence". */
	#say(words: Word[]): void {
		const { which, words: all } = this.#phrase;
		const last = which.at(-1);
		const end = last ? all.indexOf(last.at(-1) as Word) : -1;
		if (which.length > this.#phrase.before && last && end >= 0 && all[end + 1] === words[0])
			last.push(...words);
		else which.push(words);
	}

	#takeHours(item: Item, hours: Hours | null): boolean {
		const phrase = this.#phrase;
		if (hours === null) {
			// "For 10 minutes".
			const isLed = isStrange(this.#last) && phrase.which.at(-1)?.at(-1) === this.#last?.words.at(-1);
			phrase.times.push([...(isLed ? (phrase.which.pop() ?? []) : []), ...item.words]);
		} else {
			phrase.isLedByHours ||= !isNamed(phrase);
			phrase.words = phrase.words.filter((word) => !item.words.includes(word));
			const last = phrase.hours.at(-1);
			// "On weekdays between 6 and 8".
			const isWhole = (one: Condition | Hours) => one.is === 'hours' && !one.not && one.time === null;
			if (last?.is === 'hours' && !last.not && !this.#deniesHours && isWhole(last) !== isWhole(hours))
				phrase.hours[phrase.hours.length - 1] = {
					...hours,
					time: hours.time ?? last.time,
					days: [...last.days, ...hours.days],
				};
			else phrase.hours.push(this.#deniesHours ? negated(hours) : hours);
			this.#deniesHours = false;
		}
		return true;
	}

	#takePlaceAt(where: NonNullable<Phrase['where']>, item?: Item): boolean {
		const phrase = this.#phrase;
		if (phrase.where && !('view' in phrase.where)) return false;
		phrase.where = where;
		// "The driveway is empty", and not "in the driveway".
		if (item && !isNamed(phrase) && !is(this.#last, 'on', 'at')) phrase.place = item;
		return true;
	}

	#takeVerb(item: Item): boolean {
		const phrase = this.#phrase;
		phrase.hasVerb = true;
		this.#hasDone ||= is(item, 'has');
		if (is(item, 'does')) phrase.does = item.words;
		// "The car's door".
		const isOwn = textOf(item).startsWith("'") && this.#last?.kind;
		if (isOwn && this.#next && (isPlace(this.#next) || this.#next.kind || isStrange(this.#next)))
			return this.#context.vocabulary.doing?.test(textOf(this.#next)) ?? false;
		return true;
	}

	/** "In the garden", "next to the car", "with a dog", "wearing a hat". */
	#takeRelation(relation: Item): boolean {
		const phrase = this.#phrase;
		const words: Word[] = [...relation.words];
		const from = this.#at;
		let amount: Item['amount'];
		let isMore = false;
		for (let item = this.#next; item; item = this.#next) {
			const after = this.#items[this.#at + 1];
			words.push(...item.words);
			if (
				isSurface(item) &&
				!isPlace(item) &&
				(this.#items.some(({ texts }) => texts) || (this.#isCompared && !phrase.kind))
			) {
				this.#at++;
				phrase.surface = item;
				return true;
			}
			if (isStrange(item) || this.#isCompound(item, after)) isMore = true;
			else if (item.amount && is(relation, 'with', 'without') && !amount) amount = item.amount;
			else if (item.zone !== undefined && !isMore) {
				this.#at++;
				const side = is(relation, 'outside') ? 'outside' : is(relation, 'near') ? 'near' : 'in';
				return this.#takePlaceAt({ zone: item.zone, side });
			} else if (isPlace(item) || (item.kind && isPlace(after) && !after?.kind)) {
				// “The kitchen counter” is a counter.
				const head = !isPlace(item) || (after?.kind === undefined && isPlace(after)) ? after : item;
				if (head !== item) {
					words.push(...(head?.words ?? []));
					this.#at++;
				}
				this.#at++;
				return this.#takePlace(relation, head ?? item, words, isMore);
			} else if (item.kind) {
				this.#at++;
				return this.#takeOther(relation, item.kind, amount, words, isMore);
			} else if (is(item, 'it')) {
				this.#at++;
				return this.#takeReference(relation);
			} else if (!is(item, 'a', 'the', 'every', 'skip', 'zone')) {
				words.splice(-item.words.length);
				break;
			}
			this.#at++;
		}
		if (amount) return false;
		if (isMore) this.#say(words);
		else {
			// "Comes in" and "is outside" say no more; "the TV is on" does.
			this.#at = from;
			if (!phrase.kind || !comesAndGoes(phrase.kind) || is(relation, 'holds', 'with', 'without'))
				return false;
			// A cat may be inside or outside, but whoever is outside is before the camera.
			if (is(relation, 'outside') && phrase.kind.kinds.some((one) => ANIMALS.includes(one)))
				phrase.which.push([...relation.words]);
		}
		return true;
	}

	/** A chicken coop is no chicken. */
	#isCompound(item: Item, after: Item | undefined): boolean {
		const { doing } = this.#context.vocabulary;
		return (
			item.kind !== undefined &&
			doing !== null &&
			isStrange(after) &&
			!is(after, 'state') &&
			!doing.test(textOf(after as Item))
		);
	}

	#takePlace(relation: Item, place: Item, words: Word[], isMore: boolean): boolean {
		const phrase = this.#phrase;
		const isSide = is(place, 'border') && is(relation, 'side');
		// A bird is at a feeder, but whether it is in it, a picture does not show.
		const kind = phrase.kind ?? this.#items.find((item) => item.kind && item !== place)?.kind;
		const isThere = !kind || comesAndGoes(kind);
		// A cup stands on the desk, where a cat may be on it or not.
		const isSpot = is(place, 'spot') && !(isThere ? is(relation, 'at', 'near') : is(place, 'place'));
		// A cow outside the meadow.
		const isOut = is(relation, 'outside') && kind?.kinds.some((one) => ANIMALS.includes(one));
		// Which side of a fence somebody is on takes more than outlines.
		// Where a sign hangs makes no difference.
		if (phrase.surface && !phrase.kind && !isMore) return true;
		if (isMore || isSide || isSpot || isOut || is(relation, 'with', 'without', 'holds')) this.#say(words);
		else {
			if (is(place, 'close') && !is(relation, 'near', 'outside'))
				phrase.where ??= { view: saidBy(place.words) };
			phrase.placed = textOf(place);
		}
		return true;
	}

	#takeOther(relation: Item, kind: Kind, amount: Item['amount'], words: Word[], isMore: boolean): boolean {
		const phrase = this.#phrase;
		const isMissing = is(relation, 'without');
		if (isMore || kind.isNarrow) this.#say(words);
		if (is(relation, 'with', 'without')) {
			if (!isMissing || !(isMore || kind.isNarrow))
				phrase.others.push({ kind, amount: amount ?? null, isMissing });
			return true;
		}
		if (phrase.beside || is(relation, 'outside')) return false;
		const isNear = is(relation, 'near') || (comesAndGoes(kind) && is(relation, 'at'));
		phrase.beside = { how: is(relation, 'holds') ? 'with' : isNear ? 'near' : 'on', kind };
		return true;
	}

	/** "On it", "next to them", "with it". */
	#takeReference(relation: Item): boolean {
		const phrase = this.#phrase;
		const { about, where } = this.#context;
		if (is(relation, 'with', 'without') || (where && is(relation, 'on'))) return true;
		if (
			!about ||
			!phrase.kind ||
			phrase.beside ||
			is(relation, 'outside') ||
			about.kinds[0] === phrase.kind.kinds[0]
		)
			return false;
		const how = is(relation, 'holds') ? 'with' : is(relation, 'near') ? 'near' : 'on';
		phrase.beside = { how, kind: about };
		return true;
	}

	/** Takes the thing, or what leads to it. */
	#takeThing(item: Item): boolean {
		const phrase = this.#phrase;
		const next = this.#next;
		if (item.texts) phrase.texts = item.texts;
		else if (item.taught !== undefined) phrase.taught = item.taught;
		else if (item.amount) {
			if (phrase.amount) return false;
			const isExact = phrase.isOnly && item.amount.isBare;
			phrase.amount = isExact ? { compare: 'exactly', than: item.amount.than } : item.amount;
		} else if (item.kind) return this.#takeKind(item, item.kind);
		else if (is(item, 'nobody', 'nothing')) {
			phrase.kind = is(item, 'nobody') ? PERSON : ANYBODY;
			return this.#deny('nobody');
		} else if (is(item, 'no', 'neither')) return this.#deny(is(item, 'no') ? 'no' : 'neither');
		else if (is(item, 'not')) return this.#deny('not');
		else if (is(item, 'except')) return false;
		else if (is(item, 'counted')) this.#isCounted = true;
		else if (is(item, 'unit') && phrase.amount) return true;
		else if (is(item, 'empty')) phrase.isEmpty = true;
		else if (is(item, 'up', 'down', 'changed') && this.#isCompared) this.#takeTrend(item);
		else if (isSurface(item)) phrase.surface = item;
		else if (is(item, 'it')) {
			const { about } = this.#context;
			if (about) [phrase.kind, this.#isReferred] = [about, true];
			if (about?.isNarrow) phrase.which.push([...item.words]);
		} else if (is(item, 'place', 'close') && !is(item, 'spot') && !next?.kind) phrase.place = item;
		else if (is(item, 'a', 'the', 'every')) {
			// "Between 9 and 17 a car" is no number of cars.
			if (phrase.amount && is(item, 'a')) return false;
			phrase.article ??= is(item, 'a') ? 'a' : 'the';
			this.#isEvery ||= is(item, 'every');
		} else return is(item, 'than', 'who') || this.#takeAdjectives(item);
		return true;
	}

	/** "Suspicious", before a person. */
	#takeAdjectives(item: Item): boolean {
		if (!isStrange(item) && !isPlace(item)) return false;
		const words = [...item.words];
		while (isStrange(this.#next)) words.push(...(this.#items[this.#at++] as Item).words);
		this.#say(words);
		return this.#next?.kind !== undefined || isSurface(this.#next);
	}

	#takeKind(item: Item, kind: Kind): boolean {
		const phrase = this.#phrase;
		// A car door; "there are only dogs" is about all that is there.
		if (isPlace(this.#next) && !is(this.#next, 'does', 'gone') && !this.#next?.kind) return false;
		// German: "a strange person".
		if (kind.isNarrow && this.#next?.kind) return phrase.which.push([...item.words]) > 0;
		if (phrase.isOnly && !phrase.amount && phrase.hasVerb) return false;
		// A parcel is something, too.
		if (kind.kinds[0] === 'anything') return false;
		if (phrase.ago !== null && phrase.kind) return false;
		phrase.kind = kind;
		if (kind.isNarrow) phrase.which.push([...(phrase.which.pop() ?? []), ...item.words]);
		phrase.before = phrase.which.length;
		return true;
	}

	#deny(by: NonNullable<Phrase['not']>): boolean {
		if (this.#phrase.not || this.#phrase.isGone) return false;
		this.#phrase.not = by;
		return true;
	}

	#takeTrend(item: Item): void {
		this.#phrase.trend = is(item, 'up') ? 'up' : is(item, 'down') ? 'down' : 'changed';
		this.#phrase.hasVerb = true;
	}

	/** Takes what is said of the thing. */
	#takeMore(item: Item): boolean {
		const phrase = this.#phrase;
		const next = this.#next;
		if (item.texts) {
			if (phrase.texts || !(phrase.surface || phrase.kind)) return false;
			phrase.texts = item.texts;
		} else if (item.amount) return this.#takeAmountBehind(item);
		else if (item.bound) {
			if (!phrase.amount) return false;
			phrase.amount = { compare: item.bound, than: phrase.amount.than };
		} else if (item.kind) return false;
		else if (is(item, 'not')) {
			if (
				this.#isWho ||
				phrase.where ||
				phrase.placed !== null ||
				phrase.beside ||
				isStrange(next) ||
				is(next, 'holds')
			)
				return this.#takeRest(item);
			return this.#deny('not');
		} else if (is(item, 'except')) return this.#takeExcept(item);
		else if (is(item, 'gone')) {
			// One of several may be gone.
			if (phrase.not || phrase.amount || phrase.article === 'a') return false;
			if (next && !next.hours && !is(next, 'be', 'has', 'skip')) return false;
			[phrase.isGone, phrase.hasVerb] = [true, true];
		} else if (is(item, 'empty') && (phrase.place || phrase.kind)) phrase.isEmpty = true;
		else if (is(item, 'up', 'down', 'changed') && this.#isCompared) this.#takeTrend(item);
		else if (is(item, 'unit') && phrase.amount) return true;
		else if (is(item, 'than') && this.#isCompared) return true;
		else if (is(item, 'who')) this.#isWho = true;
		else if (is(item, 'a', 'the', 'every')) return this.#takeArticleBehind(item);
		// "Comes in shop".
		else if (isPlace(item) && is(this.#last, 'does'))
			return this.#takePlace(AT, item, [...item.words], false);
		else if (isSurface(item) && phrase.kind && this.#items.some(({ texts }) => texts)) phrase.surface = item;
		// "On the display a number".
		else if (is(item, 'content') && phrase.surface) return true;
		else return isStrange(item) && this.#takeStrange(item);
		return true;
	}

	/** "Somebody left a bag" is about the bag. */
	#takePut(next: Item | undefined): boolean {
		const phrase = this.#phrase;
		if (phrase.kind?.isNarrow || phrase.not || !(next?.kind || is(next, 'a', 'the'))) return false;
		[phrase.kind, phrase.article] = [null, null];
		return true;
	}

	/** "The number of cars is above 3", "cars > 3"; "a person over 60" is something else. */
	#takeAmountBehind(item: Item): boolean {
		const phrase = this.#phrase;
		const isSign =
			!/\p{L}/u.test(item.words[0]?.text ?? 'x') && !item.amount?.isBare && !item.amount?.isLoose;
		if (phrase.amount || (phrase.texts && phrase.surface)) return false;
		if (phrase.surface || this.#isCounted || isSign || phrase.trend || phrase.ago !== null)
			phrase.amount = item.amount ?? null;
		else if (this.#next?.bound) phrase.amount = item.amount ?? null;
		else this.#say([...item.words]);
		return true;
	}

	/** "All animals except dogs". */
	#takeExcept(item: Item): boolean {
		const words = [...item.words];
		for (let next = this.#next; next; next = this.#next) {
			words.push(...next.words);
			this.#at++;
			if (next.kind) {
				this.#phrase.except.push({ kind: next.kind, words });
				return true;
			}
			if (!is(next, 'a', 'the', 'every', 'skip', 'about') && !isStrange(next)) return false;
		}
		this.#say(words);
		return words.length > item.words.length;
	}

	/** "Not mine": all that follows. */
	#takeRest(item: Item): boolean {
		const rest = this.#items.slice(this.#at);
		const excluded = rest.find(({ kind }) => kind);
		const isOther =
			this.#isWho && excluded?.kind && rest.every((one) => one === excluded || is(one, 'a', 'the'));
		if (isOther && excluded.kind) this.#phrase.except.push({ kind: excluded.kind, words: excluded.words });
		else
			this.#say([
				...wordsOf(is(this.#last, 'be') && this.#last ? [this.#last] : []),
				...item.words,
				...wordsOf(rest),
			]);
		this.#at = this.#items.length;
		return !this.#isCounted && rest.every((one) => !one.hours && !is(one, 'no', 'not'));
	}

	/** "That is", "enters the yard"; in German, what somebody does something to: "das Tor öffnet". */
	#takeArticleBehind(item: Item): boolean {
		const phrase = this.#phrase;
		const next = this.#next;
		if (
			is(next, 'be', 'does', 'has', 'not', 'says', 'shows') ||
			(is(item, 'the') && is(next, 'on', 'near', 'with', 'holds'))
		) {
			this.#isWho = true;
			return true;
		}
		if (isPlace(next) && phrase.kind) {
			const after = this.#items[this.#at + 1];
			if (is(this.#last, 'does') || is(after, 'does')) {
				this.#at++;
				return this.#takePlace(AT, next as Item, [...item.words, ...(next as Item).words], false);
			}
			this.#at++;
			return (
				isStrange(after) && this.#takeStrange({ roles: [], words: [...item.words, ...(next as Item).words] })
			);
		}
		if (is(next, 'content') && phrase.surface) return true;
		if (isStrange(next)) return this.#takeStrange(item);
		return phrase.kind === null && isNamed(phrase) && this.#isCompared;
	}

	/** "Barking", "climbs over the fence": which one is meant, or what it does. */
	#takeStrange(item: Item): boolean {
		const phrase = this.#phrase;
		const first = is(item, 'a', 'the') ? this.#next : item;
		if (this.#last?.kind && this.#last.kind === phrase.kind && item === first && !this.#doesIt(item))
			return false;
		if (this.#hasDone || !phrase.kind) return false;
		const words = [...item.words];
		for (let next = this.#next; next; next = this.#next) {
			const after = this.#items[this.#at + 1];
			if (!isStrange(next) && !(is(next, 'a', 'the') && (isStrange(after) || isPlace(after) || after?.kind)))
				break;
			words.push(...next.words);
			this.#at++;
			if (isStrange(next)) continue;
			words.push(...(after?.words ?? []));
			this.#at++;
		}
		this.#say(words);
		return true;
	}

	/** "A dog barking", "somebody climbs"; but a dog bed and a car wash are other things. */
	#doesIt(item: Item): boolean {
		const { doing, does } = this.#context.vocabulary;
		const { kind, article, hasVerb } = this.#phrase;
		if (!doing || hasVerb || is(item, 'state') || doing.test(textOf(item))) return true;
		const isOne = article === 'a' || (kind?.kinds[0] === 'person' && !kind.isNarrow);
		return isOne && (does?.test(textOf(item)) ?? false);
	}
}
