import { Camera } from 'lucide-react';
import { useEffect, useState } from 'react';
import { PageTitle } from '../../lib/page-title.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Bar } from './bar.tsx';
import { Every } from './every.tsx';
import type { Keep } from './keep.ts';
import type { Outbox, OutboxState } from './outbox.ts';
import { PhotoButton } from './photo-button.tsx';
import { SentStrip } from './sent-strip.tsx';
import { Status } from './status.tsx';
import { useNow } from './use-now.ts';
import { useShots } from './use-shots.ts';
import { useWakeLock } from './use-wake-lock.ts';
import { useWebcam } from './use-webcam.ts';
import { Viewfinder } from './viewfinder.tsx';
import { develop, hasWebcams, newShotId } from './webcam.ts';
import { describe, mayCapture, mayUseLight } from './words.ts';

export interface Preferences {
	everySeconds: number;
	camera: string | null;
}

type Props = {
	keep: Keep;
	outbox: Outbox;
	state: OutboxState;
	preferences: Preferences;
	onUnpair: () => void;
};

/** How often a camera that sends nothing asks whether its window was changed, and whether the server is back. */
const ASK_AGAIN_MS = 60_000;
const ASK_SOON_MS = 5_000;

export function CameraScreen({ keep, outbox, state, preferences, onUnpair }: Props) {
	const [everySeconds, setEverySeconds] = useState(preferences.everySeconds);
	const [camera, setCamera] = useState(preferences.camera);
	const clock = useNow();
	const now = new Date(clock + (state.told?.ahead ?? 0));
	const settings = state.told?.settings ?? null;
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

	async function send(source: HTMLVideoElement | ImageBitmap) {
		const capturedAt = new Date(Date.now() + (state.told?.ahead ?? 0)).toISOString();
		await outbox.add({ id: newShotId(), capturedAt, ...(await develop(source)) });
	}

	async function shoot() {
		const video = webcam.video.current;
		if (!video) return;
		const endLight = settings && mayUseLight(settings, now) ? await webcam.light() : null;
		try {
			await send(video);
		} catch (error) {
			// The camera was taken away in this very moment; its state says so by itself.
			console.error(error);
		} finally {
			await endLight?.();
		}
	}

	const due = useShots(watching, everySeconds, shoot);

	function changeInterval(seconds: number) {
		setEverySeconds(seconds);
		void keep.write('everySeconds', seconds);
	}

	function switchCamera() {
		const next = webcam.all[(webcam.all.indexOf(webcam.current ?? '') + 1) % webcam.all.length];
		if (!next) return;
		setCamera(next);
		void keep.write('camera', next);
	}

	const words = describe(
		{ webcam: automatic ? webcam.state : null, settings, now, unreachable: state.unreachable },
		-new Date().getTimezoneOffset(),
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
						<Button look="primary" className="h-14 px-3" disabled={!watching} onClick={() => void shoot()}>
							<Camera aria-hidden className="size-5" />
							Capture now
						</Button>
					</div>
				) : (
					<PhotoButton disabled={!open} onPhoto={send} />
				)}
				{state.unreachable && state.waiting > 0 && <Button onClick={() => outbox.retry()}>Send now</Button>}
				<SentStrip sent={state.sent} now={now} />
			</div>
		</main>
	);
}
