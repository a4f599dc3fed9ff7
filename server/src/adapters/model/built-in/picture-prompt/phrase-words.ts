/** What the words of one phrase say: what it is about, how many, where, and which of it. */
import type { KnownObject } from '@watchword/contract/known-objects';
import type { Where } from '../sight/zones.ts';
import type { Item } from './items.ts';
import { COMING_AND_GOING, hasOneForm, isVehicle, type Meaning } from './lexicon.ts';
import { bounded, type Quantity } from './quantity.ts';

/** What is said of a subject, or denied of it. */
export interface Said {
	/** What the detector cannot judge: "red", "wearing a hat". */
	narrows: string[];
	touches: { where: Meaning; held: boolean; near: boolean }[];
	where: Where | null;
	/** That it stands, is parked and so on, which makes almost no difference. */
	plain: boolean;
}

export class PhraseWords {
	subject: (Meaning & { lead: 'a' | 'the' | '' }) | null = null;
	quantity: Quantity | null = null;
	/** "No" and "nobody" before the subject. */
	nots = 0;
	said: Said = nothingSaid();
	/** What stands behind a "not": "the dog is not on the sofa". */
	denied: Said | null = null;
	/** Other things, without an "and" between. */
	others: { meaning: Meaning; quantity: Quantity | null }[] = [];
	/** Words that could turn the meaning round. */
	open: string[] = [];
	/** Words that are not known, before any subject. */
	loose: string[] = [];
	places: string[] = [];
	/** A place stands behind "in" or "at"; another one does not, and is what the phrase is about. */
	located = false;
	isAboutPlace = false;
	/** The place is one of several: "a parking space", "bay 7". */
	isOneOf = false;
	/** A place so small that the camera stands close to it. */
	close: string | null = null;
	gone = false;
	empty: string[] = [];
	/** "Only the cat". */
	only: string | null = null;
	except: Item[] | null = null;
	written: number[] = [];
	readonly isOn: boolean;
	/** "There are only dogs" names all that is there. */
	readonly isStated: boolean;
	/** All words that mean something. */
	readonly words: string;

	private readonly notes: Set<string>;
	private lead: 'a' | 'the' | '' = '';
	private relation: Item | null = null;
	/** "Walking" before "a dog" is what somebody does with it. */
	private verb: Item | null = null;
	/** The words behind the relation so far. */
	private behind: string[] = [];
	/** Words that are not known and belong to what comes next or, at the end, to the subject. */
	private strange: string[] = [];
	private amount: { quantity: Quantity; words: string } | null = null;

	constructor(items: Item[], notes: Set<string>) {
		this.notes = notes;
		this.isOn = items.some(({ is }) => is === 'on');
		this.isStated = items.some(({ is, words }) => is === 'link' || words === 'nothing but');
		this.words = items
			.filter(({ is }) => !['article', 'definite', 'link', 'not', 'relation', 'on'].includes(is))
			.map(({ words }) => words)
			.join(' ');
		for (const [at, item] of items.entries()) {
			if (item.is === 'except') {
				this.except = items.slice(at + 1);
				break;
			}
			this.take(item, items[at - 1], items.slice(at + 1, at + 4));
		}
		this.settle();
		if (!this.subject) this.quantity ??= this.amount?.quantity ?? null;
		// "A car in the yard between 10 and 6".
		else if (this.amount) this.open.push(this.amount.words);
	}

	private take(item: Item, before: Item | undefined, after: Item[]): void {
		switch (item.is) {
			case 'article':
			case 'definite':
				this.takeArticle(item, before);
				return;
			case 'amount':
				this.takeAmount(item, before, after);
				return;
			case 'bound':
				if (this.amount) this.amount.quantity = bounded(this.amount.quantity, item.bound);
				else if (this.quantity) this.quantity = bounded(this.quantity, item.bound);
				else this.strange.push(item.words);
				return;
			case 'not':
				this.settle();
				// "The sheep have no water".
				if (this.subject && item.words === 'no' && /^(?:has|have|had)$/.test(before?.words ?? ''))
					this.open.push('no');
				else if (this.subject) this.denied ??= nothingSaid();
				else this.nots++;
				return;
			case 'relation':
			case 'on':
			case 'holding':
				this.settle();
				[this.relation, this.behind, this.lead] = [item, [item.words], ''];
				return;
			case 'weak':
				// Whether a car moves, one picture cannot show.
				if (/^mov/.test(item.words) && this.subject?.kinds.every(isVehicle)) this.strange.push(item.words);
				this.notes.add(`“${item.words}” is not judged`);
				this.telling.plain = true;
				this.verb = item;
				return;
			case 'link':
			case 'who':
				if (this.strange.length > 0) this.settle();
				return;
			case 'unknown':
			case 'state':
				this.strange.push(item.words);
				return;
			case 'compound':
				(this.relation ? this.strange : this.open).push(item.words);
				return;
			case 'thing':
				if (item.reading) this.notes.add(item.reading);
				this.takeThing(item.words, item.meaning, before);
				[this.relation, this.behind, this.strange, this.lead, this.amount, this.verb] = [
					null,
					[],
					[],
					'',
					null,
					null,
				];
				return;
			case 'place':
			case 'spot':
				this.takePlace(item, before, after[0]);
				[this.relation, this.behind, this.strange, this.lead] = [null, [], [], ''];
				return;
			case 'zone':
				this.takeZone(item.where, item, before, after[0]);
				return;
			case 'gone':
				this.gone = true;
				return;
			case 'empty':
				this.empty.push(item.words);
				return;
			case 'only':
				this.only = item.words;
				return;
			case 'written':
				this.written.push(item.index);
				return;
			default:
				this.open.push(item.words);
		}
	}

