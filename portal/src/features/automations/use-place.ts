import { useMemo } from 'react';
import { currentZone } from '../../lib/time.ts';
import { useNow } from '../../lib/use-now.ts';
import type { Place } from './form.ts';

export const currentPlace = (): Place => ({ zone: currentZone(), now: new Date() });

/** Where the customer is, and what time it is there. */
export function usePlace(): Place {
	const now = useNow();
	const zone = currentZone();
	return useMemo(() => ({ zone, now: new Date(now) }), [zone, now]);
}

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short', timeZone: 'UTC' });

/** A time of day the way the customer's own language writes it. */
export const timeOfDay = (time: string) => clock.format(new Date(`1970-01-01T${time}:00Z`));
