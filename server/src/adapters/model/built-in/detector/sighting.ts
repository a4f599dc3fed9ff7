import type { Comparison, Detection, Sighting } from '@watchword/model';
import type { Lesson } from './lesson.ts';
import type { FeatureMap } from './likeness.ts';

/** The side of the square that a picture is fitted into, whole and centred, between grey borders. */
export const SIDE = 416;
/** If pictures were stretched instead, people and cars would be missed. */
export const SQUARE = { side: SIDE, background: '#808080' };

/** A picture as the networks want it. */
export interface Pixels {
	/** RGB, SIDE times SIDE. */
	data: Uint8Array;
	/** What share of the square the picture fills. */
	share: { x: number; y: number };
}

/** What each network found in a picture, and the map of its inner features. */
export interface Reports {
	nanodet: Detection[];
	ssdlite: Detection[];
	map: FeatureMap;
}

/** What a process of the detector is asked: to look at a picture, to compare one with examples, or to test examples. */
export type Asked =
	| { pixels: Pixels; lesson?: never; seen?: never }
	| { pixels?: never; lesson: Lesson; seen: Pick<Seen, 'map' | 'ratio'> | null };

/** What is known of a picture after a look. */
export interface Seen {
	sightings: Sighting[];
	map: FeatureMap;
	/** Width divided by height. */
	ratio: number;
	/** In pixels, upright. */
	size: { width: number; height: number };
	/** What the examples say; null if there are none. */
	comparison: Comparison | null;
}