	/** Where what is said next belongs: to what is denied, once something is. */
	private get telling(): Said {
		return this.denied ?? this.said;
	}

	/** The words behind the relation and those that are not known, up to `last`. */
	private textWith(...last: string[]): string {
		return [...this.behind, ...this.strange, ...last].join(' ');
	}

	/** What the strange words so far say, if nothing follows that they belong to. "The oven is on" asks not whether it is there. */
	private settle(): void {
		if (this.relation?.is === 'on' && this.behind.length === 1 && this.subject)
			this.open.push(this.relation.words);
		const isSaid = this.strange.length > 0 || this.relation?.is === 'holding';
		if (isSaid) this.narrow(this.textWith());
		[this.relation, this.behind, this.strange] = [null, [], []];
	}

	private narrow(words: string): void {
		(this.subject ? this.telling.narrows : this.loose).push(words);
	}

	private takeArticle(item: Item, before: Item | undefined): void {
		if (this.relation && this.strange.length === 0 && item.is === 'definite') this.behind.push(item.words);
		else if (this.strange.length > 0 && !this.relation) this.settle();
		this.lead = item.is === 'article' ? 'a' : 'the';
		// "It is not my cat" may be another one.
		const isMine = before?.words === 'not' && /^(?:my|our)$/.test(item.words);
		if (isMine && !this.subject) this.open.push(item.words);
	}

	private takeAmount(item: Item & { is: 'amount' }, before: Item | undefined, after: Item[]): void {
		// "Glorb 2 people": the strange word may say how many.
		if (before?.is === 'unknown' && !this.relation && !this.subject) this.open.push(this.strange.join(' '));
		if (after[0]?.is === 'place') this.isOneOf = true;
		// "On platform 9".
		if (before?.is === 'place' && item.quantity.bare && this.located && !this.isAboutPlace) return;
		const isBehind = this.subject && before?.is !== 'place' && !after.some(({ is }) => is === 'thing');
		if (!isBehind) {
			this.amount = { quantity: item.quantity, words: item.words };
			return;
		}
		// "The number of people is 5". "A dog in the hall from 8 to 10" may be hours.
		const { bare, reading, most, least } = item.quantity;
		const isRange = !bare && reading === null && most !== Number.POSITIVE_INFINITY && least > 0;
		if (!isCounted(this.subject) || this.quantity || this.relation || isRange) this.open.push(item.words);
		else this.quantity = item.quantity;
	}

	private takeThing(words: string, meaning: Meaning, before: Item | undefined): void {
		const verb = this.verb && this.strange.length === 0 && !this.amount ? this.verb : null;
		if (this.subject && !this.relation && verb && /ing$|s$/.test(verb.words)) {
			this.telling.touches.push({ where: meaning, held: true, near: false });
		} else if (this.relation) {
			if (this.strange.length > 0 || meaning.narrow) this.telling.narrows.push(this.textWith(words));
			const isOnGround = meaning.kinds.some((kind) => COMING_AND_GOING.includes(kind));
			const near = BESIDE.test(this.relation.words) || (this.relation.words === 'at' && isOnGround);
			this.telling.touches.push({ where: meaning, held: this.relation.is === 'holding', near });
		} else if (this.subject && this.strange.at(-1)?.endsWith('ing')) {
			// "Stealing my bike": what somebody does with it.
			this.telling.narrows.push(this.textWith(words));
		} else if (this.subject) {
			this.open.push(...this.strange, ...(this.denied ? [words] : []));
			this.others.push({ meaning, quantity: this.amount?.quantity ?? null });
		} else this.takeSubject(words, meaning, before);
	}

