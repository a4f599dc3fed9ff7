import type { Device } from '@watchword/contract/device';
import { Images, SlidersHorizontal, TriangleAlert } from 'lucide-react';
import { durationInWords, silentMinutes } from '../../lib/silence.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { nameOf } from './messages.ts';
import { Picture } from './picture.tsx';
import { useLoadedImage } from './use-loaded-image.ts';
import { useSeen } from './use-seen.ts';
import { When } from './when.tsx';

type Props = { device: Device; now: number; onOptions: () => void; onCaptures: () => void };

export function DeviceCard({ device, now, onOptions, onCaptures }: Props) {
	const { last_image_path: path, last_image_problem: problem, last_seen_at: seen } = device;
	// With many devices most pictures are never scrolled to.
	const { element, seen: near } = useSeen<HTMLDivElement>();
	const image = useLoadedImage(near ? path : null);
	const showsPicture = problem === null && path !== null && image.failure === null && image.current !== null;
	const hasCaptures = path !== null || problem !== null;

	return (
		<Card className="grid h-full grid-rows-[auto_1fr] overflow-hidden">
			<div ref={element} className="relative grid aspect-4/3 bg-sunken">
				<Picture
					image={image}
					path={path}
					problem={problem}
					alt={`Latest capture of ${nameOf(device)}`}
					cut
				/>
				{hasCaptures && (
					<button
						type="button"
						onClick={onCaptures}
						aria-label={`Recent captures of ${nameOf(device)}`}
						className={classes(
							'z-1 m-3 flex h-9 items-center gap-2 self-end justify-self-end rounded-control bg-surface px-3 text-small font-medium shadow-card transition-colors hover:bg-sunken',
							// The whole picture opens them too, as long as nothing in it asks for a click of its own.
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
					<h2 className={classes('font-medium break-words', !device.desc && 'text-muted')}>
						{device.desc || 'No description available'}
					</h2>
					<div className="text-small text-muted">
						<CaptureTime
							device={device}
							takenAt={image.current?.takenAt}
							failed={image.failure !== null}
							now={now}
						/>
					</div>
					<Silence device={device} now={now} />
				</div>
				<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
					<p className="text-small text-muted">
						{seen === null ? (
							'Not seen yet'
						) : (
							<>
								Last seen <When iso={seen} now={now} />
							</>
						)}
					</p>
					<Button
						onClick={onOptions}
						aria-label={`Device Options of ${nameOf(device)}`}
						className="max-sm:w-full"
					>
						<SlidersHorizontal aria-hidden className="size-4" strokeWidth={1.75} />
						Device Options
					</Button>
				</div>
			</div>
		</Card>
	);
}

type CaptureTimeProps = { device: Device; takenAt: string | null | undefined; failed: boolean; now: number };

function CaptureTime({ device, takenAt, failed, now }: CaptureTimeProps) {
	const { last_image_path: path, last_image_problem: problem } = device;
	if (path === null || problem !== null || failed) return 'No timestamp available';
	if (takenAt === undefined) return <Skeleton className="h-[1.45em] w-28" />;
	if (takenAt === null) return 'No timestamp available';
	return (
		<>
			Captured <When iso={takenAt} now={now} />
		</>
	);
}

function Silence({ device, now }: { device: Device; now: number }) {
	const minutes = silentMinutes(device, now);
	if (minutes === null) return null;
	return (
		<p className="mt-2 flex items-start gap-2 rounded-control bg-attention-soft px-3 py-2 text-small text-attention">
			<TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
			Silent for {durationInWords(minutes)}, although it should be capturing now. Is it on, and online?
		</p>
	);
}
