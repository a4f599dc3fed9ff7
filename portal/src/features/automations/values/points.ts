import type { ValueAt } from '@watchword/contract/values';

/** A place in a chart whose sides are 0 to 1; y grows upwards. */
export interface Point {
	x: number;
	y: number;
}

/** More points than this cannot be distinguished on a screen. */
const MAX_COLUMNS = 300;

/** The least and the greatest value, with a margin if all are the same. */
export function rangeOf(values: readonly ValueAt[]): { least: number; most: number } {
	const least = Math.min(...values.map(({ value }) => value));
	const most = Math.max(...values.map(({ value }) => value));
	return { least, most };
}

/** The position of each value, by its time. Of many within a column, the least and the greatest stay, so that no peak is lost. */
export function pointsOf(values: readonly ValueAt[], columns = MAX_COLUMNS): Point[] {
	const { least, most } = rangeOf(values);
	const [first, last] = [values[0]?.at ?? 0, values.at(-1)?.at ?? 0];
	const span = last - first || 1;
	const place = ({ at, value }: ValueAt): Point => ({
		x: values.length === 1 ? 0.5 : (at - first) / span,
		y: most === least ? 0.5 : (value - least) / (most - least),
	});
	if (values.length <= columns * 2) return values.map(place);
	const buckets = Map.groupBy(values, ({ at }) =>
		Math.min(columns - 1, Math.floor(((at - first) / span) * columns)),
	);
	return [...buckets.values()].flatMap((some) => {
		const [low] = some.toSorted((a, b) => a.value - b.value);
		const high = some.toSorted((a, b) => b.value - a.value)[0];
		return [...new Set([low, high])]
			.flatMap((one) => one ?? [])
			.toSorted((a, b) => a.at - b.at)
			.map(place);
	});
}
