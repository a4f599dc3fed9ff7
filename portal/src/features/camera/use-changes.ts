import { compareGrids, LEAST_BETWEEN_CHANGES_MS } from '@watchword/contract/change';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { brightnessOf } from './webcam.ts';

const LOOK_MS = 500;

/** Takes a picture as soon as what the camera sees changes much, at most every few seconds. */
export function useChanges(
	may: boolean,
	video: RefObject<HTMLVideoElement | null>,
	shoot: () => Promise<void>,
): void {
	const take = useEffectEvent(shoot);
	useEffect(() => {
		if (!may) return;
		let usual: Float32Array | null = null;
		let hasChanged = false;
		let busy = false;
		let last = 0;
		const timer = setInterval(() => {
			const now = video.current && brightnessOf(video.current);
			if (!now) return;
			const compared = compareGrids(usual, now);
			usual = compared.usual;
			hasChanged ||= compared.isChanged;
			if (!hasChanged || busy || Date.now() - last < LEAST_BETWEEN_CHANGES_MS) return;
			hasChanged = false;
			busy = true;
			last = Date.now();
			void take().finally(() => {
				busy = false;
			});
		}, LOOK_MS);
		return () => clearInterval(timer);
	}, [may, video]);
}
