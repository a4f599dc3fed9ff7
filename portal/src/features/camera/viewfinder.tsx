import { CameraOff, Moon, SwitchCamera } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import type { Webcam } from './use-webcam.ts';

type Props = { webcam: Webcam; resting: boolean; onSwitch: () => void; secondsToNext: number | null };

/** What the camera sees, whole and never stretched. */
export function Viewfinder({ webcam, resting, onSwitch, secondsToNext }: Props) {
	const on = webcam.state === 'on';
	const Icon = resting ? Moon : CameraOff;
	return (
		<div className="relative min-h-64 overflow-hidden rounded-card border border-line bg-sunken">
			<video
				ref={webcam.video}
				muted
				playsInline
				aria-label="What the camera sees"
				className={classes('absolute inset-0 size-full object-contain', !on && 'invisible')}
			/>
			{!on && (
				<div className="absolute inset-0 grid place-content-center justify-items-center gap-4 text-muted">
					<Icon aria-hidden className="size-10" strokeWidth={1.25} />
					{!resting && webcam.state !== 'asking' && webcam.state !== 'off' && (
						<Button onClick={webcam.tryAgain}>Try again</Button>
					)}
				</div>
			)}
			{on && secondsToNext !== null && (
				<p className="absolute bottom-3 left-3 rounded-full bg-paper px-3 py-1 text-small tabular-nums">
					Next picture in {countdown(secondsToNext)}
				</p>
			)}
			{on && webcam.all.length > 1 && (
				<button
					type="button"
					onClick={onSwitch}
					className="absolute right-3 bottom-3 grid size-11 place-items-center rounded-full bg-paper hover:bg-sunken"
				>
					<span className="sr-only">Use another camera</span>
					<SwitchCamera aria-hidden className="size-5" strokeWidth={1.75} />
				</button>
			)}
		</div>
	);
}

const countdown = (seconds: number) =>
	seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`;
