import { useEffect, useState } from 'react';

/** A tab in the background paints nothing. */
const LATEST_MS = 500;

/** Acts once the next frame is painted: for slow work that should follow visible changes. Returns a function that cancels it. */
export function afterPaint(act: () => void): () => void {
	const cancel = () => {
		cancelAnimationFrame(frame);
		clearTimeout(timer);
	};
	let timer = setTimeout(() => {
		cancel();
		act();
	}, LATEST_MS);
	const frame = requestAnimationFrame(() => {
		cancel();
		timer = setTimeout(act);
	});
	return cancel;
}

/** The value once a frame with it is painted: for invisible changes. */
export function useAfterPaint<T>(value: T): T {
	const [painted, setPainted] = useState(value);
	useEffect(() => afterPaint(() => setPainted(value)), [value]);
	return painted;
}
