import { setImmediate } from 'node:timers/promises';

interface Line<In, Out> {
	waiting: { item: In; done(result: Out): void; failed(error: unknown): void }[];
	busy: boolean;
}

/**
 * Collects single calls into batches. Calls that come while a batch is running form the next one: under load one commit
 * holds many calls, and an idle server does not wait. `act` does all of its items or none. If a batch fails, each item is
 * done alone, so that one bad item does not fail the others.
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
				if (batch.length === 1) batch[0]?.failed(error);
				else
					for (const { item, done, failed } of batch)
						await act(on, [item]).then(([one]) => done(one as Out), failed);
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
