import type { Sighting } from '../detector/sighting.ts';
import type { Comparison } from './lesson.ts';
import type { EarlierValues, Written } from './written.ts';

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
	/** What the automation read at earlier moments, by the words that name them. */
	earlier?: EarlierValues;
}
