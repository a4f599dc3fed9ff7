import { setTimeout as sleep } from 'node:timers/promises';
import type { DeviceSettings } from '@watchword/contract/device';
import { isWithin, opensAt } from '@watchword/contract/window';
import type { Taking } from './pictures.ts';
import { fetchDeviceSettings, NotNow, type Picture, Refused, send } from './server.ts';

interface Watch {
	url: string;
	key: string;
	take: Taking;
	everyMs: number;
	/** How many to send; for ever when left out. */
	count?: number | undefined;
	print: (line: string) => void;
	signal: AbortSignal;
	askAgainMs?: number;
}

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;
/** How often a camera that sends nothing asks for its settings. Without any request it would count as silent. */
const ASK_AGAIN_MS = 60_000;

/** Sends a picture at every interval within the capture window, until the count is reached or the signal comes. */
export async function watch({
	url,
	key,
	take,
	everyMs,
	count,
	print,
	signal,
	askAgainMs = ASK_AGAIN_MS,
}: Watch): Promise<void> {
	const insist = <T>(request: () => Promise<T>) => untilAnswered(request, print, signal);
	const ask = () => insist(() => fetchDeviceSettings(url, key));
	let settings = await ask();
	let ahead = clockAhead(settings);
	for (let sent = 0; count === undefined || sent < count; ) {
		settings = await untilWindowOpens(settings, ahead, ask, print, signal);
		ahead = clockAhead(settings);
		const began = performance.now();
		const picture = await take(new Date(Date.now() + ahead));
		const answer = await insist(() => send(url, key, picture)).catch((error: unknown) =>
			skip(error, picture, print),
		);
		if (answer) {
			settings = answer;
			ahead = clockAhead(answer);
			print(
				`${local(picture.takenAt)}  sent  ${Math.round(picture.bytes.length / 1024)} kB  ${picture.shows}`,
			);
		}
		sent++;
		if (sent === count) return;
		const left = () => Math.max(0, everyMs - (performance.now() - began));
		while (left() > askAgainMs) {
			await sleep(askAgainMs, null, { signal });
			settings = await ask();
			ahead = clockAhead(settings);
		}
		await sleep(left(), null, { signal });
	}
}

/** How far the server's clock is ahead of ours; the windows follow the server's clock. */
const clockAhead = ({ serverTime }: DeviceSettings) => Date.parse(serverTime) - Date.now();

/** Waits while the camera is outside its capture window. */
async function untilWindowOpens(
	settings: DeviceSettings,
	ahead: number,
	ask: () => Promise<DeviceSettings>,
	print: Watch['print'],
	signal: AbortSignal,
): Promise<DeviceSettings> {
	const words = ({ capture_window_start: start, capture_window_end: end }: DeviceSettings) => ({
		start,
		end,
	});
	for (let printed = ''; ; settings = await ask()) {
		const now = new Date(Date.now() + ahead);
		const current = words(settings);
		if (isWithin(current, now)) return settings;
		const opens = opensAt(current, now);
		const line = `Outside the capture window (${current.start} to ${current.end} UTC): waiting until ${local(opens)}.`;
		if (line !== printed) print(line);
		printed = line;
		await sleep(Math.min(ASK_AGAIN_MS, opens.getTime() - now.getTime()), null, { signal });
	}
}

/** A refused picture is left out; a refused key ends the watch. */
function skip(error: unknown, picture: Picture, print: Watch['print']): null {
	if (!(error instanceof Refused) || error.code === 'unauthenticated') throw error;
	print(`${local(picture.takenAt)}  refused  ${picture.shows}: ${error.message}`);
	return null;
}

/** Repeats a request with growing pauses while the server cannot be reached. */
export async function untilAnswered<T>(
	request: () => Promise<T>,
	print: Watch['print'],
	signal: AbortSignal,
): Promise<T> {
	for (let wait = FIRST_WAIT_MS; ; wait = Math.min(LONGEST_WAIT_MS, wait * 2)) {
		signal.throwIfAborted();
		try {
			return await request();
		} catch (error) {
			if (!(error instanceof NotNow)) throw error;
			print(
				`${local(new Date())}  waiting: ${error.message.replace(/\.$/, '')}. Trying again in ${wait / 1000} s.`,
			);
			await sleep(wait, null, { signal });
		}
	}
}

const local = (at: Date) => at.toLocaleTimeString('en-GB');
