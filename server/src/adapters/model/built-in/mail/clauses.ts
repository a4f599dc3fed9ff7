/** Divides a prompt on mails into its conditions, and reads what each of them is for. */

import { isQuietDeed, NOTICES, onlyDescribes, type Stance, stanceOf } from '../stance.ts';
import { tokenise } from '../words.ts';
import { readTests } from './condition-tests.ts';
import { BARE, CUES, DEEDS, SIGN, type Test, type Token } from './condition-words.ts';

export interface MailClause {
	either: Test[][];
	/** A reason to act, a reason to stay quiet, or what must hold besides; unclear if the words before it could mean either. */
	bears: 'for' | 'against' | 'besides' | 'unclear';
	unless: boolean;
}

export interface MailClauses {
	clauses: MailClause[];
	/** "..., otherwise tell me", "if not, tell me". */
	isOtherwise: boolean;
}

export function readMailClauses(tokens: readonly Token[], prompt: string): MailClauses {
	const clauses: MailClause[] = [];
	for (const sentence of sentencesOf(tokens)) clauses.push(...readSentence(sentence, clauses.length === 0));
	// A condition that nothing introduces.
	const isBare = BARE.test(prompt) || (tokens.length > 0 && tokens.every(({ word }) => SIGN.test(word)));
	if (clauses.length === 0 && isBare) {
		const end = endOf(tokens, -1);
		clauses.push({ either: readTests(tokens.slice(0, end)), bears: 'for', unless: false });
	}
	const other = tokens.findIndex(
		({ word }, at) =>
			word === 'otherwise' ||
			(word === 'not' && tokens[at - 1]?.word === 'if' && /^(?:,|then)$/.test(tokens[at + 1]?.word ?? '')),
	);
	return { clauses, isOtherwise: other >= 0 && !isQuietDeed(deedIn(tokens.slice(other + 1))) };
}

function sentencesOf(tokens: readonly Token[]): Token[][] {
	const sentences: Token[][] = [[]];
	for (const token of tokens) {
		if (/^[.!?;\n]$/.test(token.word)) sentences.push([]);
		else sentences.at(-1)?.push(token);
	}
	return sentences;
}

function readSentence(tokens: Token[], isFirst: boolean): MailClause[] {
	const cue = cueIn(tokens);
	if (cue < 0) return [];
	const end = endOf(tokens, cue);
	const head = wordsOf(tokens.slice(0, cue));
	const deed = deedIn(tokens.slice(end));
	const stance = isQuietDeed(deed) ? 'quiet' : stanceOf(head);
	// "Tell me if it mentions an invoice and tell me if it is from Anna". Behind "if ..., reply that" is what to write.
	const next = head.length > 0 ? end + 1 : nextCue(tokens, end);
	const later = [...readSentence(tokens.slice(next), false), ...nested(tokens.slice(end, next))];
	const condition = tokens.slice(cue + 1, end);
	const either = readTests(condition);
	// "If not, ..." says nothing by itself, and "let me know if you have questions" nothing of the mail.
	const isTalk =
		either.length === 0 ||
		tokens[cue]?.word === 'whether' ||
		/^(?:you|possible|needed|necessary)$/.test(condition[0]?.word ?? '') ||
		isTold(head, stance);
	if (stance === 'indifferent' || (!isFirst && isTalk)) return later;
	const unless = tokens[cue]?.word === 'unless';
	const isAlone = head.length === 0 && deed.length === 0 && !isFirst;
	const clause = (bears: MailClause['bears'], denied = false) => [
		{ either, bears, unless: denied },
		...later,
	];
	if (stance === 'unclear') return clause('unclear');
	if (stance === 'quiet') return clause(unless ? 'for' : 'against');
	if (unless) return isAlone ? clause('against') : clause('for', true);
	return clause(!isFirst && head.includes('only') ? 'besides' : 'for');
}

