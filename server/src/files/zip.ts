import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { pacing } from '../base/incoming.ts';
import { workingFor } from '../base/turns.ts';
import type { ObjectStore } from '../ports/objects.ts';

interface Zip {
	/** Adds a text, or lines that are read when the zip gets to them. */
	add(name: string, lines: string | (() => AsyncIterable<string>)): void;
	/** Adds stored bytes. They are read when the zip gets to them, which `begun` reports. */
	addObject(object: { path: string; name: string; at?: Date }, begun?: () => void): void;
	/** Everything is added. The zip is written while it is read, and only a piece of a file is in memory. */
	end(): Readable;
}

async function* inPieces(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
	const pass = pacing(workingFor());
	for await (const piece of stream) {
		await pass(piece.length);
		yield piece;
	}
}

/** A zip of stored objects. If its reader goes away, nothing more is read from the store. */
export function newZip(objects: ObjectStore): Zip {
	const zip = new ZipFile();
	const output = zip.outputStream as Readable;
	let source: Readable | undefined;
	zip.on('error', (error) => output.destroy(error));
	output.on('close', () => source?.destroy());
	/** The zip gets no errors of the streams it reads, and an unhandled error would end the process. */
	const forwardErrors = (stream: Readable) => stream.once('error', (error) => output.destroy(error));
	return {
		add(name, lines) {
			if (typeof lines === 'string') zip.addBuffer(Buffer.from(lines), name);
			else zip.addReadStreamLazy(name, (give) => give(null, forwardErrors(Readable.from(lines()))));
		},
		addObject({ path, name, at }, begun) {
			// Pictures are already compressed.
			const options = { compress: !/\.(jpe?g|png|webp)$/.test(name), ...(at && { mtime: at }) };
			zip.addReadStreamLazy(name, options, (give) => {
				begun?.();
				objects.get(path).then(
					(stream) => {
						// A file that was removed after it was listed stays as an empty entry.
						source = forwardErrors(Readable.from(stream ? inPieces(stream) : []));
						if (output.destroyed) source.destroy();
						else give(null, source);
					},
					(error: unknown) => give(error, Readable.from([])),
				);
			});
		},
		end() {
			zip.end();
			return output;
		},
	};
}
