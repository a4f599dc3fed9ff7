import type { SelfTest } from '@watchword/contract/example';
import type { Line } from './line.ts';
import type { Sighting } from './sighting.ts';

/** Everything that was found out about one picture. A condition is judged by this and by nothing else. */
export interface Scene {
	sightings: readonly Sighting[];
	/** Width divided by height of the picture, where it is known: zones were drawn on a picture of some shape. */
	ratio?: number;
	/** The picture's width and height in pixels, if it was looked at: so that it can be looked at more closely. */
	size?: { width: number; height: number };
	/** Where it was looked, if not everywhere. */
	looking?: string;
	/** What the customer's examples say of it; nothing if there are none. */
	taught?: Comparison | null;
	/** The text in it; missing if nobody asked for it. */
	written?: Written;
	/** What the automation read so many minutes ago; null where nothing is known. */
	earlier?: ReadonlyMap<number, Earlier | null>;
}

/** Everything that was read in a picture. */
export interface Written {
	lines: readonly Line[];
	/** Some of the text was not read. */
	partly: boolean;
}

/** What an automation read earlier: the last value at or before the moment that was asked for. */
export interface Earlier {
	value: number;
	at: Date;
}

interface Near {
	id: string;
	/** From 0 for the same to 2 for the opposite. */
	distance: number;
}

/** A picture, compared with the customer's examples. */
export interface Comparison {
	/** Null where it cannot be told. */
	held: boolean | null;
	/** Why it cannot be told. */
	doubt: 'too few' | 'other view' | 'sides alike' | 'contradicting' | 'between' | 'unlike both' | null;
	/** The nearest example of each side; null where no example of a side shows the same view. */
	nearest: { yes: Near | null; no: Near | null };
	/** How many examples of each side it was compared with. */
	used: { yes: number; no: number };
	/** How many were left out, because they show another view or have another shape. */
	leftOut: { view: number; shape: number };
	test: SelfTest;
}
