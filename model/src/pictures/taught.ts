/** What the customer's examples say of a picture. */
import type { Comparison, Scene } from './scene.ts';

/** Why the examples do not decide. */
export function taughtDoubt({ taught }: Scene): string {
	return taught ? DOUBTS[taught.doubt ?? 'between'](taught) : 'there are too few examples';
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
	const both = (['yes', 'no'] as const).flatMap((side) => {
		const found = nearest[side];
		return found ? [`nearest “${side}” picture: ${found.distance.toFixed(2)} away`] : [];
	});
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
