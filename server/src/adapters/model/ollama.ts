import { z } from 'zod';
import { Refusal } from '../../base/failures.ts';

/** A connection without another line for this long is given up. Ollama says how far it is several times a second. */
const STALL_MS = 60_000;
const MAX_LINE = 64 * 1024;
const MAX_SAID = 300;

/** A line of a pull. A layer is named by its digest; after an error nothing follows, and the status stays 200. */
const line = z.object({
	status: z.string().optional(),
	digest: z.string().optional(),
	total: z.number().nonnegative().optional(),
	completed: z.number().nonnegative().optional(),
	error: z.string().optional(),
});
type Line = z.infer<typeof line>;

/**
 * Lets an Ollama server fetch a model, and reports the bytes of all layers together. Without an end of the stream that says so, it
 * is not there; asked again, Ollama goes on where it stopped. The signal stops it.
 */
export async function pullModel(
	{ url, name }: { url: string; name: string },
	signal: AbortSignal,
	report: (progress: { done: number; total: number }) => void,
	stallMs = STALL_MS,
): Promise<void> {
	const layers = new Map<string, { done: number; total: number }>();
	const stall = new AbortController();
	const watch = setTimeout(() => stall.abort(), stallMs);
	try {
		const response = await fetch(new URL('/api/pull', url), {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ model: name, stream: true }),
			redirect: 'error',
			signal: AbortSignal.any([signal, stall.signal]),
		});
		const isJson = /json/.test(response.headers.get('content-type') ?? '');
		if (!response.ok && !isJson)
			throw failed(`No Ollama answers at this address, but something else with status ${response.status}.`);
		for await (const said of linesOf(response)) {
			watch.refresh();
			if (said.error !== undefined) throw failed(`Ollama says: ${said.error.slice(0, MAX_SAID)}`);
			if (said.status === 'success') return;
			if (said.digest === undefined || said.total === undefined) continue;
			const known = layers.get(said.digest)?.done ?? 0;
			layers.set(said.digest, { done: Math.max(known, said.completed ?? 0), total: said.total });
			report(sumOf([...layers.values()]));
		}
		throw failed('The connection to Ollama ended before the model was there. Try again: it goes on.');
	} catch (error) {
		signal.throwIfAborted();
		if (error instanceof Refusal) throw error;
		const why = stall.signal.aborted
			? 'Ollama says nothing any more. Try again: it goes on.'
			: 'Ollama could not be reached, or its answer could not be read. Try again: it goes on.';
		throw failed(why, error);
	} finally {
		clearTimeout(watch);
		// Closes the connection, which stops Ollama.
		stall.abort();
	}
}

const failed = (message: string, cause?: unknown) => new Refusal('unavailable', message, { cause });

const sumOf = (layers: { done: number; total: number }[]) => ({
	done: layers.reduce((sum, { done }) => sum + done, 0),
	total: layers.reduce((sum, { total }) => sum + total, 0),
});

/** What is not a line of a pull ends them: it is a proxy's page, or another server. */
async function* linesOf({ body }: Response): AsyncGenerator<Line> {
	let text = '';
	for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
		text += piece;
		const lines = text.split('\n');
		text = lines.pop() ?? '';
		for (const one of lines) if (one.trim() !== '') yield line.parse(JSON.parse(one));
		if (text.length > MAX_LINE) throw new Error('a line without an end');
	}
	if (text.trim() !== '') yield line.parse(JSON.parse(text));
}
