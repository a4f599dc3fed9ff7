import { useMemo } from 'react';
import { useNow } from '../../lib/use-now.ts';
import type { Place } from './form.ts';

const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

export const currentPlace = (): Place => ({ zone: zone(), now: new Date() });

/** Where the customer is, and what time it is there. */
export function usePlace(): Place {
	const now = useNow();
	return useMemo(() => ({ zone: zone(), now: new Date(now) }), [now]);
}

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short', timeZone: 'UTC' });

/** A time of day the way the customer's own language writes it. */
export const timeOfDay = (time: string) => clock.format(new Date(`1970-01-01T${time}:00Z`));
