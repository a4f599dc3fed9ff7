import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

/** The sidebar stands beside the content from this width on; below it is a drawer over the content. */
const wide = window.matchMedia('(min-width: 48rem)');
const subscribe = (changed: () => void) => {
	wide.addEventListener('change', changed);
	return () => wide.removeEventListener('change', changed);
};

export type Drawer = ReturnType<typeof useDrawer>;

export function useDrawer() {
	const { key } = useLocation();
	const isWide = useSyncExternalStore(subscribe, () => wide.matches);
	const toggleRef = useRef<HTMLButtonElement>(null);
	// Remembering where it was opened closes it with any navigation, without waiting for an effect.
	const [openedAt, setOpenedAt] = useState<string | null>(null);
	const covers = !isWide && openedAt === key;

	const open = useCallback(() => setOpenedAt(key), [key]);
	const close = useCallback(() => setOpenedAt(null), []);
	const toggle = () => setOpenedAt(covers ? null : key);

	useEffect(() => {
		if (!covers) return;
		const onKey = (event: KeyboardEvent) => {
			if (event.key !== 'Escape') return;
			close();
			toggleRef.current?.focus();
		};
		document.addEventListener('keydown', onKey);
		return () => document.removeEventListener('keydown', onKey);
	}, [covers, close]);

	return {
		/** Shown, as a drawer or beside the content. */
		visible: isWide || covers,
		/** Shown over the content, which is out of reach meanwhile. */
		covers,
		toggle,
		open,
		close,
		toggleRef,
	};
}
