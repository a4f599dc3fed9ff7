/** What the customer's examples are about, and those that count. */
import type { Condition } from '@watchword/contract/condition';
import { conditionInWords } from '@watchword/contract/condition-words';
import { EXAMPLES_LEAST, type TaughtState } from '@watchword/contract/example';
import { followsFrom, withExamples } from '@watchword/model';
import type { Example } from '../../../ports/model.ts';
import { FEATURES_VERSION } from './detector/lesson.ts';

/** An example with the side it is on, for the words that are taught. */
export interface UsableExample extends Example {
	yes: boolean;
}

export interface Taught {
	condition: Condition;
	/** The examples are about the condition as a whole. */
	isTaughtToo: boolean;
	taught: TaughtState;
	/** Those that count, once there are enough; none before that. */
	examples: UsableExample[];
}

/** The condition with the examples put in where they belong; null if they teach nothing. */
export function taughtBy(condition: Condition, examples: readonly Example[]): Taught | null {
	const isTaught = examples.some(({ about }) => about === 'words');
	const lesson = withExamples(condition);
	if (!lesson || (!isTaught && lesson.condition !== condition) || (!isTaught && lesson.words === null))
		return null;
	const isTaughtToo = lesson.words === null;
	const usable = isTaught
		? examples.flatMap((example) => {
				if (example.features?.version !== FEATURES_VERSION) return [];
				const held = example.said === 'yes';
				const yes = isTaughtToo || example.about === 'words' ? held : followsFrom(lesson.condition, held);
				return yes === null ? [] : [{ ...example, yes }];
			})
		: [];
	const count = (yes: boolean) => usable.filter((example) => example.yes === yes).length;
	const missing = {
		yes: Math.max(0, EXAMPLES_LEAST - count(true)),
		no: Math.max(0, EXAMPLES_LEAST - count(false)),
	};
	const words = lesson.words ?? conditionInWords(condition);
	const taught = { words, yes: count(true), no: count(false), missing };
	const isEnough = missing.yes + missing.no === 0;
	return isEnough
		? { condition: lesson.condition, isTaughtToo, taught, examples: usable }
		: { condition, isTaughtToo: false, taught, examples: [] };
}
