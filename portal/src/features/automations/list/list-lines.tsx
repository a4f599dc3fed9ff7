import { memo, Suspense } from 'react';
import { fetched } from '../../../ui/later.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { LineLink } from './line-link.tsx';
import type { Line } from './list-order.ts';

/** Longer lists are virtual: only their visible lines are in the page. */
const LONG = 60;
/** Loaded separately, because few customers need the virtual list. */
const LongList = fetched(async () => (await import('./long-list.tsx')).LongList);

type Props = { lines: Line[]; chosen: string | undefined };

export const ListLines = memo(({ lines, chosen }: Props) => (
	<nav aria-label="Automations">
		{lines.length > LONG ? (
			<Suspense fallback={<Skeleton className="h-60" />}>
				<LongList lines={lines} chosen={chosen} />
			</Suspense>
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
));
