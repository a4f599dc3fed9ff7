import { KNOWN_OBJECTS, type KnownObject } from './known-objects.ts';

/** Words for several kinds at once. */
// biome-ignore format: a table
export const KIND_GROUPS: Record<string, readonly KnownObject[]> = {
	animal: ['bird', 'cat', 'dog', 'horse', 'sheep', 'cow', 'elephant', 'bear', 'zebra', 'giraffe'],
	vehicle: ['car', 'motorcycle', 'bus', 'truck', 'train', 'boat', 'airplane'],
	anything: KNOWN_OBJECTS,
};

/** The kinds that the names of a condition stand for; null if one of them is not known (any more). */
export function kindsNamed(names: readonly string[]): KnownObject[] | null {
	const kinds = new Set<KnownObject>();
	for (const name of names) {
		const found = KIND_GROUPS[name] ?? KNOWN_OBJECTS.filter((kind) => kind === name);
		if (found.length === 0) return null;
		for (const kind of found) kinds.add(kind);
	}
	return [...kinds];
}
