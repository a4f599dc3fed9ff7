import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { prefetch, type Screen } from './screens.ts';

const EARLY_MS = 50;

/**
 * Fetches a screen while the pointer rests on its link. Not immediately: a pointer may only pass by, and a tap opens the link
 * at once, which is faster if nothing else is fetched first.
 */
export function useEarlyFetch() {
	const client = useQueryClient();
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
	const cancel = () => clearTimeout(timer.current);
	const fetchEarly = (screen: Screen) => {
		cancel();
		timer.current = setTimeout(() => void prefetch(client, screen), EARLY_MS);
	};
	return { fetchEarly, cancel };
}
