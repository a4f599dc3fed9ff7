import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useAfterPaint } from '../ui/use-after-paint.ts';
import { useMedia } from '../ui/use-media.ts';

/** From this width on the sidebar is beside the content, unless it was hidden. Below this width it is a drawer. */
const WIDE = '(min-width: 48rem)';

export type Drawer = ReturnType<typeof useDrawer>;

export function useDrawer() {
	const { key } = useLocation();
	const isWide = useMedia(WIDE);
	const toggleRef = useRef<HTMLButtonElement>(null);
	// The drawer remembers the location it was opened at, so that any navigation closes it without an effect.
	const [openedAt, setOpenedAt] = useState<string | null>(null);
	const covers = !isWide && openedAt === key;
	// The browser restyles the whole screen when it becomes inert, and when that ends. Both can wait until after the paint, the
	// latter only after a followed link: otherwise the screen may get the focus at once.
	const coveredAt = useAfterPaint(covers ? key : null);
	const [followedAt, setFollowedAt] = useState<string | null>(null);
	const [isPutAway, setPutAway] = useState(false);

	const open = useCallback(() => {
		setOpenedAt(key);
		setPutAway(false);
	}, [key]);
	const close = useCallback(() => setOpenedAt(null), []);
	const follow = () => {
		setOpenedAt(null);
		setFollowedAt(key);
	};
	const toggle = () => (isWide ? setPutAway(!isPutAway) : setOpenedAt(covers ? null : key));

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
		visible: isWide ? !isPutAway : covers,
		/** On wide screens it is visible until the customer hides it. */
		isPutAway,
		/** Shown over the content, which cannot be used meanwhile. */
		covers,
		isContentInert: coveredAt === key && (covers || followedAt === key),
		toggle,
		open,
		close,
		/** Closes it after a click on one of its links. */
		follow,
		toggleRef,
	};
}
