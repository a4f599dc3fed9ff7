/** Stores bytes under paths that we choose. When `put` resolves, the bytes are as safe as the store can make them. */
export interface ObjectStore {
	readonly describe: string;
	/** The store may keep this buffer, so it must not be changed afterwards. */
	put(path: string, bytes: Uint8Array, contentType: string): Promise<void>;
	/** The same for a stream whose length is not known yet. */
	putStream(path: string, chunks: AsyncIterable<Uint8Array>, contentType: string): Promise<void>;
	/** The whole object; null if there is none. */
	read(path: string): Promise<Buffer | null>;
	/** The whole object or an inclusive range of it, as a stream; null if there is none. */
	get(path: string, range?: { start: number; end: number }): Promise<ReadableStream<Uint8Array> | null>;
	/** Also succeeds if there is no such object. */
	delete(path: string): Promise<void>;
	/** Deletes everything in this folder. */
	deleteFolder(folder: string): Promise<void>;
}
