/** Reads one phrase of a sentence, item by item. */
import { type Condition, type Hours, negated } from '@watchword/contract/condition';
import { saidBy, type Word } from '../reading/words.ts';
import { type Amount, type Item, is, textOf } from './item.ts';
import { ANYBODY, type Context, comesAndGoes, PERSON, Phrase } from './phrase.ts';
import type { Kind } from './vocabulary.ts';

/** Nobody says so much in one phrase. */
const MAX_ITEMS = 60;

export function readPhrase(items: readonly Item[], context: Context): Phrase {
	const phrase = new PhraseReader(withCompounds(items.slice(0, MAX_ITEMS)), context).read();
	if (items.length > MAX_ITEMS) phrase.isOpen = true;
	return phrase;
}

const isPlace = (item: Item | undefined) => is(item, 'place', 'close', 'spot');

/** A car door, a staff room. */
function withCompounds(items: readonly Item[]): Item[] {
	const found: Item[] = [];
	for (const item of items) {
		const last = found.at(-1);
		const isIn = is(
			found.findLast((one) => one !== last && !is(one, 'skip', 'a', 'the')),
			'on',
			'near',
			'outside',
		);
		if (last?.kind && isPlace(item) && !item.kind && !is(last, 'place') && (isIn || !is(item, 'does')))
			found[found.length - 1] = { words: [...last.words, ...item.words], roles: ['place'] };
		else found.push(item);
	}
	return found;
}

class PhraseReader {
	readonly #items: readonly Item[];
	readonly #context: Context;
	readonly #phrase: Phrase;
	readonly #isDigit: boolean;
	readonly #isMoment: boolean;
	/** "In", "with" or "holding", before what it leads to. */
	#relation: Item | null = null;
	/** Words that are not known, with those that lead to them. */
	#strange: Word[] = [];
	#amount: Amount | null = null;
	#except: Item | null = null;
	/** What the text is written on. */
	#surface: Item | null = null;
	/** "That is", behind the thing. */
	#isWho = false;
	#isCounted = false;
	/** "Not at night". */
	#deniesHours = false;
	/** What may be denied is not known yet: "a person is not wearing a helmet". */
	#not: Item | null = null;
	/** "It" is what a sentence before named. */
	#isReferred = false;
	#last: Item | undefined;

