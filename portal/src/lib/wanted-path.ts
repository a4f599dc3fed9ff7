/** What a visitor wanted to open, passed along to the sign-in screen. */
type Wanted = { wanted: string };

export const wanting = ({
	pathname,
	search,
	hash,
}: Pick<Location, 'pathname' | 'search' | 'hash'>): Wanted => ({
	wanted: pathname + search + hash,
});

/** Only screens of the signed-in portal can be wanted. */
export function wantedPath(state: unknown): string | null {
	const wanted = typeof state === 'object' && state !== null && 'wanted' in state ? state.wanted : null;
	return typeof wanted === 'string' && wanted.startsWith('/app') ? wanted : null;
}
