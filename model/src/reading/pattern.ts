/**
 * Patterns of sentences: words, `[optional]`, `(one|or the other)`, `<list>` (a named pattern) and `{slot}`, which takes one
 * or more words, as few as possible. `{slot:number}` takes a number, `{slot:quoted}` a text in quotation marks.
 */
import type { Word } from './words.ts';

/** A small machine. Where it may go on in several ways, it tries the first one first. */
type Step =
	| { do: 'word'; words: Set<string> }
	| { do: 'any'; kind: string }
	| { do: 'split'; to: number[] }
	| { do: 'open' | 'close'; slot: string };

interface Path {
	step: number;
	at: number;
	marks: Mark | null;
}
interface Mark {
	slot: string;
	at: number;
	isEnd: boolean;
	before: Mark | null;
}

export type Slots = Record<string, Word[]>;
export type Lists = Readonly<Record<string, string>>;

export class Pattern {
	readonly #steps: readonly Step[];
	/** Of each, one word must be there. */
	readonly #needs: readonly ReadonlySet<string>[];
	/** The words that it may begin with; null for any. */
	readonly #starts: ReadonlySet<string> | null;

	constructor(pattern: string, lists: Lists = {}) {
		const tokens = withLists(pattern, lists).match(/[[\](|)]|\{[^}]+\}|[^\s[\](|){}]+/g) ?? [];
		const compiler = new Compiler(tokens);
		this.#steps = compiler.steps;
		this.#needs = compiler.needs;
		this.#starts = startsOf(compiler.steps);
	}

	/** The words in each slot if the pattern fits all the words; null if not. */
	match(words: readonly Word[]): Slots | null {
		const [first] = words;
		if (this.#starts && !(first && this.#starts.has(first.text))) return null;
		for (const need of this.#needs) if (!words.some(({ text }) => need.has(text))) return null;
		const steps = this.#steps;
		// What failed from here once fails again, so the work is at most steps times words.
		const tried = triedBefore(steps.length * (words.length + 1));
		const paths: Path[] = [{ step: 0, at: 0, marks: null }];
		for (let path = paths.pop(); path; path = paths.pop()) {
			let { step, at, marks } = path;
			for (;;) {
				const now = steps[step];
				if (!now) {
					if (at === words.length) return slotsOf(marks, words);
					break;
				}
				const key = step * (words.length + 1) + at;
				if (tried[key] === attempt) break;
				tried[key] = attempt;
				if (now.do === 'split') {
					const word = words[at];
					let next: number | undefined;
					for (let n = now.to.length - 1; n >= 0; n--) {
						if (!isPossible(steps[now.to[n] ?? 0], word)) continue;
						if (next !== undefined) paths.push({ step: next, at, marks });
						next = now.to[n];
					}
					if (next === undefined) break;
					step = next;
				} else if ('slot' in now) {
					marks = { slot: now.slot, at, isEnd: now.do === 'close', before: marks };
					step++;
				} else {
					const word = words[at];
					const fits = now.do === 'word' ? isPossible(now, word) : word && isOf(now.kind, word);
					if (!fits) break;
					step++;
					at++;
				}
			}
		}
		return null;
	}
}

let scratch = new Uint32Array(0);
let attempt = 0;

/** Room to note what was tried in this attempt. It is used again and again, so that it need not be emptied. */
function triedBefore(size: number): Uint32Array {
	if (scratch.length < size || attempt === 0xffffffff) {
		scratch = new Uint32Array(Math.max(size, 2 * scratch.length));
		attempt = 0;
	}
	attempt++;
	return scratch;
}

const isPossible = (step: Step | undefined, word: Word | undefined) =>
	step?.do !== 'word' || (word !== undefined && !word.quoted && step.words.has(word.text));

function startsOf(steps: readonly Step[]): Set<string> | null {
	const starts = new Set<string>();
	const seen = new Set<number>();
	const open = [0];
	for (let at = open.pop(); at !== undefined; at = open.pop()) {
		const step = steps[at];
		if (seen.has(at)) continue;
		seen.add(at);
		if (!step || step.do === 'any') return null;
		if (step.do === 'split') open.push(...step.to);
		else if (step.do === 'word') for (const word of step.words) starts.add(word);
		else open.push(at + 1);
	}
	return starts;
}

const isOf = (kind: string, { text, quoted }: Word) =>
	kind === 'number' ? !quoted && /^\d+(?:[.,']\d+)*$/.test(text) : kind === 'quoted' ? quoted === true : true;

function slotsOf(last: Mark | null, words: readonly Word[]): Slots {
	const slots: Slots = {};
	let end = 0;
	for (let mark = last; mark; mark = mark.before) {
		if (mark.isEnd) end = mark.at;
		else slots[mark.slot] ??= words.slice(mark.at, end);
	}
	return slots;
}

function withLists(pattern: string, lists: Lists): string {
	return pattern.replace(/<([\w-]+)>/g, (_, name: string) => {
		const list = lists[name];
		if (list === undefined) throw new Error(`There is no list <${name}>.`);
		return `(${withLists(list, lists)})`;
	});
}

class Compiler {
	readonly steps: Step[] = [];
	readonly needs: Set<string>[];
	readonly #tokens: readonly string[];
	#at = 0;

	constructor(tokens: readonly string[]) {
		this.#tokens = tokens;
		this.needs = this.#sequence();
		if (this.#at < tokens.length) throw new Error(`A bracket is missing in “${tokens.join(' ')}”.`);
	}

	/** Of each of the sets that are returned, whatever matches has a word. */
	#sequence(): Set<string>[] {
		const needs: Set<string>[] = [];
		for (
			let token = this.#tokens[this.#at];
			token && !/^[|)\]]$/.test(token);
			token = this.#tokens[this.#at]
		) {
			this.#at++;
			if (token === '(' || token === '[') {
				const need = this.#choice(token === '[');
				if (need) needs.push(need);
			} else if (token.startsWith('{')) this.#slot(token.slice(1, -1));
			else {
				this.steps.push({ do: 'word', words: new Set([token]) });
				needs.push(new Set([token]));
			}
		}
		return needs;
	}

	#choice(isOptional: boolean): Set<string> | null {
		const single = this.#singleWords();
		if (single && !isOptional) {
			this.steps.push({ do: 'word', words: single });
			return single;
		}
		const needs: Set<string>[][] = [];
		const split: number[] = [];
		const ends: number[][] = [];
		this.steps.push({ do: 'split', to: split });
		if (single) {
			split.push(this.steps.length);
			this.steps.push({ do: 'word', words: single });
		} else
			do {
				split.push(this.steps.length);
				needs.push(this.#sequence());
				const jump: number[] = [];
				ends.push(jump);
				this.steps.push({ do: 'split', to: jump });
			} while (this.#tokens[this.#at++] === '|');
		if (isOptional) split.push(this.steps.length);
		for (const jump of ends) jump.push(this.steps.length);
		const isNeeded = !isOptional && needs.every((one) => one.length > 0);
		const rarest = (sets: Set<string>[]) => sets.toSorted((a, b) => a.size - b.size)[0] ?? [];
		return isNeeded ? new Set(needs.flatMap((one) => [...rarest(one)])) : null;
	}

	/** Alternatives of one word each are one step. */
	#singleWords(): Set<string> | null {
		const words = new Set<string>();
		for (let at = this.#at; at < this.#tokens.length; at += 2) {
			const [word = '', next = ''] = this.#tokens.slice(at, at + 2);
			if (/^[[\](|)]$|^\{/.test(word) || !/^[|)\]]$/.test(next)) return null;
			words.add(word);
			if (next === '|') continue;
			this.#at = at + 2;
			return words;
		}
		return null;
	}

	#slot(named: string): void {
		const [slot = '', kind = 'words'] = named.split(':');
		this.steps.push({ do: 'open', slot }, { do: 'any', kind });
		if (kind === 'words')
			this.steps.push({ do: 'split', to: [this.steps.length + 1, this.steps.length - 1] });
		this.steps.push({ do: 'close', slot });
	}
}
