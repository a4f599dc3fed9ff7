import { useEffect, useState } from 'react';

/** The value once a frame with it was painted: for what takes the browser long and cannot be seen. */
export function useAfterPaint<T>(value: T): T {
	const [painted, setPainted] = useState(value);
	useEffect(() => {
		let timer: ReturnType<typeof setTimeout>;
		const frame = requestAnimationFrame(() => {
			timer = setTimeout(() => setPainted(value));
		});
		return () => {
			cancelAnimationFrame(frame);
			clearTimeout(timer);
		};
	}, [value]);
	return painted;
}
