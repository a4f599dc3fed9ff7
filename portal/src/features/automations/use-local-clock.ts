import { useMemo } from 'react';
import { currentZone } from '../../lib/time.ts';
import { useNow } from '../../lib/use-now.ts';
import type { LocalClock } from './form.ts';

export const currentLocalClock = (): LocalClock => ({ zone: currentZone(), now: new Date() });

/** The customer's time zone and the present time, updated as time passes. */
export function useLocalClock(): LocalClock {
	const now = useNow();
	const zone = currentZone();
	return useMemo(() => ({ zone, now: new Date(now) }), [zone, now]);
}

let timeFormat: Intl.DateTimeFormat | undefined;

/** A time of day the way the customer's own language writes it. */
export function timeOfDay(time: string): string {
	// Created on first use, because the first use of Intl is slow.
	timeFormat ??= new Intl.DateTimeFormat(undefined, { timeStyle: 'short', timeZone: 'UTC' });
	return timeFormat.format(new Date(`1970-01-01T${time}:00Z`));
}
