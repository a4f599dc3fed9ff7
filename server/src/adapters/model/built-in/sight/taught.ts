/** The parts of a condition that examples decide. */

import type { Near } from '../detector/likeness.ts';
import type { Comparison } from './lesson.ts';
import type { Scene } from './scene.ts';

/** Words the customer showed examples of. `needs` is what must be there for them to hold: a laptop, if it is “open”. */
export interface TaughtWords<Condition> {
	op: 'taught';
	words: string[];
	needs?: Condition;
}

/** A condition the detector can judge, and the customer showed examples of it too: both must agree. */
export interface TaughtToo<Condition> {
	op: 'agree';
	part: Condition;
}

export function judgeTaught<Condition>(
	condition: TaughtWords<Condition> | TaughtToo<Condition>,
	{ taught }: Scene,
	judge: (part: Condition) => boolean | null,
): boolean | null {
	const said = taught?.held ?? null;
	if (condition.op === 'agree') return judge(condition.part) === said ? said : null;
	if (!condition.needs || judge(condition.needs) !== false) return said;
	// What must be there was not found. If the examples say otherwise, one of the two is wrong.
	return said === true ? null : false;
}

/** Why the examples do not decide. */
export function taughtDoubt(op: 'taught' | 'agree', { taught }: Scene): string {
	if (!taught) return 'there are too few examples';
	if (taught.held === null) return DOUBTS[taught.doubt ?? 'between'](taught);
	const side = taught.held ? 'yes' : 'no';
	return op === 'agree'
		? `the examples say “${side}”, and what was found says otherwise`
		: `the examples say “${side}”, but what must be there was not found`;
}

const DOUBTS: Record<NonNullable<Comparison['doubt']>, (comparison: Comparison) => string> = {
	'too few': ({ used }) =>
		`there are only ${used.yes} “yes” and ${used.no} “no” pictures to compare it with, and it takes 3 of each`,
	'other view': ({ leftOut: { view, shape } }) =>
		view >= shape
			? `${view} of your examples show another view. If the camera was moved, mark newer pictures`
			: `${shape} of your examples have another shape than this picture. Mark newer pictures`,
	'sides alike': () => 'your “yes” and “no” pictures do not differ anywhere',
	contradicting: ({ test }) =>
		`your examples contradict each other: only ${test.right} of ${test.of} fit the others`,
	between: () => 'neither the “yes” nor the “no” pictures are clearly nearer',
	'unlike both': () => 'it is like neither the “yes” nor the “no” pictures',
};

/** What the comparison found, for the evidence. */
export function taughtEvidence({ taught }: Scene): string {
	if (!taught) return '';
	const { used, nearest, held, test, leftOut } = taught;
	const counts = `Compared with ${used.yes} “yes” and ${used.no} “no” pictures`;
	const isLike = held === null ? '' : `, it is like “${held ? 'yes' : 'no'}”`;
	const near = (side: 'yes' | 'no', found: Near | null) =>
		found ? [`nearest “${side}” picture: ${found.distance.toFixed(2)} away`] : [];
	const both = [...near('yes', nearest.yes), ...near('no', nearest.no)];
	const left = [
		...(leftOut.view > 0 ? [`${leftOut.view} that show another view`] : []),
		...(leftOut.shape > 0 ? [`${leftOut.shape} of another shape`] : []),
	];
	return [
		`${counts}${isLike}${both.length > 0 ? `; ${both.join(', ')}` : ''}.`,
		...(left.length > 0 ? [`Left out: ${left.join(' and ')}.`] : []),
		...(test.of > 0 ? [`Tested on your own examples, this is right on ${test.right} of ${test.of}.`] : []),
	].join(' ');
}
