import type { Surroundings } from '../../../../ports.ts';
import { type Condition, flat, negate } from '../sight/condition.ts';
import { inPlainWords } from '../sight/condition-words.ts';
import { type Also, forbids } from '../stance.ts';
import { MOST_READ, tokenise } from '../words.ts';
import { readAccount } from './account.ts';
import { type Clause, type Judgement, readClauses } from './clauses.ts';
import { countsObjects, withEveryZone } from './every-zone.ts';
import { fromGerman } from './german.ts';
import { REST, without } from './ignored.ts';
import { type Known, knownOf, objectsIn, toItems, zonesIn } from './items.ts';
import type { Meaning } from './lexicon.ts';
import { takeLimits } from './limits.ts';
import { parseCondition, type Reading } from './parse.ts';
import type { PictureRequest } from './request.ts';
import { isExcept } from './timed.ts';
import { atWatched, unreadParts, withoutTalk, withWatched } from './watched.ts';
import { cutPhrase, withExamples } from './with-examples.ts';
import { type Taken, takeWritten } from './written-prompt.ts';

/** Reads a prompt about a picture, with the examples the customer gave. It never fails: what cannot be read is unclear. */
export function readPicturePrompt(prompt: string, surroundings: Surroundings = {}): PictureRequest {
	if (prompt.length > MOST_READ || tokenise(prompt).length > MOST_WORDS) return TOO_LONG;
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

/** Far more than a text of that length has. A sign such as ">" is several words, and the time grows with the square of them. */
const MOST_WORDS = 1000;
/** What is not read could decide otherwise. */
const TOO_LONG: PictureRequest = {
	wants: 'judgement',
	reading: {
		condition: { op: 'unknown', words: ['a prompt of more than 3,000 characters or 1,000 words'] },
		notes: [],
	},
};

function readRequest({ rest, conditions, asked }: Taken, known: Known): PictureRequest {
	const clauses = readClauses(rest);
	const limits = takeLimits(
		clauses.filter((clause) => clause.wants === 'judgement'),
		known,
	);
	const judgements = withoutTalk(withWatched(limits.rest), known);
	const ignored = [
		...clauses.filter((clause) => clause.wants === 'ignorance').map(({ words }) => words),
		...limits.ignored,
	].filter((words) => !REST.test(words.join(' ')));
	const readings = askedFor(
		judgements.flatMap((clause, index) => {
			const before = clause.words[0] === 'there' ? namedBefore(judgements.slice(0, index), known) : null;
			return readJudgement(clause, known, conditions, before) ?? [];
		}),
	);

	const referring = clauses.find((clause) => refersBack(clause, known, conditions));
	const isOpen =
		readings.some(saysWhatShouldBe) || (referring?.wants === 'otherwise' && readings.some(mayBeDeed));
	if (referring && isOpen)
		return {
			wants: 'judgement',
			reading: { condition: unknown(referring.words.join(' ') || 'otherwise'), notes: [] },
		};

	// Each sentence is a reason to act; one that says when to stay quiet holds for all of them.
	const quiet = readings.filter(({ denied }) => denied).map(({ reading }) => reading.condition);
	const stated = notWanted(readings.filter(({ denied }) => !denied));
	// "If nobody is there, send nothing; otherwise email me."
	const isOtherwise = stated.length === 0 && clauses.some(({ wants }) => wants === 'otherwise');
	const reasons = isOtherwise && quiet.length > 0 ? [flat('and', quiet.map(negate))] : stated;
	if (reasons.length > 0) {
		const wanted = ignored.reduce((rest, words) => without(rest, words, known), flat('or', reasons));
		const notes = new Set(readings.flatMap(({ reading }) => reading.notes));
		const held = [wanted, ...limits.conditions, ...(isOtherwise ? [] : quiet.map(negate))];
		return { wants: 'judgement', reading: { condition: flat('and', held), notes: [...notes] } };
	}
	if (asked) return { wants: 'text', asked };
	const accounts = clauses.filter((clause) => clause.wants === 'account');
	if (accounts.length > 0)
		return readAccount(
			accounts.flatMap(({ words }) => words),
			known,
		);
	if (quiet.length > 0 || ignored.length > 0) return { wants: 'silence' };
	return unreadable(
		judgements.flatMap(({ words }) => words),
		known,
	);
}

/** "Tell me if there is", "alert me otherwise": what that means hangs on the sentences before. */
function refersBack(clause: Clause, known: Known, written: readonly Condition[]): boolean {
	if (clause.wants !== 'judgement') return clause.wants === 'otherwise';
	return clause.asks === 'if' && clause.stance === 'act' && !readJudgement(clause, known, written);
}

/** "There should be nobody at the cottage" says what is right, not what to tell the customer. */
const saysWhatShouldBe = ({ clause, reading }: Judged) =>
	clause.asks === 'nothing' &&
	(reading.condition.op === 'not' ||
		[...clause.head, ...clause.words].some((word) => /^(?:should|must|supposed|ought)$/.test(word)));

/** "If there are 3 cows, all is well": what was not understood may be what to do. */
const mayBeDeed = ({ clause, reading: { condition } }: Judged) =>
	clause.asks === 'if' && condition.op === 'and' && condition.parts.some(({ op }) => op === 'unknown');

interface Judged {
	clause: Judgement;
	reading: Reading;
	denied: boolean;
}

/** "No cats. Only dogs." names what does not count, and whether it may be there is anybody's guess. */
function notWanted(readings: Judged[]): Condition[] {
	const conditions = readings.map(({ reading }) => reading.condition);
	const isNone = ({ clause, reading }: Judged) =>
		clause.asks === 'nothing' && clause.words[0] === 'no' && reading.condition.op === 'not';
	const none = readings.filter(isNone).map(({ reading }) => reading.condition);
	if (none.length === 0 || none.length === conditions.length) return conditions;
	const wanted = flat(
		'or',
		conditions.filter((condition) => !none.includes(condition)),
	);
	const doubtful = none.map((condition) => flat('or', [condition, unknown(inPlainWords(condition))]));
	return [flat('and', [wanted, ...doubtful])];
}

/** Talk beside a request is no condition, nor is what the mail is to say: "I have a dog. Alert me about people." */
function askedFor(readings: Judged[]): Judged[] {
	const by = (...ways: Judgement['asks'][]) => readings.filter(({ clause }) => ways.includes(clause.asks));
	const isStatement = ({ clause: { head, words } }: Judged) =>
		[...head, ...words].some((word) => /^(?:i|we|is|are|has|have|should|must)$/.test(word));
	const phrases = by('nothing').filter((one) => !isStatement(one));
	const questions = by('nothing').filter(({ clause }) => clause.isQuestion);
	// "Is the oven on? Tell me if a person is there."
	const open = questions.filter(({ reading }) => !knowsAnything(reading.condition));
	if (by('if').length > 0) return [...by('if', 'alerts'), ...open];
	if (by('alerts').length > 0) return [...by('alerts', 'watch'), ...phrases, ...open];
	if (by('watch').length > 0) return [...by('watch'), ...phrases, ...open];
	if (by('in the mail').length > 0) return by('in the mail');
	// "Is the oven on? There is nobody in the kitchen."
	return open.length > 0 ? [...questions, ...phrases] : readings;
}

/** "We have 12 sheep. Tell me if there are fewer than 12": the only thing that the sentences before name. */
function namedBefore(clauses: Judgement[], known: Known): Meaning | null {
	const [last] = clauses.slice(-3).flatMap(({ head, words }) => objectsIn([...head, ...words], known));
	const isOne = clauses
		.slice(-3)
		.every(({ head, words }) =>
			objectsIn([...head, ...words], known).every(({ label }) => label === last?.label),
		);
	return last && !last.narrow && isOne ? last : null;
}

function readJudgement(
	clause: Judgement,
	known: Known,
	written: readonly Condition[],
	before: Meaning | null = null,
): Judged | null {
	const { head, also, stance, unless, asks, beyond, isQuestion } = clause;
	const words = atWatched(clause);
	const isCued = asks === 'if' || asks === 'in the mail';
	const other = also && readAlso(also, known, written);
	const about = objectsIn(head, known).at(-1) ?? before;
	const lead = zonesIn(head, known).at(-1) ?? null;
	const { hours, others } = hoursIn(other ? head.slice(0, also.at) : head, known);
	// "Tell me about dogs if they are on the sofa": the condition is about them.
	const isAboutIt = objectsIn(words, known).length === 0 || /^(?:they|it|he|she)$/.test(words[0] ?? '');
	const isSame = other && also.joint === 'and' && isAboutIt;
	// "At night, tell me about dogs or if a cat is there": the hours hold for both.
	const isOfBoth = other && !isSame;
	const unread = [
		...beyond,
		...others,
		...(lead ? [] : unreadParts(head)),
		...(isOfBoth && hours.length > 0 ? [hours.slice(0, -1).join(' ')] : []),
	];
	const all = [...(isOfBoth ? [] : hours), ...(isSame ? also.words : []), ...words];
	const reading = parseCondition(all, about, known, lead, written);
	// Without an "if", a sentence of which nothing is known is talk, not a condition.
	const isTalk = !reading || (!isCued && !isQuestion && !knowsAnything(reading.condition));
	if (isTalk && !other) return null;
	const own = isTalk ? null : ownCondition(clause, reading.condition);
	const whole =
		other && own && !isSame
			? joined(other.condition, own, also.joint, objectsIn(also.words, known))
			: (own ?? other?.condition);
	if (!whole) return null;
	const condition = flat('and', [whole, ...unread.map((words) => unknown(words))]);
	const notes = [...new Set([...(other?.notes ?? []), ...(reading?.notes ?? [])])];
	return { clause, reading: { condition, notes }, denied: stance === 'quiet' && !unless };
}

/** "Alert me unless it holds" is a reason to act where it does not; "never alert me unless it holds" where it does. */
function ownCondition({ head, words, stance, unless, asks }: Judgement, condition: Condition): Condition {
	const said = [...head, ...words].join(' ');
	if (stance === 'unclear' || (asks === 'nothing' && forbids(said))) return unknown(said);
	return unless && stance !== 'quiet' ? negate(condition) : condition;
}

const unknown = (words: string): Condition => ({ op: 'unknown', words: [words] });

/** What the words before the condition ask to look for; null if they name nothing. */
function readAlso({ words, sure }: Also, known: Known, written: readonly Condition[]): Reading | null {
	const reading = parseCondition(words, null, known, null, written);
	if (!reading) return null;
	const names = knowsAnything(reading.condition) || objectsIn(words, known).length > 0;
	return names || sure ? reading : null;
}

/** "Dogs if a person is there", "dogs except when a person is there". */
function joined(
	what: Condition,
	condition: Condition,
	joint: Also['joint'],
	named: readonly Meaning[],
): Condition {
	if (joint === 'or') return flat('or', [what, condition]);
	if (joint === 'except') return flat('and', [what, negate(condition)]);
	const isClear = joint === 'and' && !contradicts(named, condition);
	return flat('and', [what, isClear ? condition : unknown(inPlainWords(condition))]);
}

/** "Somebody in the house when nobody should be there" cannot mean both. */
function contradicts(named: readonly Meaning[], condition: Condition): boolean {
	if (condition.op !== 'not' || condition.part.op !== 'count' || condition.part.only || condition.part.in)
		return false;
	const { kinds } = condition.part.what;
	return named.some((what) => what.kinds.every((kind) => kinds.includes(kind)));
}

/** A prompt in which nothing is known still names what it is about. */
function unreadable(words: string[], known: Known): PictureRequest {
	const reading = parseCondition(words, null, known);
	return reading ? { wants: 'judgement', reading } : { wants: 'unclear' };
}

/** "At night, tell me if ...": hours that stand before the condition belong to it. `others` are named apart from the first. */
function hoursIn(head: string[], known: Known): { hours: string[]; others: string[] } {
	const items = toItems(head, known);
	const time = items.findIndex(({ is }) => is === 'time');
	if (time < 0) return { hours: [], others: [] };
	const before = items[time - 1];
	const isDenied = before && (before.is === 'change' || isExcept(before, items[time]));
	const others = items.slice(time + 1).findIndex(({ is }) => !['time', 'joint', 'not'].includes(is));
	const end = others < 0 ? items.length : time + 1 + others;
	const last = items.slice(time, end).findLast(({ is }) => is === 'time');
	return {
		hours: [...(isDenied ? ['except'] : []), ...head.slice(items[time]?.from, last?.to), ','],
		others: items.slice(end).flatMap(({ is, words }) => (is === 'time' ? [words] : [])),
	};
}

function knowsAnything(condition: Condition): boolean {
	if (condition.op === 'unknown') return false;
	if (condition.op === 'not') return knowsAnything(condition.part);
	return 'parts' in condition ? condition.parts.some(knowsAnything) : true;
}
