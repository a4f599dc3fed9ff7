/** Sentences that narrow what another one asks for: "Tell me about cars. Only red ones.", "... Only at night." */

import type { Condition } from '../sight/condition.ts';
import type { Judgement } from './clauses.ts';
import { isDeed } from './deeds.ts';
import { type Item, type Known, objectsIn, toItems } from './items.ts';
import type { Meaning } from './lexicon.ts';
import { parseCondition } from './parse.ts';
import { readQuantity } from './quantity.ts';

export interface Limits {
	/** The other sentences. */
	rest: Judgement[];
	/** What must hold besides. */
	conditions: Condition[];
	/** What does not count: "not the postman", "children don't count". */
	ignored: string[][];
}

export function takeLimits(clauses: Judgement[], known: Known): Limits {
	if (clauses.length < 2) return { rest: clauses, conditions: [], ignored: [] };
	const limits: Limits = { rest: [], conditions: [], ignored: [] };
	const read = clauses.map((clause) => ({
		clause,
		items: toItems([...clause.head, ...clause.words], known),
	}));
	const isMore = read.some(({ items }) => thingsOf(items).length > 0);
	const about: Meaning[] = [];
	let hasHours = false;
	for (const { clause, items } of read) {
		const mayLimit = isMore && clause.asks === 'nothing' && !clause.isQuestion;
		const limit = mayLimit ? readLimit(clause, items, about, hasHours, known) : null;
		if (!limit) {
			limits.rest.push(clause);
			about.push(...thingsOf(items));
		} else if ('ignored' in limit) limits.ignored.push(limit.ignored);
		else limits.conditions.push(limit.condition);
		hasHours ||= items.some(({ is }) => is === 'time');
	}
	return limits;
}

function readLimit(
	{ head, words: own }: Judgement,
	items: Item[],
	about: Meaning[],
	hasHours: boolean,
	known: Known,
): { condition: Condition } | { ignored: string[] } | null {
	const said = [...head, ...own];
	const words = said.filter((word, at) => at > 0 || !/^(?:but|and|,)$/.test(word));
	const text = words.join(' ');
	const isTimed = items.some(({ is }) => is === 'time');
	// "Even at night", "everyone counts" take nothing away, unless other hours were named: "Also on Sundays".
	if (WIDENS.test(text)) return isTimed && hasHours ? { condition: beyond(text) } : null;
	const hours =
		isTimed &&
		parseCondition(
			words.filter((word) => word !== 'only'),
			null,
			known,
		)?.condition;
	if (hours && isTime(hours)) return { condition: hours };
	// Before anything was asked for, the rest is talk. "Wake us up!" is what to do.
	const isDone = /^(?:me|us)$/.test(words[1] ?? '') && !/^(?:not|except)$/.test(words[0] ?? '');
	if (about.length === 0 || isDone || isDeed(words)) return null;
	const [one] = about;
	const quantity = readQuantity(words, 0);
	if (one && quantity && words.slice(quantity.length).every((word) => /^(?:of|them|please)$/.test(word))) {
		const isClear = about.every(({ label, narrow }) => label === one.label && !narrow);
		const counted = isClear ? parseCondition(words.slice(0, quantity.length), one, known) : null;
		return { condition: counted?.condition ?? beyond(text) };
	}
	const [, excluded] = /^(.+?) (?:do|does) not (?:count|matter)$/.exec(text) ?? EXCEPT.exec(text) ?? [];
	if (excluded && objectsIn(excluded.split(' '), known).length > 0) return { ignored: excluded.split(' ') };
	// "Tell me about pets. Only dogs."
	const kinds = new Set(about.flatMap((what) => what.kinds));
	const isSome =
		thingsOf(items).length > 0 &&
		thingsOf(items).every((what) => what.kinds.every((kind) => kinds.has(kind)));
	if (words[0] === 'only' && isSome && items.every(({ is }) => ['thing', 'joint', 'change'].includes(is))) {
		const some = parseCondition(words.slice(1), null, known);
		if (some) return some;
	}
	// "No cats. Only dogs." asks for something else.
	const isOther = thingsOf(items).some(({ label }) => about.every((what) => what.label !== label));
	if ((isOther && !ADDS.test(text)) || COURTESY.test(text) || REASON.test(text)) return null;
	return ADDS.test(text) || NARROWS.test(text) || isFragment(words, items)
		? { condition: beyond(text) }
		: null;
}

