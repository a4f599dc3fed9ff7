import { useCallback, useSyncExternalStore } from 'react';

/** Before any script has run, the stylesheet alone decides. */
const isNotYet = () => false;

/** Whether the window is as the query says, for what the stylesheet cannot decide. */
export function useMedia(query: string): boolean {
	const subscribe = useCallback(
		(changed: () => void) => {
			const media = window.matchMedia(query);
			media.addEventListener('change', changed);
			return () => media.removeEventListener('change', changed);
		},
		[query],
	);
	return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches, isNotYet);
}
