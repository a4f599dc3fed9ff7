import { setTimeout as sleep } from 'node:timers/promises';
import type { DeviceSettings } from '@watchword/contract/device';
import { localTime } from '@watchword/contract/schedule';
import { captureWindow, type DailyWindow, isWithin, opensAt } from '@watchword/contract/window';
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

/** What the server last said about the camera. */
interface Known {
	window: DailyWindow;
	/** How far the server's clock was ahead of ours when it answered; windows and times of pictures follow its clock. */
	ahead: number;
}

const learn = (settings: DeviceSettings): Known => ({
	window: captureWindow(settings),
	ahead: Date.parse(settings.serverTime) - Date.now(),
});

const serverNow = ({ ahead }: Known) => new Date(Date.now() + ahead);

/** Sends a picture at every interval within the capture window, until the count is reached or the signal comes. */
export async function watch(wanted: Watch): Promise<void> {
	const { url, key, take, everyMs, count, print, signal, askAgainMs = ASK_AGAIN_MS } = wanted;
	const insist = <T>(request: () => Promise<T>) => untilAnswered(request, print, signal);
	const ask = async () => learn(await insist(() => fetchDeviceSettings(url, key)));
	let known = await ask();
	for (let sent = 1; ; sent++) {
		known = await untilWindowOpens(known, ask, print, signal);
		const began = performance.now();
		const picture = await take(serverNow(known));
		const answer = await insist(() => send(url, key, picture)).catch((error: unknown) =>
			skip(error, picture, print),
		);
		if (answer) {
			known = learn(answer);
			const size = Math.round(picture.bytes.length / 1024);
			print(`${local(picture.takenAt)}  sent  ${size} kB  ${picture.shows}`);
		}
		if (sent === count) return;
		const left = () => Math.max(0, everyMs - (performance.now() - began));
		while (left() > askAgainMs) {
			await sleep(askAgainMs, null, { signal });
			known = await ask();
		}
		await sleep(left(), null, { signal });
	}
}

/** Waits while the camera is outside its capture window. */
async function untilWindowOpens(
	known: Known,
	ask: () => Promise<Known>,
	print: Watch['print'],
	signal: AbortSignal,
): Promise<Known> {
	for (let printed = ''; ; known = await ask()) {
		const { window } = known;
		const now = serverNow(known);
		if (isWithin(window, now)) return known;
		const opens = opensAt(window, now);
		const [start, end] = [window.start, window.end].map((time) => localTime(time, window._utcOffset));
		const line = `Outside the capture window (${start} to ${end} in ${window._zone}): waiting until ${local(opens)}.`;
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
