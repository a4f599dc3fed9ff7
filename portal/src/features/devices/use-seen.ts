import { useEffect, useRef, useState } from 'react';

/** Elements this close to the visible area already count as seen, so that they load early. */
const AHEAD = '600px';

/** True once the element has come near the visible area. */
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
