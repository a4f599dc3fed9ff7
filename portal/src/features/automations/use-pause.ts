import { useEffect, useState } from 'react';

/** Waits for a pause in typing before asking the server. */
const PAUSE_MS = 600;

/** The value once it has not changed for a while. */
export function usePause(value: string): string {
	const [settled, setSettled] = useState(value);
	useEffect(() => {
		const timer = setTimeout(() => setSettled(value), PAUSE_MS);
		return () => clearTimeout(timer);
	}, [value]);
	return settled;
}
