import { useMemo } from 'react';
import { currentZone, type LocalClock } from '../../lib/time.ts';
import { useNow } from '../../lib/use-now.ts';

/** The customer's time zone and the present time, updated as time passes. */
export function useLocalClock(): LocalClock {
	const now = useNow();
	const zone = currentZone();
	return useMemo(() => ({ zone, now: new Date(now) }), [zone, now]);
}
