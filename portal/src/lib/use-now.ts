import { useEffect, useState } from 'react';

/** The time in milliseconds, updated regularly, for texts such as "3 minutes ago". */
export function useNow(everyMs = 20_000): number {
	const [now, setNow] = useState(Date.now);
	useEffect(() => {
		const timer = setInterval(() => setNow(Date.now()), everyMs);
		return () => clearInterval(timer);
	}, [everyMs]);
	return now;
}
