import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { LineLink } from './line-link.tsx';
import type { Line } from './list-order.ts';

const LINE_PX = 46;

type Props = { lines: Line[]; chosen: string | undefined };

export function LongList({ lines, chosen }: Props) {
	const frame = useRef<HTMLDivElement>(null);
	const virtualizer = useVirtualizer({
		count: lines.length,
		getScrollElement: () => frame.current,
		estimateSize: () => LINE_PX,
		overscan: 8,
	});
	const place = lines.findIndex(({ id }) => id === chosen);

	useEffect(() => {
		if (place >= 0) virtualizer.scrollToIndex(place);
	}, [place, virtualizer]);

	return (
		<div ref={frame} className="max-h-[calc(100dvh-20rem)] min-h-60 overflow-y-auto">
			<ul className="relative" style={{ height: virtualizer.getTotalSize() }}>
				{virtualizer.getVirtualItems().map(({ index, start }) => {
					const line = lines[index];
					return (
						line && (
							<li
								key={line.id}
								aria-setsize={lines.length}
								aria-posinset={index + 1}
								className="absolute inset-x-0 top-0"
								style={{ transform: `translateY(${start}px)` }}
							>
								<LineLink line={line} />
							</li>
						)
					);
				})}
			</ul>
		</div>
	);
}