	private takeSubject(words: string, meaning: Meaning, before: Item | undefined): void {
		const { amount, strange } = this;
		// "The 42 bus", "a 10 year old boy": the number is a name.
		if (amount?.quantity.bare && amount.quantity.least > 1 && !isCounted(meaning))
			strange.unshift(amount.words);
		else this.quantity = amount?.quantity ?? this.quantity;
		const narrow = [...strange, ...(meaning.narrow ? [words] : [])].join(' ');
		// A strange word before an object may make it another thing: "a drip bag". A strange dog is still a dog.
		const isObject = !meaning.kinds.some((kind) => COMING_AND_GOING.includes(kind));
		if (isObject && before?.is === 'unknown' && !DESCRIBES.test(before.words)) this.open.push(narrow);
		else if (narrow) this.telling.narrows.push(narrow);
		this.subject = { ...meaning, lead: this.lead };
	}

	private takePlace(item: Item, before: Item | undefined, next: Item | undefined): void {
		const isOwn =
			/^(?:its|his|her|their)$/.test(before?.words ?? '') && /^(?:side|back|front|roof)$/.test(item.words);
		const isGoal =
			/^(?:to|from)$/.test(this.relation?.words ?? '') &&
			this.subject?.kinds.every((kind) => LINES.includes(kind));
		// Whoever is on the floor lies there, which matters most of all.
		const isDown =
			/^(?:floor|ground)$/.test(item.words) && this.relation?.is === 'on' && this.subject?.label === 'person';
		const isElsewhere = this.strange.some((word) => ELSEWHERE.test(word)) || before?.is === 'zone';
		const isLoose = item.is === 'spot' && (this.denied !== null || !this.subject);
		if (isOwn || isGoal || isDown || isElsewhere || isLoose || this.relation?.is === 'holding') {
			this.narrow(this.textWith(item.words));
			return;
		}
		if (!this.subject && !this.relation) this.loose.push(...this.strange);
		if (this.relation) this.located = true;
		else this.isAboutPlace = true;
		this.isOneOf ||= this.lead === 'a' || (next?.is === 'amount' && next.from === item.to);
		this.places.push(item.words);
		if (CLOSE.test(item.words)) this.close = item.words;
		const which = item.is === 'place' && item.described ? ", which the device's description names," : '';
		this.notes.add(`“${item.words}”${which} is taken to be the whole picture`);
	}

	private takeZone(where: Where, item: Item, before: Item | undefined, next: Item | undefined): void {
		// "On the cobbles path", "on the long cobbles", "in the back driveway": other places.
		const isNext = next?.from === item.to && /^(?:thing|place|spot|amount|compound)$/.test(next.is);
		if (this.strange.length > 0 || isNext) {
			this.strange.push(item.words);
			return;
		}
		if (before?.is === 'place' && before.to === item.from) {
			this.narrow([...(this.located ? ['in the'] : []), before.words, item.words].join(' '));
			return;
		}
		[this.relation, this.behind] = [null, []];
		if (this.said.where || this.denied?.where) this.open.push(item.words);
		this.telling.where = where;
	}
}

const nothingSaid = (): Said => ({ narrows: [], touches: [], where: null, plain: false });

const isCounted = (what: Meaning | null) => what !== null && (what.plural || hasOneForm(what.label));

/** These go somewhere: "a bus to the airport". */
const LINES: readonly KnownObject[] = ['bus', 'train', 'airplane', 'boat'];
const BESIDE =
	/^(?:near|next to|close to|beside|by|behind|in front of|towards?|alongside|around|standing (?:by|next to)|left by)$/;
const CLOSE =
	/^(?:(?:front |back |side )?(?:yard|garden)|backyard|frontyard|lawn|drive ?way|drive|garage|carport|parking (?:space|spot|bay|place)|patio|porch|front porch|doorstep)$/;
/** Words before a place that make it another one than the camera looks at, or a part of it. */
const ELSEWHERE =
	/^(?:other|another|next|neighbou?ring|adjacent|wrong|opposite|top|bottom|upper|lower)$|(?:^| )(?:left|right)$|'s$/;
/** Colours, sizes and states describe a thing; other strange words before an object may make it another thing. */
const DESCRIBES =
	/(?:ed|ing|y|en)$|^(?:red|blue|green|black|white|grey|gray|brown|pink|purple|old|new|big|small|large|little|full|hot|cold|open|wet|same|nice)$/;
