/**
 * Takes what stands between "and", "or" and commas apart: "an invoice | from Ann | over 500 euros". Each word must belong to a part
 * or add nothing; if one is left over, nothing of it is understood.
 */
import { type Condition, joined, type MailDate, type Part } from '@watchword/contract/condition';
import type { Word } from '../reading/words.ts';
import { beyond } from './beyond.ts';
import type { Around, Chunk, Piece, Slot } from './piece.ts';
import { readCompared } from './read-compared.ts';
import { type Compared, comparisonAt, daysAt } from './read-number.ts';
import { compoundOf, reportOf, saidIn, senderIn, whichThing } from './read-text.ts';
import type { Role, Vocabulary } from './vocabulary.ts';

/** The words of a slot end where one of these begins. */
const ENDS = /^(?:link|sender|named|wrote|subject|text|says|about|word|contains|attached|target)$/;
const isNegation = ({ text, quoted }: Word) => !quoted && /^(?:not|no|without)$/.test(text);

export function readPiece(words: readonly Word[], around: Around, isObject = false): Piece | null {
	return new Reader(words, around, isObject).read();
}

class Reader {
	readonly #words: readonly Word[];
	readonly #around: Around;
	readonly #voc: Vocabulary;
	readonly #isObject: boolean;
	readonly #hasDays: boolean;
	#at = 0;
	#chunks: Chunk[] = [];
	#bare: Word[] = [];
	/** Words that belong to no part yet. */
	#raw: Word[] = [];
	#not: string | null = null;
	#isBareNot = false;
	#isEvery = false;
	#isLinked = false;
	#days: Pick<MailDate, 'from' | 'to'> | null = null;
	#label: string | null = null;
	#sure: { chunks: Chunk[]; at: number } | null = null;
	/** The words of the last thing, if nothing stands behind it. */
	#thing: readonly Word[] | null = null;

	constructor(words: readonly Word[], around: Around, isObject: boolean) {
		this.#words = words;
		this.#around = around;
		this.#voc = around.voc;
		this.#isObject = isObject;
		this.#hasDays = words.some((_, at) => daysAt(words, at, this.#voc, around.today) !== null);
	}

