import type { Device, DeviceHealth } from '@watchword/contract/device';
import { hourOf } from '../../lib/time.ts';
import { classes } from '../../ui/classes.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type Hour, healthInWords, hoursOf } from './health.ts';

type Props = {
	device: Device;
	health: DeviceHealth | undefined;
	/** The bars of a card far out of view are not drawn: they are half of the elements of a page with many cards. */
	isNear: boolean;
	now: number;
};

/** The last day of a device, a bar for each hour, and the same in words. */
export function HealthBar({ device, health, isNear, now }: Props) {
	if (!health) return <Waiting isStill={!isNear} />;
	const hours = hoursOf(device, health, now);
	const most = Math.max(1, ...hours.map(({ captures }) => captures));
	return (
		<div className="grid gap-1">
			<div aria-hidden className="flex h-6 items-end gap-0.5">
				{isNear &&
					hours.map((hour) => (
						<span
							key={hour.start}
							title={titleOf(hour)}
							className="flex h-full flex-1 items-end overflow-hidden rounded-xs bg-sunken"
						>
							<span
								className={classes('w-full rounded-xs', hour.captures > 0 ? 'bg-accent' : 'bg-attention')}
								style={{ height: heightOf(hour, most) }}
							/>
						</span>
					))}
			</div>
			<p className="text-small text-muted tabular-nums">{healthInWords(hours)}</p>
		</div>
	);
}

/** As high as the bars and the line below them, so that nothing moves when they appear. */
const Waiting = ({ isStill }: { isStill: boolean }) => (
	<div aria-hidden className="grid gap-1">
		<Skeleton className="h-6" isStill={isStill} />
		<div className="text-small">
			<Skeleton className="h-[1lh] w-40 max-w-full" isStill={isStill} />
		</div>
	</div>
);

/** A single picture is visible even next to hundreds. An hour with missing pictures has a line at its bottom. */
const heightOf = ({ captures, expected }: Hour, most: number) =>
	captures > 0 ? `${30 + (70 * captures) / most}%` : expected ? '2px' : '0';

const titleOf = ({ start, captures }: Hour) =>
	`${hourOf(start)}: ${captures === 1 ? 'one picture' : `${captures || 'no'} pictures`}`;
