import { Camera } from 'lucide-react';
import { useEffect, useState } from 'react';
import { PageTitle } from '../../lib/page-title.tsx';
import { browserZone } from '../../lib/time.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Check } from '../../ui/check.tsx';
import { Bar } from './bar.tsx';
import { describe, mayCapture, mayUseLight, problemOfWebcam } from './camera-words.ts';
import { Every } from './every.tsx';
import type { Outbox, OutboxState } from './outbox.ts';
import { PhotoButton } from './photo-button.tsx';
import { SentStrip } from './sent-strip.tsx';
import { Status } from './status.tsx';
import type { CameraStore, ShotReason } from './store.ts';
import { useChanges } from './use-changes.ts';
import { useNow } from './use-now.ts';
import { useShots } from './use-shots.ts';
import { useWakeLock } from './use-wake-lock.ts';
import { useWebcam } from './use-webcam.ts';
import { Viewfinder } from './viewfinder.tsx';
import { develop, hasWebcams, newShotId } from './webcam.ts';

export interface Preferences {
	everySeconds: number;
	camera: string | null;
	changes: boolean;
}

type Props = {
	store: CameraStore;
	outbox: Outbox;
	state: OutboxState;
	preferences: Preferences;
	onUnpair: () => void;
};

/** How often a camera that sends nothing asks whether its window was changed, and whether the server is back. */
const ASK_AGAIN_MS = 60_000;
const ASK_SOON_MS = 5_000;

export function CameraScreen({ store, outbox, state, preferences, onUnpair }: Props) {
	const [everySeconds, setEverySeconds] = useState(preferences.everySeconds);
	const [camera, setCamera] = useState(preferences.camera);
	const [changes, setChanges] = useState(preferences.changes);
	const clock = useNow();
	const now = new Date(clock + (state.received?.ahead ?? 0));
	const settings = state.received?.settings ?? null;
	const open = mayCapture({ settings, now });
	const automatic = hasWebcams();
	const webcam = useWebcam(automatic && open, camera);
	const watching = open && webcam.state === 'on';
	useWakeLock(open);

	useEffect(() => {
		if (open) return;
		const timer = setInterval(() => void outbox.ask(), state.unreachable ? ASK_SOON_MS : ASK_AGAIN_MS);
		return () => clearInterval(timer);
	}, [open, outbox, state.unreachable]);

	// The owner sees on the card of the device what this page shows. After a lost connection it is reported again.
	const problem = automatic ? problemOfWebcam(webcam.state) : null;
	useEffect(() => {
		if (problem !== undefined && !state.unreachable) void outbox.report(problem);
	}, [problem, outbox, state.unreachable]);

	async function send(source: HTMLVideoElement | ImageBitmap, reason: ShotReason, burst = 1) {
		const capturedAt = new Date(Date.now() + (state.received?.ahead ?? 0)).toISOString();
		await outbox.add({ id: newShotId(), capturedAt, reason, ...(await develop(source, burst)) });
	}

	async function shoot(reason: ShotReason) {
		const video = webcam.video.current;
		if (!video) return;
		const endLight = settings && mayUseLight(settings, now) ? await webcam.light() : null;
		try {
			await send(video, reason, settings?.burst);
		} catch (error) {
			// The camera was lost at this moment. Its state already reports that.
			console.error(error);
		} finally {
			await endLight?.();
		}
	}

	const due = useShots(watching, everySeconds, () => shoot('interval'));
	useChanges(watching && changes, webcam.video, () => shoot('change'));

	function changeInterval(seconds: number) {
		setEverySeconds(seconds);
		void store.write('everySeconds', seconds);
	}

	function changeChanges(on: boolean) {
		setChanges(on);
		void store.write('changes', on);
	}

	function switchCamera() {
		const next = webcam.all[(webcam.all.indexOf(webcam.current ?? '') + 1) % webcam.all.length];
		if (!next) return;
		setCamera(next);
		void store.write('camera', next);
	}

	const words = describe(
		{ webcam: automatic ? webcam.state : null, settings, now, unreachable: state.unreachable },
		browserZone(),
	);
	const name = settings?.desc || 'This camera';
	return (
		<main
			data-night
			className="mx-auto grid h-dvh min-h-160 w-full max-w-7xl grid-rows-[auto_minmax(0,1fr)_auto] gap-4 p-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_minmax(0,1fr)] lg:gap-6 lg:p-6"
		>
			<PageTitle name={name} />
			<Bar name={name} onUnpair={onUnpair} />
			{automatic ? (
				<Viewfinder
					webcam={webcam}
					resting={!open}
					onSwitch={switchCamera}
					secondsToNext={due === null ? null : Math.max(0, Math.ceil((due - clock) / 1000))}
				/>
			) : (
				<div className="grid min-h-64 place-content-center rounded-card border border-line bg-sunken text-muted">
					<Camera aria-hidden className="size-10" strokeWidth={1.25} />
				</div>
			)}
			<div className="grid min-w-0 content-start gap-4 lg:gap-6">
				<Status words={words} waiting={state.waiting} />
				{state.note && (
					<Alert tone="attention">
						<p>{state.note}</p>
					</Alert>
				)}
				{automatic ? (
					<div className="grid grid-cols-2 gap-3">
						<Every seconds={everySeconds} onChange={changeInterval} />
						<Button
							look="primary"
							className="h-14 px-3"
							disabled={!watching}
							onClick={() => void shoot('button')}
						>
							<Camera aria-hidden className="size-5" />
							Capture now
						</Button>
						<div className="col-span-2">
							<Check
								label="Also when something changes"
								hint="A picture is sent at once when what the camera sees changes much."
								checked={changes}
								onChange={changeChanges}
							/>
						</div>
					</div>
				) : (
					<PhotoButton disabled={!open} onPhoto={(photo) => send(photo, 'button')} />
				)}
				{state.unreachable && state.waiting > 0 && <Button onClick={() => outbox.retry()}>Send now</Button>}
				<SentStrip sent={state.sent} now={now} />
			</div>
		</main>
	);
}
