export const WIDTH = 1280;
export const HEIGHT = 960;

export type Who = 'person' | 'dog' | 'car' | 'truck' | 'parcel';

/** A rendered figure: its feet stand at x, y. */
export interface Figure {
	/** The name of a render in figures.ts. */
	is: string;
	x: number;
	y: number;
	height: number;
	flip?: boolean;
}

export type Spot = Omit<Figure, 'is'> & { as: readonly string[] };

export const PEOPLE = ['woman', 'man'];

/** Something that shines after dark. */
export interface Lamp {
	x: number;
	y: number;
	/** The centre of its pool of light, and how far it reaches to either side. */
	pool: number;
	reach: number;
	/** The glow around the lamp itself; 0 for one outside the picture. */
	glow: number;
}

export interface Place {
	title: string;
	/** What is far away below the sky. */
	far: string;
	/** What stands between the far background and the ground. */
	behind: Figure[];
	/** The ground and what is built on it, in daylight; the light of the hour is added later. */
	ground(random: () => number): string;
	/** What always stands there. */
	props: Figure[];
	/** Where someone may be, and which figures may stand for them there. */
	spots: Record<Who, Spot[]>;
	lamps: Lamp[];
	/** Panes that are lit from inside after dark. */
	windows: { x: number; y: number; width: number; height: number }[];
	/** Where the sky ends. */
	horizon: number;
	/** Everything left of this is under a roof, where it does not rain. */
	roofedTo: number;
}
