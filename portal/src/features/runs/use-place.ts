import type { VirtualItem } from '@tanstack/react-virtual';
import { useState } from 'react';
import { useLocation } from 'react-router';

/** Where one was in a list, and what was open there. */
export interface Place {
	offset: number;
	measured: VirtualItem[];
	open: ReadonlySet<string>;
}

/** One for each entry of the browser's history, so that the back button leads to where one was. */
const places = new Map<string, Place>();
const MOST = 50;

export function usePlace() {
	const { key } = useLocation();
	const [found] = useState(() => places.get(key));
	const keep = (place: Place) => {
		places.delete(key);
		places.set(key, place);
		const [oldest] = places.keys();
		if (places.size > MOST && oldest) places.delete(oldest);
	};
	return [found, keep] as const;
}