/** "Only red ones", "not mine", "white": no sentence of its own, as "the shop opens at nine" is. */
function isFragment(words: string[], items: Item[]): boolean {
	if (words.slice(0, 2).includes('only')) return true;
	// "The postman comes at ten" tells about something; "the two on the left" limits.
	const isTold = items[0]?.is === 'definite' && items.slice(2).some(({ is }) => TOLD.includes(is));
	return (
		words.length <= 6 &&
		!words.some((word) => PRONOUNS.test(word) || VERBS.test(word)) &&
		!items.some(({ is }) => is === 'link') &&
		!isTold &&
		items.some(({ is }) => LIMITING.includes(is))
	);
}

const PRONOUNS = /^(?:i|we|us|you|my|our|he|she|they|it|this|that)$/;
/** Verbs for what goes on around the camera. */
const VERBS = /^(?:lives?|happens?|happened|works?|starts?|opens?|closes?|ends?)$/;
const WIDENS =
	/^(?:even|also|including)\b|^(?:every|everyone|everybody|any|anyone|anybody|all)\b(?: \S+)? (?:counts?|will do|matters?|good|fine)$/;

const TOLD: Item['is'][] = ['time', 'change', 'number'];
const LIMITING: Item['is'][] = ['state', 'change', 'not', 'quantity', 'number', 'bound', 'self', 'time'];

const thingsOf = (items: Item[]) => items.flatMap((item) => (item.is === 'thing' ? [item.meaning] : []));
const beyond = (words: string): Condition => ({ op: 'unknown', words: [words] });

function isTime(condition: Condition): boolean {
	if (condition.op === 'not') return isTime(condition.part);
	return 'parts' in condition ? condition.parts.every(isTime) : condition.op === 'time';
}

/** "Dogs are not allowed", "the gate must stay clear": why the customer asks. */
const REASON =
	/\b(?:not?|nobody|never)\b.* (?:allowed|welcome|fine|ok|okay)\b|\bmust (?:always )?(?:be|stay|remain|be kept) (?:empty|clear|free)$/;
const ADDS = /^(?:\S+ )?(?:with|without|unless)\b/;
const EXCEPT = /^(?:not|except(?: for)?) (.+)$/;
/** "It must be off the lead", "small ones are fine", "children do not count". */
const NARROWS =
	/^(?:\S+ )?(?:it|they|he|she|that|these|those)\b.*\b(?:has|have|needs?)\b.*\b(?:to|be|from|at|on)\b|^(?:\S+ )?(?:it|this|that)\b.*\bapplies\b|^(?!you\b)(?:\S+ ){0,3}must\b|^(?:\S+ ){1,3}ones?\b|\bnot\b.*\bcount\b|^(?!(?:that|this|it|all)\b)\S.* (?:fine|ok|okay|allowed|welcome|excluded)\b(?: \S+)?$/;
/** Greetings, thanks, what does not matter, and what the message or the service is like. */
const COURTESY =
	/\b(?:urgent|important|necessary|possible|joking|kidding|joke|regards|thanks|thank|greetings|wishes|love|luck|yours|sincerely|faithfully|cheers|best|rush|hurry|pressure|delay|fail|problem|worries|no need|offence|always|day|times?|matters?|care|mind|sure|sorry|quick|exceptions?|questions?|messages?|mails?|emails?|spam|text|alerts?|notifications?|description|photo|english|german|french|spanish|answer|yes|no please|works?|tests?|thumbs)\b|^nothing (?:else|more)\b/;
