import { useEffect, useRef, useState } from 'react';

/** So far below the window's edge, what is about to be seen is already asked for. */
const AHEAD = '600px';

/** True from when the element comes near the window on. */
export function useSeen<T extends Element>() {
	const element = useRef<T>(null);
	const [seen, setSeen] = useState(false);
	useEffect(() => {
		if (seen || !element.current) return;
		const observer = new IntersectionObserver(
			(entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
			{ rootMargin: AHEAD },
		);
		observer.observe(element.current);
		return () => observer.disconnect();
	}, [seen]);
	return { element, seen };
}
