import { setImmediate } from 'node:timers/promises';
import { hasCode } from './failures.ts';

/**
 * PostgreSQL's own codes: it answered, and has rolled back. Not those for a lost connection (08) and a shutdown (57), and
 * not the system's codes, such as EPIPE.
 */
const REFUSED = /^(?!08|57|E)[0-9A-Z]{5}$/;

interface Line<In, Out> {
	waiting: { item: In; done(result: Out): void; failed(error: unknown): void }[];
	busy: boolean;
}

/**
 * Collects single calls into batches. Calls that come while a batch is running form the next one: under load one commit
 * holds many calls, and an idle server does not wait. `act` does all of its items or none. If the database refuses a batch,
 * each item is done alone, so that one bad item does not fail the others. After any other error the batch may be committed,
 * and only its answer lost: nothing is repeated, and all calls fail.
 */
export function inBatches<On extends object, In, Out>(
	act: (on: On, items: In[]) => Promise<Out[]>,
	most = 64,
): (on: On, item: In) => Promise<Out> {
	const lines = new WeakMap<On, Line<In, Out>>();
	const serve = async (on: On, line: Line<In, Out>) => {
		line.busy = true;
		while (line.waiting.length > 0) {
			// Calls in the same turn of the event loop join the batch.
			await setImmediate();
			const batch = line.waiting.splice(0, most);
			try {
				const results = await act(
					on,
					batch.map(({ item }) => item),
				);
				for (const [index, { done }] of batch.entries()) done(results[index] as Out);
			} catch (error) {
				const alone = batch.length > 1 && hasCode(error, REFUSED);
				for (const { item, done, failed } of batch) {
					if (alone) await act(on, [item]).then(([one]) => done(one as Out), failed);
					else failed(error);
				}
			}
		}
		line.busy = false;
	};
	return (on, item) =>
		new Promise((done, failed) => {
			const line = lines.get(on) ?? { waiting: [], busy: false };
			lines.set(on, line);
			line.waiting.push({ item, done, failed });
			if (!line.busy) void serve(on, line);
		});
}
