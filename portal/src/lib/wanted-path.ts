/** What a visitor wanted to open, passed along with the way to the sign-in screen. */
type Wanted = { wanted: string };

export const wanting = ({
	pathname,
	search,
	hash,
}: Pick<Location, 'pathname' | 'search' | 'hash'>): Wanted => ({
	wanted: pathname + search + hash,
});

export function wantedPath(state: unknown): string | null {
	const isWanted = typeof state === 'object' && state !== null && 'wanted' in state;
	return isWanted && typeof state.wanted === 'string' ? state.wanted : null;
}
