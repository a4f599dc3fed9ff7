import type { Surroundings } from '../../../../ports.ts';
import { type Condition, flat, negate } from '../sight/condition.ts';
import type { Where } from '../sight/zones.ts';
import { forbids } from '../stance.ts';
import { MOST_READ, tokenise } from '../words.ts';
import { readAccount } from './account.ts';
import { readCondition } from './clause.ts';
import { countsObjects, withEveryZone } from './every-zone.ts';
import { fromGerman } from './german.ts';
import { type Item, thingsOf, toItems } from './items.ts';
import { leaveOut } from './left-out.ts';
import type { Meaning } from './lexicon.ts';
import { type Context, unknown } from './phrase.ts';
import type { PictureRequest } from './request.ts';
import { readSentences, type Sentence, WATCHES } from './sentences.ts';
import { cutPhrase, withExamples } from './with-examples.ts';
import { type Taken, takeWritten } from './written-prompt.ts';
import { type Known, knownOf } from './zone-names.ts';

/** Far more than a text of that length has: a sign such as ">" is several words. */
const MAX_WORDS = 1000;
const TOO_LONG: PictureRequest = {
	wants: 'judgement',
	reading: { condition: unknown('a prompt of more than 3,000 characters or 1,000 words'), notes: [] },
};

/** Reads a prompt about a picture, with the examples the customer gave. It never fails: what cannot be read is unclear. */
export function readPicturePrompt(prompt: string, surroundings: Surroundings = {}): PictureRequest {
	if (prompt.length > MOST_READ) return TOO_LONG;
	const known = knownOf(surroundings);
	const { prompt: said, phrase } = cutPhrase(prompt);
	const read = fromGerman(said, known);
	const taken = takeWritten(read);
	const readsText =
		(taken.asked !== null || taken.conditions.length > 0) && !taken.conditions.some(countsObjects);
	const request = withEveryZone(readRequest(taken, known), read, known, readsText);
	if (request.wants !== 'judgement') return request;
	return { ...request, reading: withExamples(request.reading, phrase, surroundings.examples ?? []) };
}

interface Judged {
	sentence: Sentence;
	condition: Condition;
}

/** What the sentences so far have named, which later ones refer to. */
interface Named {
	/** The only thing that the last sentence names: "it", "them", "more than 3". */
	about: Meaning | null;
	/** Where to look: "watch the left side and tell me about people". */
	where: Where | null;
	/** What to look at: "watch the bench and tell me if somebody is there". */
	watched: Meaning | null;
}

function readRequest({ rest, conditions: written, asked }: Taken, known: Known): PictureRequest {
	const words = tokenise(rest);
	if (words.length > MAX_WORDS) return TOO_LONG;
	const sentences = readSentences(words);
	const notes = new Set<string>();
	let named: Named = { about: null, where: null, watched: null };
	const judged: Judged[] = [];
	for (const sentence of sentences) {
		const also = toItems(sentence.also, known);
		const own = toItems(sentence.words, known);
		const things = thingsOf([...also, ...own]);
		if (sentence.asks === 'nothing' && sentence !== sentences.at(-1) && WATCHES.test(sentence.said)) {
			const zone = own.find((item) => item.is === 'zone')?.where;
			named = { ...named, where: zone ?? named.where, watched: (things.length === 1 && things[0]) || null };
			continue;
		}
		const { about, watched } = named;
		const isAboutIt = about !== null && also.length === 0 && refersTo(sentence, own);
		const items: Item[] = isAboutIt
			? [{ is: 'thing', meaning: about, reading: null, words: about.said, from: 0, to: 0 }, ...own]
			: own;
		// "Watch for my dog. If it is on the sofa, email me."
		if (isAboutIt && judged.at(-1)?.sentence.asks === 'watch') judged.pop();
		// "Is there a dog? Tell me if there is."
		const isAnswer = own.length === 0 && judged.at(-1)?.sentence.asks === 'question';
		const isAsked = sentence.wants === 'judgement' && !sentence.isIndifferent && !isAnswer;
		const condition = isAsked
			? judge(sentence, items, also, { notes, about, where: named.where, written })
			: null;
		const isThere = watched !== null && /\b(?:it|there)\b/.test(sentence.said);
		if (condition) judged.push({ sentence, condition: isThere ? placedAt(condition, watched) : condition });
		const isOne = new Set(things.map(({ label }) => label)).size === 1;
		if (things.length > 0) named = { ...named, about: (isOne && things[0]) || null };
	}
	const { reasons: wanted, limits } = askedFor(judged);
	const reasons = wanted.filter(({ sentence }) => !sentence.isQuiet).map(({ condition }) => condition);
	const quiet = wanted.filter(({ sentence }) => sentence.isQuiet).map(({ condition }) => condition);
	const ignored = sentences
		.filter(({ wants }) => wants === 'ignorance')
		.map(({ words }) => words)
		.filter((words) => !REST.test(words.join(' ')));
	if (reasons.length > 0) {
		const kept = ignored.reduce((condition, words) => without(condition, words, known), flat('or', reasons));
		return {
			wants: 'judgement',
			reading: { condition: flat('and', [kept, ...limits, ...quiet.map(negate)]), notes: [...notes] },
		};
	}
	if (asked) return { wants: 'text', asked };
	const accounts = sentences.filter(({ wants }) => wants === 'account');
	if (accounts.length > 0)
		return readAccount(
			accounts.flatMap(({ words }) => words),
			known,
		);
	if (quiet.length > 0 || ignored.length > 0) return { wants: 'silence' };
	const [only] = judged;
	return only
		? { wants: 'judgement', reading: { condition: only.condition, notes: [...notes] } }
		: { wants: 'unclear' };
}

