import { useMemo } from 'react';
import { currentZone } from '../../lib/time.ts';
import { useNow } from '../../lib/use-now.ts';
import type { LocalClock } from './form/form.ts';

export const currentLocalClock = (): LocalClock => ({ zone: currentZone(), now: new Date() });

/** The customer's time zone and the present time, updated as time passes. */
export function useLocalClock(): LocalClock {
	const now = useNow();
	const zone = currentZone();
	return useMemo(() => ({ zone, now: new Date(now) }), [zone, now]);
}
