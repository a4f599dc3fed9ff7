/** Whether two values say the same. The order of an object's properties does not count: a database has its own. */
export const same = (a: unknown, b: unknown) => ordered(a) === ordered(b);

const ordered = (value: unknown) =>
	JSON.stringify(value, (_key, inner: unknown) =>
		typeof inner === 'object' && inner !== null && !Array.isArray(inner)
			? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
			: inner,
	);
