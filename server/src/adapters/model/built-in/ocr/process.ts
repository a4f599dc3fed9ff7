/** The process that reads text in pictures, one at a time. It ends itself when it needs too much memory. */

import { inReadingOrder, type Line } from '@watchword/model';
import { answerAsked } from '../../../../base/processes.ts';
import { orUnable } from '../runtime/network.ts';
import type { OcrReply, OcrTask } from './line.ts';
import { loadNetworks } from './networks.ts';

const MAX_BYTES = 1024 * 1024 * 1024;
const WATCH_MS = 100;
setInterval(() => {
	if (process.memoryUsage.rss() > MAX_BYTES) process.kill(process.pid, 'SIGKILL');
}, WATCH_MS);

let networks: ReturnType<typeof loadNetworks> | undefined;

answerAsked<OcrTask>((task) => orUnable(read(task)));

async function read({ picture, side, mostMs }: OcrTask): Promise<OcrReply> {
	networks ??= loadNetworks();
	const { find, read } = await networks.catch((error: unknown) => {
		// The operator may have repaired it by the next picture.
		networks = undefined;
		throw error;
	});
	// The processor's time, not the clock's: on a busy machine a sign is read as far as on a quiet one.
	const before = process.cpuUsage();
	const usedMs = () => {
		const { user, system } = process.cpuUsage(before);
		return (user + system) / 1000;
	};
	const lines: Line[] = [];
	const regions = await find(picture, side);
	let done = 0;
	for (; done < regions.length && usedMs() < mostMs; done++) {
		const region = regions[done];
		const line = region && (await read(picture, region));
		if (line && isText(line)) lines.push(line);
	}
	return { lines: inReadingOrder(lines), partly: done < regions.length };
}

/** A wheel is read as an O and a fence as dashes. A single letter must be certain, and two or three must not be a guess. */
function isText({ letters, confidence }: Line): boolean {
	const count = letters.filter(({ char }) => /[\p{L}\p{N}]/u.test(char)).length;
	return count > 1 ? count > 3 || confidence >= 0.5 : count === 1 && confidence >= 0.97;
}
