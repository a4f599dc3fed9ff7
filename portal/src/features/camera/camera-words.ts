import type { DeviceSettings } from '@watchword/contract/device';
import { captureWindow, isWithin, lightWindow } from '@watchword/contract/window';
import { timeHere, timeOfDay } from '../../lib/time.ts';
import type { WebcamState } from './use-webcam.ts';

export interface Situation {
	/** Null on a page that is not secure, where pictures are taken one at a time. */
	webcam: WebcamState | null;
	settings: DeviceSettings | null;
	/** The server's time. */
	now: Date;
	unreachable: boolean;
}

export interface Words {
	tone: 'good' | 'resting' | 'attention';
	title: string;
	detail: string;
}

export function mayCapture({ settings, now }: Pick<Situation, 'settings' | 'now'>): boolean {
	return settings !== null && isWithin(captureWindow(settings), now);
}

export function mayUseLight(settings: DeviceSettings, now: Date): boolean {
	return isWithin(lightWindow(settings), now);
}

const WEBCAM: Partial<Record<WebcamState, Words>> = {
	asking: {
		tone: 'resting',
		title: 'Waiting for the camera',
		detail: 'If your browser asks, allow it to use the camera.',
	},
	blocked: {
		tone: 'attention',
		title: 'The camera is blocked',
		detail: 'Allow it for this page in the settings of your browser, then try again.',
	},
	missing: {
		tone: 'attention',
		title: 'No camera found',
		detail: 'Connect one to this device, then try again.',
	},
	busy: {
		tone: 'attention',
		title: 'The camera is in use',
		detail: 'Another app or tab has it. As soon as it is free, watching goes on.',
	},
};

/** The webcam problem as the owner sees it; null if it works, undefined while unknown. */
export const problemOfWebcam = (webcam: WebcamState): string | null | undefined =>
	webcam === 'on' ? null : WEBCAM[webcam]?.tone === 'attention' ? WEBCAM[webcam].title : undefined;

/** The camera's status as a title and one line of detail. The most important condition wins. */
export function describe(situation: Situation, zone: string): Words {
	const { webcam, settings, now, unreachable } = situation;
	if (settings && !mayCapture(situation)) {
		const hours = captureWindow(settings);
		const [start, end] = [hours.start, hours.end].map((time) =>
			timeOfDay(timeHere(time, hours, { zone, now })),
		);
		return {
			tone: 'resting',
			title: `Resting until ${start}`,
			detail: `This camera captures between ${start} and ${end}.`,
		};
	}
	const camera = webcam && WEBCAM[webcam];
	if (camera) return camera;
	if (!settings && !unreachable)
		return { tone: 'resting', title: 'Starting', detail: 'Asking for the settings of this camera.' };
	if (unreachable) {
		return {
			tone: 'attention',
			title: 'Not connected',
			detail: settings
				? 'New pictures are kept here and sent when the connection is back.'
				: 'Watching begins as soon as the server answers.',
		};
	}
	if (webcam === null) {
		return {
			tone: 'good',
			title: 'Ready for single photos',
			detail: 'Watching by itself needs a secure page (https). Until then, take photos by hand.',
		};
	}
	return { tone: 'good', title: 'Watching', detail: 'Keep this page open and the phone plugged in.' };
}
