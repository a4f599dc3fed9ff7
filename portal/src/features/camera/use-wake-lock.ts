import { useEffect } from 'react';

/** Keeps the screen on: a sleeping phone takes no pictures. The browser releases the lock when the page is hidden. */
export function useWakeLock(wanted: boolean): void {
	useEffect(() => {
		if (!wanted) return;
		let lock: WakeLockSentinel | undefined;
		let gone = false;
		const hold = () => {
			if (document.visibilityState !== 'visible') return;
			// Refused on a low battery and missing on insecure pages. The camera works without it.
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
