import { type Access, HttpCamera } from './http-camera.ts';
import { boundaryOf, readParts } from './multipart.ts';
import { asPicture } from './picture-type.ts';
import type { Shot, Source } from './source.ts';
import { oncePerSecond, withStallTimeout } from './stream.ts';
import { CameraTrouble, unreachable } from './trouble.ts';

/** A camera that answers with an endless stream of pictures (multipart/x-mixed-replace). */
export function mjpegSource(access: Access): Source {
	const camera = new HttpCamera(access);
	async function* all(signal: AbortSignal): AsyncGenerator<Shot, void, void> {
		const response = await camera.ask({ signal });
		try {
			const boundary = boundaryOf(response.headers['content-type']);
			if (boundary === null) {
				throw new CameraTrouble('The camera sends no MJPEG stream at this address', 'setting');
			}
			for await (const part of withStallTimeout(readParts(response, boundary), signal)) yield asPicture(part);
		} catch (error) {
			if (signal.aborted || error instanceof CameraTrouble) throw error;
			throw unreachable((error as NodeJS.ErrnoException).code);
		} finally {
			response.destroy();
		}
		throw new CameraTrouble("The camera's stream ended");
	}
	return oncePerSecond(all);
}
