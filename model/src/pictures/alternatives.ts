import { type Condition, isGroup, joined, type Seen } from '@watchword/contract/condition';

/**
 * "A cat or a dog" is at least one of both kinds: what is one of them, but not certain which, is enough. "No cat and no dog" is
 * none of both.
 */
export function alternatives(condition: Condition): Condition {
	if (!isGroup(condition)) return condition;
	const kept: Condition[] = [];
	for (const one of condition.of.map(alternatives)) {
		const at = kept.findIndex((other) => isSame(condition.is, one, other));
		const other = kept[at];
		if (one.is === 'seen' && other?.is === 'seen')
			kept[at] = { ...other, kinds: [...new Set([...other.kinds, ...one.kinds])] };
		else kept.push(one);
	}
	const [only] = kept;
	const whole = { ...condition, of: kept };
	return only && kept.length === 1 && !condition.not
		? only
		: condition.not
			? whole
			: joined(condition.is, kept);
}

const isSame = (is: 'all' | 'any', a: Condition, b: Condition) =>
	a.is === 'seen' && b.is === 'seen' && isMergeable(is, a) && isMergeable(is, b) && restOf(a) === restOf(b);

/** At least one, joined by "or"; or none, joined by "and". */
const isMergeable = (is: 'all' | 'any', { least, most, not }: Seen) =>
	is === 'any'
		? not
			? most === 0
			: least === 1 && most === null
		: not
			? least === 1 && most === null
			: most === 0;

const restOf = ({ kinds: _, ...rest }: Seen) => JSON.stringify(rest);