	constructor(items: readonly Item[], context: Context) {
		[this.#items, this.#context] = [items, context];
		this.#isMoment = items.some(({ ago }) => ago !== undefined);
		this.#isDigit = this.#isMoment || items.some(({ amount }) => amount);
		const from = items.findIndex((item) => !is(item, 'be', 'skip', 'it', 'comma', 'please', 'who'));
		this.#phrase = new Phrase(items.slice(Math.max(0, from)).flatMap(({ words }) => [...words]));
	}

	read(): Phrase {
		const phrase = this.#phrase;
		for (const [at, item] of this.#items.entries()) {
			this.#take(item, this.#items[at + 1]);
			if (!is(item, 'skip', 'a', 'the') || item.kind) this.#last = item;
		}
		this.#settle();
		if (this.#amount && (!phrase.kind || !phrase.amount) && !(phrase.kind && this.#amount.isBare))
			phrase.amount = this.#amount;
		else if (this.#amount) phrase.isOpen = true;
		if (this.#except) phrase.isOpen = true;
		// "It is after 6 pm" is about nothing.
		if (this.#isReferred && phrase.hours.length > 0 && phrase.isBare && !phrase.isGone && phrase.nots === 0)
			phrase.kind = null;
		return phrase;
	}

	/** What was not known so far belongs to what was said before. */
	#settle(): void {
		const { kind, behind, before } = this.#phrase;
		if (this.#strange.length > 0) (kind ? behind : before).push(this.#strange);
		this.#strange = [];
		// "Comes in", "is outside" are places without a name; "the TV is on" is none.
		const relation = this.#relation;
		if (relation && (!kind || !comesAndGoes(kind) || is(relation, 'holds')))
			behind.push([...this.#phrase.words]);
		this.#relation = null;
	}

	#take(item: Item, next: Item | undefined): void {
		const phrase = this.#phrase;
		if (item.hours !== undefined) this.#takeHours(item, item.hours);
		else if (item.texts) {
			this.#strange = [];
			this.#relation = null;
			phrase.texts = { words: item.texts, on: this.#surface };
		} else if (item.taught !== undefined) phrase.taught = item.taught;
		else if (item.ago !== undefined) phrase.ago = item.ago;
		else if (item.zone !== undefined || item.part) this.#takeZone(item);
		else if (item.amount) this.#takeAmount(item, item.amount);
		else if (item.bound) {
			const of = phrase.amount ?? this.#amount;
			if (!of) this.#strange.push(...item.words);
			else if (phrase.amount) phrase.amount = { compare: item.bound, than: of.than };
			else this.#amount = { compare: item.bound, than: of.than };
		} else if (item.kind && !(this.#relation && isPlace(item))) this.#takeKind(item, item.kind);
		else this.#takeWord(item, next);
	}

	#takeHours(item: Item, hours: Hours | null): void {
		const phrase = this.#phrase;
		if (hours === null) {
			phrase.times.push([...this.#strange, ...item.words]);
			this.#strange = [];
			return;
		}
		this.#settle();
		phrase.isLedByHours ||= !phrase.isNamed;
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

	#takeZone({ zone, part, words, roles }: Item): void {
		const phrase = this.#phrase;
		const relation = this.#relation;
		this.#relation = null;
		this.#settle();
		if (phrase.where && !('view' in phrase.where)) phrase.isOpen = true;
		if (part) phrase.where = { part };
		if (zone === undefined) return;
		const side = is(relation ?? undefined, 'outside')
			? 'outside'
			: is(relation ?? undefined, 'near')
				? 'near'
				: 'in';
		phrase.where = { zone, side };
		if (!phrase.kind && !relation) phrase.place = { zone, words, roles };
	}

	#takeAmount(item: Item, amount: Amount): void {
		const phrase = this.#phrase;
		// "Cars > 3", "the number of cars is above 3"; "a person over 60" is something else.
		const isBehind = phrase.kind !== null && (amount.isLoose || amount.isBare) && !this.#isCounted;
		if (
			this.#amount ||
			(isBehind && amount.isLoose) ||
			(phrase.kind && this.#strange.length > 0 && !this.#relation)
		) {
			this.#strange.push(...item.words);
			return;
		}
		this.#amount = this.#phrase.isOnly && amount.isBare ? { compare: 'exactly', than: amount.than } : amount;
	}

	#takeKind(item: Item, kind: Kind): void {
		const phrase = this.#phrase;
		const strange = this.#strange.filter((word) => !this.#relation?.words.includes(word));
		const relation = this.#relation;
		[this.#strange, this.#relation] = [[], null];
		const isDenied = phrase.kind && this.#isWho && strange.length > 0 && is(this.#last, 'not');
		if (this.#except || isDenied) {
			phrase.except.push({ kind, words: [...strange, ...item.words] });
			this.#except = null;
		} else if (relation && is(relation, 'with', 'without')) {
			if (strange.length > 0 || kind.isNarrow)
				phrase.behind.push([...relation.words, ...strange, ...item.words]);
			if ((strange.length === 0 && !kind.isNarrow) || !is(relation, 'without'))
				phrase.others.push({ kind, amount: this.#amount, isMissing: is(relation, 'without') });
			this.#amount = null;
		} else if (relation && (phrase.kind || is(relation, 'on', 'near', 'outside'))) {
			if (strange.length > 0 || kind.isNarrow)
				phrase.behind.push([...relation.words, ...strange, ...item.words]);
			if (this.#amount || is(relation, 'outside')) phrase.isOpen = true;
			const how = is(relation, 'holds')
				? 'with'
				: is(relation, 'near') || (comesAndGoes(kind) && is(relation, 'at'))
					? 'near'
					: 'on';
			if (phrase.beside) phrase.behind.push([...relation.words, ...item.words]);
			else phrase.beside = { how, kind };
		} else if (
			phrase.kind?.isNarrow &&
			this.#last?.kind === phrase.kind &&
			phrase.kind.kinds[0] === kind.kinds[0]
		)
			// German: "a strange person" is two names of a person.
			phrase.kind = { ...kind, isNarrow: true };
		else if (phrase.kind || phrase.texts || (phrase.place && !phrase.hasVerb) || phrase.before.length > 0)
			phrase.isOpen = true;
		else {
			// "The shop has more than 20 people".
			phrase.place = null;
			// "There are only dogs" is about all that is there.
			if (phrase.isOnly && !this.#amount && phrase.hasVerb) phrase.isOpen = true;
			phrase.kind = kind;
			phrase.amount = this.#amount;
			this.#amount = null;
			if (strange.length > 0) phrase.before.push(strange);
			if (kind.isNarrow) phrase.before.push([...item.words]);
		}
	}

	#takeWord(item: Item, next: Item | undefined): void {
		const phrase = this.#phrase;
		if (is(item, 'nobody', 'nothing')) {
			this.#settle();
			if (phrase.kind) phrase.isOpen = true;
			phrase.kind = is(item, 'nobody') ? PERSON : ANYBODY;
			this.#deny('nobody');
		} else if (is(item, 'no', 'not', 'neither', 'outside', 'except') && next?.hours) this.#deniesHours = true;
		else if (is(item, 'no', 'neither')) {
			this.#settle();
			if (phrase.kind) phrase.isOpen = true;
			this.#deny(is(item, 'neither') ? 'neither' : 'no');
		} else if (is(item, 'not')) {
			// "A car that is not mine".
			if (phrase.kind && (this.#isWho || phrase.where || phrase.beside))
				this.#strange.push(...(is(this.#last, 'be') ? (this.#last?.words ?? []) : []), ...item.words);
			else {
				this.#settle();
				this.#deny('not');
				if (phrase.kind) this.#not = item;
			}
		} else if (is(item, 'except')) {
			this.#settle();
			this.#except = item;
		} else if (is(item, 'only')) phrase.isOnly = true;
		else if (is(item, 'moment')) this.#takeHours(item, null);
		else if (is(item, 'counted') && this.#items.some(({ kind }) => kind)) this.#isCounted = true;
		else if (is(item, 'percent')) phrase.isPercent = true;
		else if (is(item, 'unit') && this.#last?.amount) return;
		else if (is(item, 'sign', 'meter', 'display', 'plate') && (this.#isDigit || !isPlace(item)))
			this.#takeSurface(item);
		else if (is(item, 'be')) {
			// "The car's door".
			if (
				textOf(item).startsWith("'") &&
				this.#last?.kind &&
				next &&
				(isPlace(next) || next.kind || next.roles.length === 0)
			)
				phrase.isOpen ||= !(this.#context.vocabulary.doing?.test(textOf(next)) ?? false);
			this.#takeVerb();
		}
		// "Somebody left a bag" is about the bag.
		else if (
			is(item, 'puts') &&
			phrase.kind?.kinds[0] === 'person' &&
			!phrase.kind.isNarrow &&
			(next?.kind || is(next, 'a', 'the'))
		)
			[phrase.kind, phrase.article] = [null, null];
		else if (is(item, 'gone') && phrase.kind) {
			this.#settle();
			[phrase.isGone, phrase.hasVerb] = [true, true];
		} else if (is(item, 'empty') && (phrase.place || phrase.kind || next?.kind || isPlace(next))) {
			this.#settle();
			phrase.isEmpty = true;
		} else if (
			is(item, 'up', 'down', 'changed') &&
			(this.#isMoment || (this.#isDigit && (phrase.meter || phrase.kind || this.#context.read)))
		) {
			phrase.trend = is(item, 'up') ? 'up' : is(item, 'down') ? 'down' : 'changed';
			phrase.hasVerb = true;
		} else if (is(item, 'than') && (next?.amount || next?.ago !== undefined)) return;
		else if (is(item, 'on', 'near', 'outside', 'with', 'without', 'holds')) {
			const led = this.#strange;
			this.#settle();
			this.#relation = item;
			if (is(item, 'holds')) phrase.hasVerb = true;
			// "Climbing over the fence".
			else if (led.length > 0 && isPlace(next)) this.#strange = [];
		} else if (is(item, 'does')) this.#takeVerb();
		else if (is(item, 'it')) {
			if (this.#relation) this.#takeReference(this.#relation);
			else if (!phrase.kind && this.#context.about)
				[phrase.kind, this.#isReferred] = [this.#context.about, true];
		} else if (isPlace(item)) this.#takePlace(item, next);
		else if (is(item, 'a', 'the', 'every')) {
			// "That is not mine".
			this.#isWho ||= phrase.kind !== null && is(next, 'be', 'does');
			// "Between 9 and 17 a car" is no number of cars.
			if (this.#amount && !phrase.kind && is(item, 'a')) phrase.isOpen = true;
			if (!phrase.kind && !this.#relation) phrase.article ??= is(item, 'the') ? 'the' : 'a';
		} else if (is(item, 'doubt')) phrase.isOpen = true;
		else if (is(item, 'who')) this.#isWho = true;
		else if (is(item, 'says', 'shows')) phrase.hasVerb = true;
		else if (!is(item, 'skip', 'if', 'than', 'please', 'comma', 'text', 'zone')) this.#takeStrange(item);
	}

	#deny(by: NonNullable<Phrase['by']>): void {
		this.#phrase.nots++;
		this.#phrase.by ??= by;
	}

	/** "On it", "next to them", "with it". */
	#takeReference(relation: Item): void {
		const phrase = this.#phrase;
		const { about, where } = this.#context;
		this.#relation = null;
		if (is(relation, 'with', 'without') || (where && is(relation, 'on'))) return;
		if (about && phrase.kind && !phrase.beside && !is(relation, 'outside'))
			phrase.beside = {
				how: is(relation, 'holds') ? 'with' : is(relation, 'near') ? 'near' : 'on',
				kind: about,
			};
		else phrase.isOpen = true;
	}

	#takeVerb(): void {
		const { kind, behind, before } = this.#phrase;
		if (this.#strange.length > 0 && !this.#relation) {
			(kind ? behind : before).push(this.#strange);
			this.#strange = [];
		}
		this.#phrase.hasVerb = true;
	}

	#takeSurface(item: Item): void {
		const phrase = this.#phrase;
		if (!phrase.kind && !this.#relation && !phrase.meter) {
			[this.#surface, phrase.meter, this.#strange] = [item, item, []];
			return;
		}
		this.#strange.push(...(this.#relation?.words ?? []), ...item.words);
		[this.#surface, this.#relation] = [item, null];
	}

	#takePlace(item: Item, next: Item | undefined): void {
		const phrase = this.#phrase;
		const relation = this.#relation;
		const [led] = phrase.behind.slice(-1);
		// A garden chair.
		if (next?.kind && !relation) this.#strange.push(...item.words);
		// Which side of a fence somebody is on takes more than outlines.
		else if (
			relation &&
			(is(relation, 'with', 'without', 'holds') || (is(item, 'border') && is(relation, 'side')))
		) {
			this.#strange.push(...relation.words, ...item.words);
			this.#relation = null;
		} else if (this.#strange.length > 0) this.#strange.push(...item.words);
		else if (relation || phrase.kind || phrase.meter) {
			if (is(item, 'close') && (!relation || is(relation, 'on')))
				phrase.where ??= { view: saidBy(item.words) };
			// "Climbing over the fence".
			if (
				relation &&
				led &&
				phrase.words.indexOf(relation.words[0] as Word) === phrase.words.indexOf(led.at(-1) as Word) + 1
			)
				led.push(...relation.words, ...item.words);
			// Whether something is not in a small place, a picture does not show.
			else if (is(item, 'spot') && phrase.nots > 0)
				phrase.behind.push([...(relation?.words ?? []), ...item.words]);
			this.#relation = null;
			phrase.isPlaced = true;
		} else phrase.place = item;
	}

	#takeStrange(item: Item): void {
		const phrase = this.#phrase;
		if (
			this.#last?.kind &&
			this.#last.kind === phrase.kind &&
			this.#strange.length === 0 &&
			!this.#doesIt(item)
		)
			phrase.isOpen = true;
		const lead = this.#except ?? this.#relation;
		if (this.#not && this.#strange.length === 0) {
			phrase.nots--;
			if (phrase.nots === 0) phrase.by = null;
			this.#strange.push(...this.#not.words);
			this.#not = null;
		}
		if (lead) this.#strange.push(...lead.words);
		this.#strange.push(...item.words);
		[this.#relation, this.#except] = [null, null];
	}

	/** "A dog barking", "somebody climbs"; but a dog bed and a car wash are other things. */
	#doesIt(item: Item): boolean {
		const { doing, does } = this.#context.vocabulary;
		const { kind, article, hasVerb } = this.#phrase;
		if (!doing || hasVerb || is(item, 'state', 'self') || doing.test(textOf(item))) return true;
		const isOne = article === 'a' || (kind?.kinds[0] === 'person' && !kind.isNarrow);
		return isOne && (does?.test(textOf(item)) ?? false);
	}
}
