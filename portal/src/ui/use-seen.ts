import { startTransition, useEffect, useRef, useState } from 'react';

/** True once the element has been in the window, or as close to it as `ahead`, such as 200px. */
export function useSeen<T extends Element>(ahead: string) {
	const element = useRef<T>(null);
	const [isSeen, setSeen] = useState(false);
	useEffect(() => {
		if (isSeen || !element.current) return;
		const observer = new IntersectionObserver(
			(entries) => {
				if (entries.some(({ isIntersecting }) => isIntersecting)) startTransition(() => setSeen(true));
			},
			{ rootMargin: ahead },
		);
		observer.observe(element.current);
		return () => observer.disconnect();
	}, [isSeen, ahead]);
	return [element, isSeen] as const;
}