/** "If it is on the sofa": what it is, a sentence before says. */
function refersTo({ words }: Sentence, items: Item[]): boolean {
	const first = items.find(({ is }) => is !== 'link')?.is ?? '';
	return /^(?:it|they|he|she)$/.test(words[0] ?? '') && /^(?:relation|on|zone)$/.test(first);
}

/** The condition with the place that a sentence before named, where it has none. */
function placedAt(condition: Condition, where: Meaning): Condition {
	if (condition.op === 'not') return negate(placedAt(condition.part, where));
	if ('parts' in condition)
		return { ...condition, parts: condition.parts.map((part) => placedAt(part, where)) };
	if (
		condition.op !== 'count' ||
		condition.what.label === where.label ||
		condition.most !== Number.POSITIVE_INFINITY
	)
		return condition;
	const { what, least, only, in: zone } = condition;
	return {
		op: 'touch',
		what,
		where,
		...(least > 1 && { least }),
		...(only && { only }),
		...(zone && { in: zone }),
	};
}

function judge(
	{ words, joint, isUnless, beyond, asks }: Sentence,
	items: Item[],
	also: Item[],
	context: Context,
): Condition | null {
	const said = words.join(' ');
	if (forbids(said))
		return flat('and', [
			...(also.length > 0 ? [readCondition(also, context, true) ?? unknown()] : []),
			unknown(said),
		]);
	const things = thingsOf(also);
	const own = readCondition(
		items,
		things.length > 0 ? { ...context, about: things.at(-1) ?? null } : context,
		asks === 'about' || asks === 'watch',
	);
	const named = also.length > 0 ? readCondition(also, context, true) : null;
	// "Tell me if there is": what that means hangs on the sentences before.
	const refers =
		asks === 'if' && said !== '' && !own && !named && !context.written.length ? [unknown(said || 'if')] : [];
	const told = own ? [isUnless || joint === 'except' ? negate(own) : own] : refers;
	const main = [...(named ? [named] : []), ...told];
	const parts = [
		...(main.length > 0 ? [flat(joint === 'or' ? 'or' : 'and', main)] : []),
		...beyond.map((some) => unknown(some)),
	];
	return parts.length > 0 ? flat('and', parts) : null;
}

/** Talk beside a request is no condition, and what limits it holds for all of it: "I have a dog. Alert me about people. Only at night." */
function askedFor(judged: Judged[]): { reasons: Judged[]; limits: Condition[] } {
	const isRequest = ({ sentence }: Judged) => /^(?:if|about|watch)$/.test(sentence.asks);
	const isLimit = (one: Judged) =>
		!isRequest(one) && judged.length > 1 && (isTimed(one.condition) || LIMITS.test(one.sentence.said));
	const limits = judged.filter((one) => isLimit(one) && !WIDENS.test(one.sentence.said));
	const rest = judged.filter((one) => !isLimit(one));
	const held = limits.map(({ condition, sentence }) =>
		isTimed(condition) ? condition : unknown(sentence.said),
	);
	// "If a person is there too, describe them": what the mail is to say, where something else was asked for.
	const requests = rest.filter(
		(one) =>
			isRequest(one) &&
			(!one.sentence.isAboutMail || !rest.some((other) => other !== one && isRequest(other))),
	);
	if (requests.length === 0) {
		const told = rest.filter(({ condition, sentence }) => knows(condition) || sentence.asks === 'question');
		return { reasons: told.length > 0 ? told : rest, limits: held };
	}
	const isAdded = ({ condition, sentence }: Judged) =>
		sentence.asks === 'question'
			? !knows(condition)
			: sentence.asks === 'nothing' && !STATES.test(sentence.said) && knows(condition);
	return {
		reasons: [...requests, ...rest.filter((one) => !requests.includes(one) && isAdded(one))],
		limits: held,
	};
}

/** Hours, and perhaps words that are not known, but nothing to look for. */
function isTimed(condition: Condition): boolean {
	if (condition.op === 'not') return isTimed(condition.part);
	if (!('parts' in condition)) return condition.op === 'time';
	const isOf = (part: Condition) => part.op === 'unknown' || isTimed(part);
	return condition.parts.every(isOf) && condition.parts.some(isTimed);
}

const STATES = /\b(?:i|we|is|are|has|have|should|must|was|were|be|my|our|it|they|this|that|does|do)\b/;
/** Sentences that say which of it counts. */
const LIMITS =
	/^(?:\S+ )?(?:only|just|not|but|with|without|except|even|also|never|at least|at most|exactly)\b|\b(?:must (?:be|have)|needs?|do not count|does not count|applies|excluded|ones?)\b|^(?!.*\b(?:not|nobody)\b).*\ballowed\b/;
const WIDENS =
	/^(?:even|also|including)\b|\b(?:everyone|everybody|any|anyone|anybody|all) (?:counts?|matters?)/;
const REST =
	/^(?:(?:everything|anything|everyone|all) else|(?:all )?the rest|(?:all )?(?:the )?others?(?: things)?)$/;

function knows(condition: Condition): boolean {
	if (condition.op === 'unknown') return false;
	if (condition.op === 'not') return knows(condition.part);
	return 'parts' in condition ? condition.parts.some(knows) : true;
}

/** What the customer wants ignored: other kinds do not matter, the same kinds are left out, the rest is beyond it. */
function without(condition: Condition, words: string[], known: Known): Condition {
	const items = toItems(words, known);
	const things = thingsOf(items);
	const isPlain =
		things.length > 0 &&
		items.every((item) => ['thing', 'article', 'definite', 'joint', 'link'].includes(item.is)) &&
		things.every(({ narrow }) => !narrow);
	return leaveOut(
		condition,
		things.length > 0 ? things.flatMap(({ kinds }) => kinds) : null,
		isPlain ? null : `ignore ${words.join(' ')}`,
	);
}
