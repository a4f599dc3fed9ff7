import { ModelFailure } from '../../base/failures.ts';

/** After so many questions in a row without an answer, it is not asked for a while. */
const MAX_SILENT = 3;
const REST_MS = 60_000;

/**
 * Asks a model only if it answered lately, so that not every run waits for one that is silent. After a rest, one question tries
 * whether it answers again.
 */
export function restingAsk<A extends unknown[], R>(
	ask: (...question: A) => Promise<R>,
	now = () => performance.now(),
): (...question: A) => Promise<R> {
	let silent = 0;
	let restsUntil = 0;
	return async (...question) => {
		if (silent >= MAX_SILENT) {
			const left = restsUntil - now();
			if (left > 0) throw resting(left);
			restsUntil = now() + REST_MS;
		}
		try {
			const reply = await ask(...question);
			silent = 0;
			return reply;
		} catch (error) {
			// Every other failure came quickly, or is not the model's.
			if (error instanceof ModelFailure && error.absent === 'silent') {
				silent += 1;
				restsUntil = now() + REST_MS;
			}
			throw error;
		}
	};
}

const resting = (ms: number) =>
	new ModelFailure('The model did not answer the last questions. It is asked again within a minute.', true, {
		absent: 'silent',
		afterSeconds: Math.ceil(ms / 1000),
	});
