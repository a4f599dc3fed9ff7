import type { ObjectStore } from '../../ports/objects.ts';

const MAX_BYTES = 16 * 1024 * 1024;
/** Another process may delete an object without this one noticing. */
const KEPT_MS = 5000;

/** The same store. What was put a moment ago is read from memory: a capture is read by its runs as soon as it is stored. */
export function withRecent(store: ObjectStore): ObjectStore {
	const recent = new Map<string, { bytes: Buffer; until: number }>();
	let size = 0;
	let isScheduled = false;
	const drop = (path: string) => {
		size -= recent.get(path)?.bytes.length ?? 0;
		recent.delete(path);
	};
	/** A map keeps the order in which things came, so the oldest are first. */
	const tidy = () => {
		for (const [path, { until }] of recent) {
			if (until > performance.now() && size <= MAX_BYTES) break;
			drop(path);
		}
		if (isScheduled || recent.size === 0) return;
		isScheduled = true;
		setTimeout(() => {
			isScheduled = false;
			tidy();
		}, KEPT_MS).unref();
	};
	return {
		...store,
		async put(path, bytes, contentType) {
			drop(path);
			await store.put(path, bytes, contentType);
			if (bytes.length > MAX_BYTES / 4) return;
			recent.set(path, { bytes: alone(bytes), until: performance.now() + KEPT_MS });
			size += bytes.length;
			tidy();
		},
		async putStream(path, chunks, contentType) {
			drop(path);
			await store.putStream(path, chunks, contentType);
		},
		async read(path) {
			const kept = recent.get(path);
			return kept && kept.until > performance.now() ? kept.bytes : store.read(path);
		},
		async get(path, range) {
			const kept = recent.get(path);
			if (range || !kept || kept.until <= performance.now()) return store.get(path, range);
			return streamOf(kept.bytes);
		},
		async delete(path) {
			drop(path);
			await store.delete(path);
		},
		async deleteFolder(folder) {
			for (const path of recent.keys()) if (path.startsWith(`${folder}/`)) drop(path);
			await store.deleteFolder(folder);
		},
	};
}

/** A slice of a larger buffer is copied: it would keep the whole buffer in memory. */
const alone = (bytes: Uint8Array): Buffer =>
	bytes.byteLength === bytes.buffer.byteLength ? Buffer.from(bytes.buffer) : Buffer.from(bytes);

const streamOf = (bytes: Buffer) =>
	new ReadableStream<Uint8Array>({
		start(controller) {
			controller.enqueue(bytes);
			controller.close();
		},
	});
