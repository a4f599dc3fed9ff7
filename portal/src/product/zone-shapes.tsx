import type { Zone } from '@watchword/contract/zone';
import { classes } from '../ui/classes.ts';

type Props = {
	zones: readonly Pick<Zone, 'name' | 'points' | 'use'>[];
	/** The one that is being edited. */
	selected?: number | null;
	/** Without names, if there is no room for them. */
	nameless?: boolean;
};

const USE_WORDS = { named: '', only: ' (only here)', never: ' (never)' } as const;

/** The outlines of zones, to be laid over a picture. */
export const ZoneShapes = ({ zones, selected = null, nameless = false }: Props) => (
	<div aria-hidden className="pointer-events-none absolute inset-0">
		<svg viewBox="0 0 1 1" preserveAspectRatio="none" className="absolute inset-0 size-full">
			<title>Zones</title>
			{zones.map(({ points, use }, index) => {
				const corners = points.map(({ x, y }) => `${x},${y}`).join(' ');
				const isOpen = points.length < 3;
				const outline = {
					points: corners,
					vectorEffect: 'non-scaling-stroke',
					strokeLinejoin: 'round',
				} as const;
				return (
					<g key={index.toString()} data-zone={use}>
						<polygon
							{...outline}
							fill="none"
							strokeWidth={index === selected ? 6 : 5}
							className="stroke-surface/75"
						/>
						<polygon
							{...outline}
							strokeWidth={index === selected ? 3 : 2}
							strokeDasharray={use === 'never' ? '6 5' : undefined}
							className={classes(
								'stroke-attention',
								isOpen
									? 'fill-none'
									: use === 'never'
										? 'fill-scrim'
										: index === selected
											? 'fill-attention/20'
											: 'fill-none',
							)}
						/>
					</g>
				);
			})}
		</svg>
		{!nameless &&
			zones.map(({ name, points, use }, index) => {
				const top = points.reduce(
					(best, point) => (point.y < best.y ? point : best),
					points[0] ?? { x: 0, y: 0 },
				);
				return (
					name && (
						<span
							key={index.toString()}
							className={classes(
								'absolute max-w-40 truncate rounded-[3px] bg-attention-soft px-1 text-small leading-tight text-attention',
								top.y < 0.08 ? 'translate-y-1' : '-translate-y-[calc(100%+4px)]',
								top.x > 0.6 && '-translate-x-full',
							)}
							style={{ left: `${100 * top.x}%`, top: `${100 * top.y}%` }}
						>
							{name}
							{USE_WORDS[use]}
						</span>
					)
				);
			})}
	</div>
);
