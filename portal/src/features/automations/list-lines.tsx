import { useVirtualizer } from '@tanstack/react-virtual';
import { Camera, Clock, Mail, Workflow } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { NavLink } from 'react-router';
import { classes } from '../../ui/classes.ts';
import type { Line } from './list-order.ts';

const ICONS = { email: Mail, schedule: Clock, capture: Camera } as const;

/** Up to here every line is in the page; beyond, only those in sight are. */
const LONG = 60;
const LINE_PX = 46;

type Props = { lines: Line[]; chosen: string | undefined };

export const ListLines = ({ lines, chosen }: Props) => (
	<nav aria-label="Automations">
		{lines.length > LONG ? (
			<LongList lines={lines} chosen={chosen} />
		) : (
			<ul className="grid gap-0.5">
				{lines.map((line) => (
					<li key={line.id} className="min-w-0">
						<LineLink line={line} />
					</li>
				))}
			</ul>
		)}
	</nav>
);

function LongList({ lines, chosen }: Props) {
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

function LineLink({ line: { id, name, type } }: { line: Line }) {
	const Icon = type ? ICONS[type] : Workflow;
	return (
		<NavLink
			to={`/app/automations/${id}`}
			title={name}
			className={({ isActive }) =>
				classes(
					'flex h-11 min-w-0 items-center gap-2.5 rounded-control px-3 transition-colors',
					isActive ? 'bg-sunken font-medium' : 'text-muted hover:bg-sunken hover:text-ink',
				)
			}
		>
			<Icon aria-hidden className="size-4.5 shrink-0" strokeWidth={1.75} />
			<span className="truncate">{name}</span>
		</NavLink>
	);
}
