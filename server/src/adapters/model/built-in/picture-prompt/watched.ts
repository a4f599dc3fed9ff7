/** Words before a condition that say what to watch or where to look: "watch the bench and tell me if somebody is there". */
import type { Judgement } from './clauses.ts';
import { type Known, objectsIn } from './items.ts';
import { COMING_AND_GOING, lookUp } from './lexicon.ts';

/** "Look at the sofa. Is the dog on it?", "We have a dog. Is a person there?" */
export function withoutTalk(clauses: Judgement[], known: Known): Judgement[] {
	const asking = clauses.filter(
		({ asks, head }) => asks !== 'nothing' || !/^(?:i|we|look|watch|keep|monitor|check)$/.test(head[0] ?? ''),
	);
	return asking.some(({ words }) => objectsIn(words, known).length > 0) ? asking : clauses;
}

/** "Watch for my dog. If it is on the sofa, email me": the condition is about what is watched for. */
export function withWatched(clauses: Judgement[]): Judgement[] {
	return clauses.map((clause, index) => {
		const before = clauses[index - 1];
		const refers = clause.words.some((word) => /^(?:it|they|them|he|him|she)$/.test(word));
		if (before?.asks !== 'watch' || clause.asks !== 'if' || clause.also || !refers) return clause;
		return { ...clause, also: { words: before.words, at: clause.head.length, joint: 'and', sure: false } };
	});
}

/** "Watch the bench and tell me if somebody is there": on the bench. */
export function atWatched({ words, head }: Judgement): string[] {
	const name = (WATCHED.exec(head.join(' '))?.[1] ?? '').split(' ');
	const isPlace = name.some((_, at) => {
		const what = lookUp(name, at)?.meaning;
		return what && !what.kinds.some((kind) => COMING_AND_GOING.includes(kind));
	});
	const there = isPlace ? (/(?:^| )(?:there|(?:on|in|at) it)$/.exec(words.join(' '))?.[0] ?? '') : '';
	const length = there.trim().split(' ').length;
	return there ? [...words.slice(0, -length), 'on', ...name] : words;
}
const WATCHED =
	/\b(?:watch|monitor|check|observe|look at|eye on) (?!for\b|out\b)(.+?)(?= (?:and|,|tell|alert|warn|notify|email|send|let|inform|please)(?: |$)|$)/;

/** "Look at the edge of the picture and ...": a part of it that has no clear place is never passed over. */
export const unreadParts = (head: string[]) => PART_OF_PICTURE.exec(head.join(' '))?.slice(0, 1) ?? [];
const PART_OF_PICTURE =
	/\bthe (?:very |far )?(?:left|right|top|bottom|upper|lower|middle|cent(?:re|er)|corner|edge|background|foreground)\b(?:(?! and\b)[^,])*/;
