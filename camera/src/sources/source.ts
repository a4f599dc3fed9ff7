/** A picture as a camera gave it. */
export interface Shot {
	bytes: Buffer;
	contentType: string;
}

/** Where a camera's pictures come from. It throws only CameraTrouble, unless the signal aborted it. */
export interface Source {
	/** This many pictures, about a second apart. */
	take(count: number, signal: AbortSignal): Promise<Shot[]>;
	/** Pictures for as long as the caller reads them, about one a second. */
	watch(signal: AbortSignal): AsyncGenerator<Shot, void, void>;
}

/** A source whose single pictures are the first ones of what it watches. */
export const sourceOf = (watch: Source['watch']): Source => ({
	watch,
	take: async (count, signal) => {
		const shots: Shot[] = [];
		for await (const shot of watch(signal)) if (shots.push(shot) === count) break;
		return shots;
	},
});
