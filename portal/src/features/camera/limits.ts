export interface Limits {
	count: number;
	bytes: number;
}

/** Two days with a picture every six minutes. A phone must not fill up while the network is down. */
export const LIMITS: Limits = { count: 500, bytes: 200 * 1024 * 1024 };

/** The oldest pictures to drop so that the rest is within the limits. The newest always stays. */
export function overflow<T extends { size: number }>(
	oldestFirst: readonly T[],
	limits: Limits = LIMITS,
): T[] {
	let count = oldestFirst.length;
	let bytes = oldestFirst.reduce((sum, { size }) => sum + size, 0);
	return oldestFirst.slice(0, -1).filter(({ size }) => {
		const tooMany = count > limits.count || bytes > limits.bytes;
		if (tooMany) {
			count -= 1;
			bytes -= size;
		}
		return tooMany;
	});
}