/** "Tell them to call when ..." is what to write, "I get nervous when ..." asks for nothing. */
function isTold(head: string[], stance: Stance): boolean {
	if (stance === 'quiet') return false;
	const isOwn = /^(?:i|we)$/.test(head[0] ?? '') && !head.some((word) => NOTICES.has(word));
	const isInMail = /^in (?:the|your) (?:mail|email|message|reply|answer)\b/.test(head.join(' '));
	return isOwn || isInMail || onlyDescribes(head) || head.some((word) => OTHERS.test(word));
}

/** Words for somebody else than the customer. */
const OTHERS = /^(?:that|them|him|her|they|we|customer|sender)$/;
const MAILS = /^(?:e-?mails?|mails?|messages?)$/;
const NARROWING = /^(?:from|about|that|which|with|without|regarding|mentioning|containing|except)$/;

/** What introduces a condition: "if"; or the mails of "tell me about mails from ACME". */
function cueIn(tokens: readonly Token[]): number {
	const cue = tokens.findIndex(({ word }) => CUES.has(word));
	if (cue >= 0) return cue;
	return tokens.findIndex(
		({ word }, at) =>
			MAILS.test(word) &&
			NARROWING.test(tokens[at + 1]?.word ?? '') &&
			tokens.slice(Math.max(0, at - 3), at).some(({ word }) => /^(?:about|of)$/.test(word)),
	);
}

/** "If it is from Anna, tell me, and if it mentions a total, tell me too"; but "tell me the total and if it is overdue". */
function nextCue(tokens: readonly Token[], end: number): number {
	const other = tokens.findIndex(({ word }, at) => at >= end && word === 'otherwise');
	if (other >= 0) return other + 1;
	const next = tokens.findIndex(({ word }, at) => {
		if (at <= end || !CUES.has(word) || !/^(?:,|and|or)$/.test(tokens[at - 1]?.word ?? '')) return false;
		const deed = deedIn(tokens.slice(endOf(tokens, at)));
		return isQuietDeed(deed) || /^(?:me|us)$/.test(deed[1] ?? '');
	});
	return next < 0 ? tokens.length : next;
}

/** "If it is from Anna, tell me if it is overdue": whether it should tell that it is not overdue is not clear. */
function nested(deed: readonly Token[]): MailClause[] {
	const isNested = deed.some(
		({ word }, at) =>
			/^(?:if|unless)$/.test(word) &&
			/^(?:me|us|know)$/.test(deed[at - 1]?.word ?? '') &&
			!/^(?:you|possible|needed|necessary)$/.test(deed[at + 1]?.word ?? ''),
	);
	return isNested ? [{ either: [], bears: 'unclear', unless: false }] : [];
}

/** Where the condition behind a cue ends. */
function endOf(tokens: readonly Token[], cue: number): number {
	const end = tokens.findIndex(
		({ word }, at) => at > cue && endsCondition(word, tokens.slice(at + 1, at + 5)),
	);
	return end < 0 ? tokens.length : end;
}

function endsCondition(word: string, next: readonly Token[]): boolean {
	if (/^[.!?;:\n]$/.test(word) || word === 'then' || word === 'otherwise') return true;
	if ((word === ',' || word === 'and') && DEEDS.has(next[0]?.word ?? '')) return true;
	if (word !== ',') return false;
	// "..., do not tell me"; but "and do not say a price" goes on.
	const deed = wordsOf(next);
	return isQuietDeed(deed) && (deed[1] !== 'not' || NOTICES.has(deed[2] ?? ''));
}

/** In English, as far as it says no. */
const wordsOf = (tokens: readonly Token[]) =>
	tokenise(tokens.map(({ word }) => (/^(?:nicht|nie|keine?n?)$/.test(word) ? 'not' : word)).join(' '));

/** The first words that say what to do, without those that lead to them. */
function deedIn(tokens: readonly Token[]): string[] {
	const words = wordsOf(tokens.slice(0, 12));
	const from = words.findIndex((word) => !/^(?:,|:|and|then|please|just)$/.test(word));
	return from < 0 ? [] : words.slice(from);
}
