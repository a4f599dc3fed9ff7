import type { VirtualItem } from '@tanstack/react-virtual';
import { useState } from 'react';
import { useLocation } from 'react-router';

/** How far a list was scrolled, and which items were open. */
export interface ScrollPosition {
	offset: number;
	measured: VirtualItem[];
	open: ReadonlySet<string>;
}

/** One for each entry of the browser's history, so that the back button restores it. */
const positions = new Map<string, ScrollPosition>();
const MAX = 50;

export function useScrollPosition() {
	const { key } = useLocation();
	const [found] = useState(() => positions.get(key));
	const keep = (position: ScrollPosition) => {
		positions.delete(key);
		positions.set(key, position);
		const [oldest] = positions.keys();
		if (positions.size > MAX && oldest) positions.delete(oldest);
	};
	return [found, keep] as const;
}
