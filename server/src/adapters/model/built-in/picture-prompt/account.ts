/** Prompts that want to be told what is in the picture. */
import { thingsOf, toItems, zonesIn } from './items.ts';
import { lookUp } from './lexicon.ts';
import type { PictureRequest } from './request.ts';
import type { Known } from './zone-names.ts';

/** What can be told: what is there, and how many. Any other question is beyond the detector. */
const TELLS =
	/^(?:describe|list|count|summari[sz]e|report|what|how|say|give|write|provide|name|description|summary|overview|inventory)$/;
const GENERIC =
	/^(?:what|which|who|many|everything|all|objects?|things?|going|happening|happens|on|description|summary|overview|inventory|list|report|short|brief|full|me|us|content|contents|and|with|counts?)$/;

/** A picture shows what is there, not what was. */
const PAST = /^(?:have|has|had|was|were|been)$/;

export function readAccount(words: string[], known: Known): PictureRequest {
	const [first = '', second = ''] = words;
	// "What is the dog up to": about one thing that is known, a list says nothing.
	const isAboutOne =
		first === 'what' &&
		/^(?:is|are|was|does|do)$/.test(second) &&
		/^(?:the|my|our)$/.test(words[2] ?? '') &&
		lookUp(words, 3) !== null;
	const isTold = TELLS.test(first) && (first !== 'how' || second === 'many') && !isAboutOne;
	const items = toItems(words.slice(1), known);
	const [where, ...more] = zonesIn(words.slice(1), known);
	const strange = items.filter(
		({ is, words }) =>
			(['unknown', 'state', 'change', 'gone', 'empty', 'time'].includes(is) || PAST.test(words)) &&
			!GENERIC.test(words),
	);
	if (!isTold || strange.length > 0 || more.length > 0) {
		const beyond =
			isTold && strange.length > 0
				? strange.map(({ words }) => words)
				: [words.filter((word) => word !== ',').join(' ')];
		return { wants: 'judgement', reading: { condition: { op: 'unknown', words: beyond }, notes: [] } };
	}
	const about = thingsOf(items).filter(({ kinds }) => kinds.length < 80);
	return { wants: 'account', about, ...(where && { where }) };
}