	read(): Piece | null {
		while (this.#at < this.#words.length) {
			if (!this.#step()) return this.#known();
			const last = this.#chunks.at(-1);
			// "Mails from Ann | that need an answer": the rest only narrows it.
			const isLink = this.#voc.roles.at(this.#words, this.#at)?.meaning.is === 'link';
			const isSure = last?.slot === 'sender' || (last?.slot === 'thing' && isLink);
			if (
				isSure &&
				this.#raw.length === 0 &&
				this.#bare.length === 0 &&
				this.#chunks.length > (this.#sure?.chunks.length ?? 0)
			)
				this.#sure = { chunks: [...this.#chunks], at: this.#at };
		}
		return this.#end() ?? this.#known();
	}

	/** What was understood before it went wrong. */
	#known(): Piece | null {
		if (!this.#sure) return null;
		const rest = this.#words.slice(this.#sure.at);
		const more: Chunk = { slot: 'other', condition: beyond(rest), not: false };
		return { bare: [], isNot: false, isLinked: false, chunks: [...this.#sure.chunks, more] };
	}

	/** Reads on from here; false if it cannot. */
	#step(): boolean {
		const [words, at, voc] = [this.#words, this.#at, this.#voc];
		const word = words[at] as Word;
		const compared = word.quoted ? null : comparisonAt(words, at, voc);
		if (compared) {
			this.#at += compared.length;
			return this.#compare(compared.found);
		}
		if (this.#hasDays && !word.quoted) {
			const days = daysAt(words, at, voc, this.#around.today);
			const label = days ? null : voc.labels.at(words, at);
			if (days || label) {
				this.#at += days?.length ?? label?.length ?? 1;
				if ((days && this.#days) || (label && this.#label)) return false;
				this.#days ??= days?.found ?? null;
				this.#label ??= label?.meaning ?? null;
				return true;
			}
		}
		const role = word.quoted ? null : voc.roles.at(words, at);
		if (role) {
			const own = words.slice(at, at + role.length);
			this.#at += role.length;
			return this.#take(role.meaning, own);
		}
		this.#at++;
		if (isNegation(word)) {
			// "No mail from Ann arrives" is true of every other mail.
			const isNone = word.text === 'no' && voc.is.everything.has(words[at + 1]?.text ?? '');
			if (this.#not !== null || isNone) return false;
			this.#not = word.text;
			return true;
		}
		const compound = compoundOf(word, voc);
		if (compound) return this.#push('thing', compound);
		if (this.#raw.length === 0 && this.#not !== null && this.#chunks.length === 0) this.#isBareNot = true;
		this.#raw.push(word);
		this.#thing = null;
		return true;
	}

	#take(role: Role, own: readonly Word[]): boolean {
		const voc = this.#voc;
		const raw = this.#raw;
		switch (role.is) {
			case 'link':
				this.#isLinked = true;
				return true;
			case 'filler':
				this.#isEvery ||= own.some(({ text }) => voc.is.everything.has(text));
				return true;
			case 'thing': {
				const thing = raw.length > 0 ? whichThing(raw, role.part, voc) : role.part;
				this.#raw = thing && raw.length > 0 ? [] : raw;
				const isPushed = this.#push('thing', thing ?? role.part);
				this.#thing = own;
				return isPushed;
			}
			case 'attached': {
				const isFile = this.#chunks.at(-1)?.condition?.is === 'attachment';
				return isFile || this.#push('thing', { is: 'attachment', kind: 'any' });
			}
			case 'event':
				return this.#event(role, own);
			case 'sender':
			case 'named': {
				// "Mentions a flight from Berlin" names no sender.
				if (/^(?:subject|text|word|about)$/.test(this.#chunks.at(-1)?.slot ?? '') && own.length === 1)
					return false;
				this.#skip((text) => voc.is.be.has(text));
				const name = this.#slot((text) => voc.is.be.has(text));
				return this.#push(role.is, senderIn(name, voc, role.is === 'named'));
			}
			case 'wrote':
				if (raw.length === 0) return true;
				// “Die Heizung eine Störung meldet” has two things before its verb.
				if (voc.data.areVerbsLast && !this.#isInRow(raw)) return false;
				return this.#pushRaw('sender', senderIn(raw, voc, false));
			case 'subject':
			case 'text':
				return this.#place(role.is);
			case 'contains':
				if (raw.length > 0) return this.#pushRaw('about', saidIn(raw, 'anywhere', false, voc));
				return this.#at === this.#words.length || this.#says('about');
			case 'says':
			case 'about':
				return this.#says('about');
			case 'word':
				return this.#says('word');
			case 'target':
				// "Mails that I have to answer" are some mails.
				if (!this.#isObject || voc.is.be.has(this.#words[this.#at - own.length - 1]?.text ?? ''))
					return false;
				this.#slot(() => false);
				return true;
		}
	}

	/** "Mentions | a refund", "the word | refund": words to look for, a report, or a file. */
	#says(given: 'about' | 'word'): boolean {
		const next = this.#voc.roles.at(this.#words, this.#at);
		const slot = next?.meaning.is === 'word' ? 'word' : given;
		if (next?.meaning.is === 'word') this.#at += next.length;
		const { articles, nobody, totals } = this.#voc.is;
		// "The customer mentions".
		if (this.#raw.every(({ text, quoted }) => !quoted && nobody.has(text))) this.#raw = [];
		const words = this.#slot(() => false);
		const own = words.filter(({ text }) => !articles.has(text));
		// "Contains an amount".
		if (slot === 'about' && own.length > 0 && own.every(({ text, quoted }) => !quoted && totals.has(text)))
			return this.#push('other', {
				is: 'value',
				label: null,
				unit: 'money',
				of: null,
				compare: 'at least',
				than: 0,
			});
		const inside = slot === 'about' && words.length > 0 ? readPiece(words, this.#around) : null;
		const [only, ...others] = inside?.bare.length === 0 ? inside.chunks : [];
		if (only && others.length === 0 && (only.slot === 'event' || only.condition?.is === 'attachment')) {
			if (this.#not !== null && only.not) return false;
			const isPushed = this.#push(only.slot, only.condition, only.event);
			const last = this.#chunks.at(-1);
			if (last && only.not) last.not = true;
			return isPushed;
		}
		return this.#push(slot, saidIn(words, 'anywhere', slot === 'word', this.#voc));
	}

	/** "In the subject": of the words before it, or of those behind. */
	#place(place: 'subject' | 'text'): boolean {
		const last = this.#chunks.at(-1);
		if (this.#raw.length > 0) return this.#pushRaw(place, saidIn(this.#raw, place, true, this.#voc));
		const isRest = this.#words.slice(this.#at).every(({ text }) => this.#voc.is.be.has(text));
		if (isRest && last?.condition?.is === 'says' && (last.slot === 'about' || last.slot === 'word')) {
			const [own = ''] = last.condition.words;
			last.condition = { ...last.condition, words: [own], in: place };
			last.slot = place;
			return true;
		}
		this.#skip(
			(text, role) =>
				this.#voc.is.be.has(text) || /^(?:says|word|contains|link)$/.test(role ?? '') || text === ':',
		);
		return this.#push(
			place,
			saidIn(
				this.#slot(() => false),
				place,
				true,
				this.#voc,
			),
		);
	}

	#event({ name: given, isBehind, isBefore }: Role & { is: 'event' }, own: readonly Word[]): boolean {
		const voc = this.#voc;
		const raw = this.#raw;
		const isOfThing = raw.length === 0 && this.#thing !== null && isBehind;
		const isOfBefore = isBehind && (raw.length > 0 || isOfThing);
		const isLast = this.#at === this.#words.length;
		const { of: things } = voc.data.events[given] ?? {};
		const isOther = things && ![...raw, ...(this.#thing ?? [])].some(({ text }) => things.includes(text));
		if (isOther && voc.fillers.has(own.map(({ text }) => text).join(' ')))
			return this.#take({ is: 'filler' }, own);
		if (!isOfBefore && !isLast && !isBefore) {
			// "The late fee".
			this.#raw.push(...own);
			return true;
		}
		let name = given;
		if (this.#not !== null) {
			const opposite = voc.data.events[given]?.opposite;
			if (opposite === undefined || this.#not !== 'not') return false;
			name = opposite;
			this.#not = null;
		}
		if (!isOfBefore && raw.length > 0) return false;
		const of = isOfThing ? (this.#thing ?? []) : isOfBefore ? raw : this.#slot(() => false);
		if (isOfThing) this.#chunks.pop();
		this.#raw = [];
		if (of.length === 0) return this.#push('event', null, { name, of });
		const report = reportOf(of, name, voc);
		return report !== null && this.#push('event', report, { name, of });
	}

	#compare(compared: Compared): boolean {
		const read = readCompared(compared, this.#raw, this.#words.slice(this.#at), this.#voc);
		if (!read) return false;
		this.#raw = [];
		this.#at += read.length;
		return this.#push('other', read.found);
	}

	/** The words from here to the next mark. */
	#slot(ends: (text: string) => boolean): Word[] {
		const from = this.#at;
		if (this.#words[from] && isNegation(this.#words[from] as Word) && this.#not === null) {
			this.#not = this.#words[from]?.text ?? null;
			this.#at++;
		}
		const start = this.#at;
		for (; this.#at < this.#words.length; this.#at++) {
			const word = this.#words[this.#at] as Word;
			if (word.quoted) continue;
			const role = this.#voc.roles.at(this.#words, this.#at)?.meaning.is;
			const isEnd =
				(this.#at > start && (ends(word.text) || ENDS.test(role ?? ''))) ||
				isNegation(word) ||
				comparisonAt(this.#words, this.#at, this.#voc) ||
				(this.#hasDays &&
					(this.#voc.labels.at(this.#words, this.#at) ||
						daysAt(this.#words, this.#at, this.#voc, this.#around.today)));
			if (isEnd) break;
		}
		const words = this.#words.slice(start, this.#at);
		// "Mentions an invoice | arrives": what adds nothing at the end.
		let to = words.length;
		while (to > 1 && this.#isFiller(words, to - 1)) to--;
		return words.slice(0, to);
	}

	#isFiller(words: readonly Word[], at: number): boolean {
		const role = words[at]?.quoted ? null : this.#voc.roles.at(words, at);
		const isFiller = role?.meaning.is === 'filler' || this.#voc.fillers.has(words[at]?.text ?? '');
		return isFiller && role?.length === 1;
	}

	#isInRow(words: readonly Word[]): boolean {
		const [from, to] = [words[0], words.at(-1)].map((word) => this.#words.indexOf(word as Word));
		return Number(to) - Number(from) === words.length - 1;
	}

	#skip(isLoose: (text: string, role: Role['is'] | undefined) => boolean): void {
		for (; this.#at < this.#words.length; this.#at++) {
			const word = this.#words[this.#at] as Word;
			const role = this.#voc.roles.at(this.#words, this.#at);
			if (!word.quoted && isLoose(word.text, role?.meaning.is)) this.#at += (role?.length ?? 1) - 1;
			else if (word.quoted || word.text !== 'not' || this.#not !== null) return;
			else this.#not = 'not';
		}
	}

	#pushRaw(slot: Slot, condition: Part | null): boolean {
		this.#raw = [];
		this.#isBareNot = false;
		const isPushed = this.#push(slot, condition);
		const last = this.#chunks.at(-1);
		if (last) last.isBehind = true;
		return isPushed;
	}

	#push(slot: Slot, condition: Condition | null, event?: Chunk['event']): boolean {
		if (condition === null && !event) return false;
		if (this.#raw.length > 0) {
			if (this.#chunks.length > 0 || this.#bare.length > 0) return false;
			this.#bare = this.#raw;
			this.#raw = [];
		}
		// What follows a negation may be denied as well: "not from Ann with a PDF".
		const isOpen = this.#chunks.some(({ not }) => not) && this.#not !== 'without';
		if (isOpen) return false;
		const not = this.#not !== null && !this.#isBareNot;
		this.#chunks.push({ slot, condition, not, ...(event && { event }) });
		if (not) this.#not = null;
		this.#thing = null;
		return true;
	}

	#end(): Piece | null {
		if (this.#days || this.#label) {
			if (!this.#days || !this.#label) return null;
			const date: Part = { is: 'date', label: this.#label, ...this.#days };
			const [thing] = this.#raw;
			const meaning = thing && this.#raw.length === 1 ? this.#voc.meaningOf(thing.text) : undefined;
			if (thing && !meaning) return null;
			const says: Part | null = thing && meaning ? saidIn([thing], 'anywhere', false, this.#voc) : null;
			this.#raw = [];
			if (!this.#push('other', says ? joined('all', [says, date]) : date)) return null;
		}
		// “With „Steuerbescheid“ in it”.
		if (this.#raw.length === 1 && this.#raw[0]?.quoted && this.#isLinked) {
			const says = saidIn(this.#raw, 'anywhere', true, this.#voc);
			this.#raw = [];
			if (!this.#push('word', says)) return null;
		}
		if (this.#raw.length > 0) {
			if (this.#chunks.length > 0) return null;
			this.#bare = this.#raw;
		}
		const [only, ...others] = this.#chunks;
		if (this.#not !== null && !this.#isBareNot) {
			// "Wenn der Betreff „Angebot“ nicht enthält".
			if (!only || others.length > 0 || only.not || this.#not !== 'not' || !this.#voc.data.areVerbsLast)
				return null;
			only.not = true;
		}
		if (this.#bare.length === 0 && !only) {
			if (!this.#isEvery) return null;
			this.#chunks.push({ slot: 'other', condition: { is: 'every' }, not: false });
		}
		return {
			bare: this.#bare,
			isNot: this.#isBareNot,
			isLinked: this.#isLinked,
			chunks: this.#chunks,
		};
	}
}
