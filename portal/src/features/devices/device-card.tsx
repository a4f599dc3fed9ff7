import type { Device, DeviceHealth } from '@watchword/contract/device';
import { isUnreadable, PICTURE_PROBLEM_TEXT } from '@watchword/contract/picture-problem';
import { durationInWords, silentMinutes } from '@watchword/contract/silence';
import { Images, Pentagon, SlidersHorizontal, TriangleAlert } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useSeen } from '../../ui/use-seen.ts';
import { connectionOf, problemInWords } from './connection.ts';
import { HealthBar } from './health-bar.tsx';
import { nameOf } from './messages.ts';
import { Picture } from './picture.tsx';
import { useLoadedImage } from './use-loaded-image.ts';
import { When } from './when.tsx';

export type DeviceDialog = 'options' | 'captures' | 'zones';

type Props = {
	device: Device;
	/** Undefined while it loads; null if it could not be loaded. */
	health: DeviceHealth | null | undefined;
	now: number;
	onShow: (dialog: DeviceDialog, device: Device) => void;
};

/** The browser lays out and paints a card only when it comes near; until then this is its height. */
const OUT_OF_SIGHT = '[contain-intrinsic-height:auto_36rem] [content-visibility:auto]';

/** Memoized, so that it does not render again when other cards change. */
export const DeviceCard = memo(({ device, health, now, onShow }: Props) => {
	const { last_image_path: path, last_image_problem: problem } = device;
	// With many devices, most pictures are never scrolled into view.
	const [element, near] = useSeen<HTMLDivElement>('600px');
	const image = useLoadedImage(near ? path : null);
	const broken = isUnreadable(problem);
	const showsPicture = !broken && path !== null && image.failure === null && image.current !== null;
	const hasCaptures = path !== null || problem !== null;
	const trouble = problemInWords(device, now);

	return (
		<Card className={classes(OUT_OF_SIGHT, 'grid h-full grid-rows-[auto_1fr] overflow-hidden')}>
			<div ref={element} className="relative grid aspect-4/3 bg-sunken">
				<Picture
					image={image}
					path={path}
					instead={broken ? PICTURE_PROBLEM_TEXT[problem] : null}
					alt={`Latest capture of ${nameOf(device)}`}
					cut
					isNear={near}
				/>
				{hasCaptures && (
					<button
						type="button"
						onClick={() => onShow('captures', device)}
						aria-label={`Recent captures of ${nameOf(device)}`}
						className={classes(
							'z-1 m-3 flex h-9 items-center gap-2 self-end justify-self-end rounded-control bg-surface px-3 text-small font-medium shadow-card transition-colors hover:bg-sunken',
							// A click on the picture also opens the captures, unless the picture has its own button.
							showsPicture && 'after:absolute after:inset-0',
						)}
					>
						<Images aria-hidden className="size-4" strokeWidth={1.75} />
						Recent captures
					</button>
				)}
			</div>
			<div className="grid content-between gap-4 p-5">
				<div className="grid gap-0.5">
					<h2 className={classes('font-medium wrap-anywhere', !device.desc && 'text-muted')}>
						{device.desc || 'No description available'}
					</h2>
					<div className="text-small text-muted">
						<CaptureTime
							device={device}
							createdAt={image.current?.createdAt}
							failed={image.failure !== null}
							isNear={near}
							now={now}
						/>
					</div>
					<p className="text-small text-muted">{connectionOf(device)}</p>
					{problem && !broken && <Attention>{PICTURE_PROBLEM_TEXT[problem]}</Attention>}
					{trouble && <Attention>{trouble}</Attention>}
					{!trouble && <Silence device={device} now={now} />}
				</div>
				{health !== null && <HealthBar device={device} health={health} isNear={near} now={now} />}
				<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
					<p className="text-small text-muted">
						<LastSeen device={device} now={now} />
					</p>
					<div className="flex flex-wrap gap-2 max-sm:w-full">
						{path !== null && (
							<Button
								onClick={() => onShow('zones', device)}
								aria-label={`Zones of ${nameOf(device)}`}
								className="max-sm:flex-1"
							>
								<Pentagon aria-hidden className="size-4" strokeWidth={1.75} />
								{device.zones.length > 0 ? `Zones (${device.zones.length})` : 'Zones'}
							</Button>
						)}
						<Button
							onClick={() => onShow('options', device)}
							aria-label={`Device Options of ${nameOf(device)}`}
							className="max-sm:flex-1"
						>
							<SlidersHorizontal aria-hidden className="size-4" strokeWidth={1.75} />
							Device Options
						</Button>
					</div>
				</div>
			</div>
		</Card>
	);
});

/** A camera sees with a picture. It may be in contact without one, as long as nothing happens or after an error. */
function LastSeen({
	device: { last_captured_at: picture, last_seen_at: contact },
	now,
}: {
	device: Device;
	now: number;
}) {
	const isLater =
		contact !== null && (picture === null || Date.parse(contact) - Date.parse(picture) > 60_000);
	return (
		<>
			{picture === null ? (
				'Not seen yet'
			) : (
				<>
					Last seen <When iso={picture} now={now} />
				</>
			)}
			{isLater && (
				<>
					, last contact <When iso={contact} now={now} />
				</>
			)}
		</>
	);
}

type CaptureTimeProps = {
	device: Device;
	createdAt: string | null | undefined;
	failed: boolean;
	isNear: boolean;
	now: number;
};

function CaptureTime({ device, createdAt, failed, isNear, now }: CaptureTimeProps) {
	const { last_image_path: path, last_image_problem: problem } = device;
	if (path === null || isUnreadable(problem) || failed) return 'No timestamp available';
	if (createdAt === undefined) return <Skeleton className="h-[1.45em] w-28" isStill={!isNear} />;
	if (createdAt === null) return 'No timestamp available';
	return (
		<>
			Captured <When iso={createdAt} now={now} />
		</>
	);
}

function Silence({ device, now }: { device: Device; now: number }) {
	const minutes = silentMinutes(device, now);
	if (minutes === null) return null;
	return (
		<Attention>
			Silent for {durationInWords(minutes)}, although it should be capturing now. Is it on, and online?
		</Attention>
	);
}

const Attention = ({ children }: { children: ReactNode }) => (
	<p className="mt-2 flex items-start gap-2 rounded-control bg-attention-soft px-3 py-2 text-small text-attention">
		<TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
		<span>{children}</span>
	</p>
);
