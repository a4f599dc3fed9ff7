import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';

/**
 * A part that most visits never open. Its code is left out of the screen's own, comes when the page has nothing else to
 * do, and so is mostly there by the click.
 */
export function later<Props extends { open: boolean }>(
	load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
	const Part = lazy(async () => ({ default: await load() }));
	return function Later(props: Props) {
		const [wanted, setWanted] = useState(props.open);
		if (props.open && !wanted) setWanted(true);
		useEffect(() => whenIdle(load), []);
		return (
			wanted && (
				<Suspense>
					<Part {...props} />
				</Suspense>
			)
		);
	};
}

/** Loads when the page has nothing else to do; call what it answers to leave it. */
export function whenIdle(load: () => Promise<unknown>): () => void {
	// A failure now is no failure yet: whoever needs it asks again.
	const work = () => void load().catch(() => {});
	// Safari has none.
	if (!('requestIdleCallback' in window)) {
		const timer = setTimeout(work, 2_000);
		return () => clearTimeout(timer);
	}
	const handle = requestIdleCallback(work);
	return () => cancelIdleCallback(handle);
}
