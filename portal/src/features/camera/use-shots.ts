import { useEffect, useEffectEvent, useState } from 'react';

/** A camera that was just switched on needs time to adjust its exposure. */
const WARM_UP_MS = 1500;
const LOOK_MS = 250;

/** Takes a picture as soon as it may, then at every interval. Returns when the next one is due. */
export function useShots(may: boolean, everySeconds: number, shoot: () => Promise<void>): number | null {
	const [due, setDue] = useState<number | null>(null);
	const take = useEffectEvent(shoot);

	useEffect(() => {
		if (!may) return setDue(null);
		let next = Date.now() + WARM_UP_MS;
		let busy = false;
		setDue(next);
		// Checks often instead of using one long timer, so that a phone that slept catches up at once.
		const timer = setInterval(() => {
			if (busy || Date.now() < next) return;
			busy = true;
			next = Date.now() + everySeconds * 1000;
			setDue(next);
			void take().finally(() => {
				busy = false;
			});
		}, LOOK_MS);
		return () => clearInterval(timer);
	}, [may, everySeconds]);

	return due;
}
