import { AnswerTooLarge } from './failures.ts';

const MAX_BYTES = 1_000_000;

/** Fetches, but reads no more than an answer can reasonably have, and carries the key to no other address. */
export const boundedFetch: typeof fetch = async (input, init) => {
	const response = await fetch(input, { ...init, redirect: 'error' });
	if (!response.body) return response;
	let bytes = 0;
	const counting = new TransformStream<Uint8Array, Uint8Array>({
		transform(chunk, controller) {
			bytes += chunk.byteLength;
			if (bytes > MAX_BYTES) throw new AnswerTooLarge();
			controller.enqueue(chunk);
		},
	});
	const { status, statusText, headers } = response;
	return new Response(response.body.pipeThrough(counting), { status, statusText, headers });
};
