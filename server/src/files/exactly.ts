/**
 * The same bytes; fails if their number differs from the announced length. Extra or missing bytes would be read as part of the
 * next answer on the connection, which behind a proxy may belong to another person.
 */
export function exactly(bytes: number, stream: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
	const reader = stream.getReader();
	let left = bytes;
	return new ReadableStream<Uint8Array>(
		{
			async pull(out) {
				const { done, value } = await reader.read();
				left -= value?.length ?? 0;
				if (left < 0 || (done && left > 0)) {
					const error = new Error(`an object does not have the ${bytes} bytes that it had`);
					void reader.cancel(error).catch(() => undefined);
					throw error;
				}
				if (done) out.close();
				else out.enqueue(value);
			},
			cancel: (why) => reader.cancel(why),
		},
		{ highWaterMark: 0 },
	);
}
