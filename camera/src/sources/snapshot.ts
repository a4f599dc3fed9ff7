import { setTimeout as sleep } from 'node:timers/promises';
import { type Access, HttpCamera, readBody } from './http-camera.ts';
import { asPicture } from './picture-type.ts';
import { type Shot, type Source, sourceOf } from './source.ts';
import { CameraTrouble, stalled, unreachable } from './trouble.ts';

const BODY_WITHIN_MS = 20_000;
const BETWEEN_MS = 1000;

/** A camera that answers an address with one picture. */
export function snapshotSource(access: Access): Source {
	const camera = new HttpCamera(access);
	const shoot = async (signal: AbortSignal) => {
		const whole = AbortSignal.any([signal, AbortSignal.timeout(BODY_WITHIN_MS)]);
		try {
			const response = await camera.ask({ signal: whole });
			return asPicture(await readBody(response));
		} catch (error) {
			if (signal.aborted || error instanceof CameraTrouble) throw error;
			throw whole.aborted ? stalled() : unreachable((error as NodeJS.ErrnoException).code);
		}
	};
	return fromShots(shoot);
}

/** A source of single pictures. */
function fromShots(shoot: (signal: AbortSignal) => Promise<Shot>): Source {
	async function* watch(signal: AbortSignal) {
		for (;;) {
			const began = performance.now();
			yield await shoot(signal);
			await sleep(Math.max(0, BETWEEN_MS - (performance.now() - began)), null, { signal });
		}
	}
	return sourceOf(watch);
}
