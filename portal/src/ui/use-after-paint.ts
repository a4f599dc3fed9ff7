import { useEffect, useState } from 'react';

/** Acts once the next frame was painted: for what takes the browser long, after what shows. Returns a function that cancels it. */
export function afterPaint(act: () => void): () => void {
	let timer: ReturnType<typeof setTimeout>;
	const frame = requestAnimationFrame(() => {
		timer = setTimeout(act);
	});
	return () => {
		cancelAnimationFrame(frame);
		clearTimeout(timer);
	};
}

/** The value once a frame with it was painted: for what cannot be seen. */
export function useAfterPaint<T>(value: T): T {
	const [painted, setPainted] = useState(value);
	useEffect(() => afterPaint(() => setPainted(value)), [value]);
	return painted;
}
