import type { Shot } from '../sources/source.ts';

/** A picture that another program made. */
export interface Arrival extends Shot {
	/** The same for the same picture, on any machine: sent again, it is the same capture. */
	id: string;
	takenAt: Date;
	/** Remembers that it is stored. */
	see(): Promise<void>;
}

/** Where another program's pictures come from. */
export interface Arrivals {
	/** New pictures for as long as the caller reads them, each only once. */
	fresh(signal: AbortSignal): AsyncGenerator<Arrival, void, void>;
}
