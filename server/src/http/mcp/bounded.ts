const MARK = ' [cut]';

/** A document with long texts and lists shortened, so that an answer fits into the context of an assistant. */
export function bounded(value: unknown, most: { text: number; items: number }): unknown {
	if (typeof value === 'string') {
		return value.length <= most.text ? value : value.slice(0, most.text).toWellFormed() + MARK;
	}
	if (Array.isArray(value)) return value.slice(0, most.items).map((item) => bounded(item, most));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, bounded(member, most)]));
}
