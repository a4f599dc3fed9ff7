import { Children, type ReactNode, startTransition, useEffect, useState } from 'react';

type Props = {
	/** How many are drawn at once: those visible on a phone. */
	first: number;
	children: ReactNode;
};

/**
 * Draws the first of its children at once and the others one by one, each in its own task: the screen shows early, and the
 * browser stays responsive. Later children are drawn at once.
 */
export function InSteps({ first, children }: Props) {
	const parts = Children.toArray(children);
	const [drawn, setDrawn] = useState(first);
	useEffect(() => {
		if (drawn === Number.POSITIVE_INFINITY) return;
		const next = drawn + 1 < parts.length ? drawn + 1 : Number.POSITIVE_INFINITY;
		const timer = setTimeout(() => startTransition(() => setDrawn(next)));
		return () => clearTimeout(timer);
	}, [drawn, parts.length]);
	return parts.slice(0, drawn);
}
