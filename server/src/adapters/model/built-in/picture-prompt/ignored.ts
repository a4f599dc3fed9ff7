/** What the customer wants ignored. */
import type { Condition } from '../sight/condition.ts';
import { type Known, toItems } from './items.ts';
import { withoutKinds } from './without-kinds.ts';

/** "Ignore everything else" takes nothing away. */
export const REST =
	/^(?:(?:everything|anything|everyone|all) else|(?:all )?the rest|(?:all )?(?:the )?others?(?: things)?)$/;

const IN_PLACE = [
	'thing',
	'article',
	'definite',
	'joint',
	'link',
	'place',
	'spot',
	'relation',
	'on',
	'weak',
	'state',
];

/** What the customer wants ignored: other kinds do not matter, the same kinds are left out, the rest is beyond it. */
export function without(condition: Condition, ignored: string[], known: Known): Condition {
	const items = toItems(ignored, known);
	const things = items.flatMap((item) => (item.is === 'thing' ? [item.meaning] : []));
	const isPlain = items.every(({ is }) =>
		['thing', 'article', 'definite', 'joint', 'link', 'clause'].includes(is),
	);
	const isKnown = things.length > 0 && items.every(({ is }) => isPlain || IN_PLACE.includes(is));
	if (!isKnown) return withoutKinds(condition, null, `ignore ${ignored.join(' ')}`);
	// "Ignore people on the pavement", "ignore parked cars": only some of them.
	if (!isPlain) {
		const kinds = things.flatMap(({ kinds }) => kinds);
		return withoutKinds(condition, kinds, `ignore ${ignored.join(' ')}`);
	}
	return things.reduce(
		(rest, { kinds, narrow, said }) => withoutKinds(rest, kinds, narrow ? `ignore ${said}` : null),
		condition,
	);
}
