import { type ComponentType, lazy, Suspense, useDeferredValue, useEffect, useState } from 'react';
import { fetchCode } from './fetch-code.ts';

/** A part in a separate script; the Suspense around it waits. */
export const fetched = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
	lazy(async () => ({ default: await fetchCode(load) }));

/**
 * A part that most visits never open. Its code is a separate script that loads when the page is idle, so it is usually
 * there before the click.
 */
export function later<Props extends { open: boolean }>(
	load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
	const Part = fetched(load);
	return function Later(props: Props) {
		// The click shows first: drawing a window takes a phone noticeable time.
		const isTime = useDeferredValue(props.open, false);
		const open = props.open && isTime;
		const [wanted, setWanted] = useState(open);
		if (open && !wanted) setWanted(true);
		useEffect(() => whenIdle(load), []);
		return (
			wanted && (
				<Suspense>
					<Part {...props} open={open} />
				</Suspense>
			)
		);
	};
}

/** A part in a separate script. If already loaded, it is drawn at once; otherwise the Suspense around it waits. */
export function separate<Props extends object>(load: () => Promise<ComponentType<Props>>) {
	let loaded: ComponentType<Props> | undefined;
	const loadOnce = async () => {
		loaded ??= await load();
		return loaded;
	};
	const Waiting = fetched(loadOnce);
	function Component(props: Props) {
		// Chosen once, so that the part is not replaced when its script arrives.
		const [Part] = useState<ComponentType<Props>>(() => loaded ?? Waiting);
		return <Part {...props} />;
	}
	return { Component, load: loadOnce };
}

type Load = () => Promise<unknown>;

const waiting = new Set<Load>();

/** Loads when the page is idle, one thing at a time. Returns a function that cancels it. */
export function whenIdle(load: Load): () => void {
	waiting.add(load);
	if (waiting.size === 1) onceIdle(loadNext);
	return () => waiting.delete(load);
}

function loadNext(): void {
	const [load] = waiting;
	if (!load) return;
	waiting.delete(load);
	// Ignored: the part is requested again when it is needed.
	void load().catch(() => {});
	if (waiting.size > 0) onceIdle(loadNext);
}

/** A busy page is never idle, and Safari has no requestIdleCallback. */
const LATEST_MS = 1_000;
const onceIdle = (act: () => void) =>
	'requestIdleCallback' in window
		? requestIdleCallback(act, { timeout: LATEST_MS })
		: setTimeout(act, LATEST_MS);
