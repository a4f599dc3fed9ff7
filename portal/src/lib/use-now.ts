import { startTransition, useEffect, useState } from 'react';

/** The time in milliseconds, updated regularly, for texts such as "3 minutes ago". */
export function useNow(everyMs = 20_000): number {
	const [now, setNow] = useState(Date.now);
	useEffect(() => {
		// A transition, because a long list takes time to follow, and the customer's actions come first.
		const timer = setInterval(() => startTransition(() => setNow(Date.now())), everyMs);
		return () => clearInterval(timer);
	}, [everyMs]);
	return now;
}
