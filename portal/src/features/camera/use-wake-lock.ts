import { useEffect } from 'react';

/** Keeps the screen on: a phone that sleeps does not watch. The browser lets go whenever the page is hidden. */
export function useWakeLock(wanted: boolean): void {
	useEffect(() => {
		if (!wanted) return;
		let lock: WakeLockSentinel | undefined;
		let gone = false;
		const hold = () => {
			if (document.visibilityState !== 'visible') return;
			// Refused on an empty battery, and not there on an insecure page: the camera works all the same.
			navigator.wakeLock?.request('screen').then(
				(held) => {
					lock = held;
					if (gone) void held.release();
				},
				() => {},
			);
		};
		hold();
		document.addEventListener('visibilitychange', hold);
		return () => {
			gone = true;
			document.removeEventListener('visibilitychange', hold);
			void lock?.release();
		};
	}, [wanted]);
}
