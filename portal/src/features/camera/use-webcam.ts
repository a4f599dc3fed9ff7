import { type RefObject, useEffect, useRef, useState } from 'react';
import { hasTorch, listWebcams, openWebcam, problemOf, setTorch, type WebcamProblem } from './webcam.ts';

export type WebcamState = 'off' | 'asking' | 'on' | WebcamProblem;

export interface Webcam {
	video: RefObject<HTMLVideoElement | null>;
	state: WebcamState;
	/** The browser's ids of all cameras. */
	all: string[];
	/** The one in use. */
	current: string | null;
	tryAgain: () => void;
	/** Turns the torch on, if there is one. Returns a function that turns it off. */
	light: () => Promise<() => Promise<void>>;
}

const RETRY_MS = 5000;
/** The time a sensor needs to adapt to the light. */
const TORCH_MS = 700;

/** Opens the webcam while it is wanted, and releases it otherwise. */
export function useWebcam(wanted: boolean, choice: string | null): Webcam {
	const video = useRef<HTMLVideoElement>(null);
	const track = useRef<MediaStreamTrack | null>(null);
	const [state, setState] = useState<WebcamState>('off');
	const [all, setAll] = useState<string[]>([]);
	const [current, setCurrent] = useState<string | null>(null);
	const [attempt, setAttempt] = useState(0);

	// biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt opens it anew.
	useEffect(() => {
		if (!wanted) return setState('off');
		let gone = false;
		let stream: MediaStream | undefined;
		setState('asking');
		const show = async (opened: MediaStream) => {
			stream = opened;
			if (gone || !video.current) return letGo(opened);
			track.current = opened.getVideoTracks()[0] ?? null;
			track.current?.addEventListener('ended', () => !gone && setState('busy'));
			video.current.srcObject = opened;
			await video.current.play();
			setCurrent(track.current?.getSettings().deviceId ?? null);
			setAll(await listWebcams());
			if (!gone) setState('on');
		};
		openWebcam(choice)
			.then(show)
			.catch((error: unknown) => {
				if (!gone) setState(problemOf(error));
			});
		return () => {
			gone = true;
			track.current = null;
			if (stream) letGo(stream);
		};
	}, [wanted, choice, attempt]);

	useEffect(() => {
		// Retry by itself: at any time another program may release the camera, or it is plugged in again.
		if (state !== 'busy' && state !== 'missing') return;
		const timer = setTimeout(() => setAttempt((count) => count + 1), RETRY_MS);
		return () => clearTimeout(timer);
	}, [state]);

	async function light() {
		const lamp = track.current;
		if (!lamp || !hasTorch(lamp)) return async () => {};
		await setTorch(lamp, true);
		await new Promise((lit) => setTimeout(lit, TORCH_MS));
		return () => setTorch(lamp, false);
	}

	return { video, state, all, current, tryAgain: () => setAttempt((count) => count + 1), light };
}

function letGo(stream: MediaStream) {
	for (const track of stream.getTracks()) track.stop();
}
