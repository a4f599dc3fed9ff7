import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';

/**
 * A part that most visits never open. Its code is a separate script that loads when the page is idle, so it is usually
 * there before the click.
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

/** Loads when the page is idle. Returns a function that cancels it. */
export function whenIdle(load: () => Promise<unknown>): () => void {
	// Ignored: the part is requested again when it is needed.
	const work = () => void load().catch(() => {});
	// Safari has no requestIdleCallback.
	if (!('requestIdleCallback' in window)) {
		const timer = setTimeout(work, 2_000);
		return () => clearTimeout(timer);
	}
	const handle = requestIdleCallback(work);
	return () => cancelIdleCallback(handle);
}
