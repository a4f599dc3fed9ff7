import { ModelFailure } from '../../base/model-failure.ts';
import type { Model, Question } from '../../ports.ts';
import { type Decision, decide } from './decide.ts';

/** The model that decides, and the built-in one if it may look first. */
export interface Models {
	model: Model;
	firstLook: Model | null;
}

/**
 * Lets the built-in model look first. If it rules the picture out, that decides; otherwise the language model is asked, and the
 * decision keeps both opinions. A prompt that the built-in model does not fully understand never rules anything out.
 */
export async function decideWithFirstLook(
	{ model, firstLook }: Models,
	question: Question,
	timeoutMs: number,
	cancelled?: AbortSignal,
): Promise<Decision> {
	if (!firstLook || !(await understandsWholly(firstLook, question)))
		return decide(model, question, timeoutMs, cancelled);
	const first = await decide(firstLook, question, timeoutMs, cancelled).catch((error: unknown) => {
		if (error instanceof ModelFailure && !cancelled?.aborted) return null;
		throw error;
	});
	if (!first) return decide(model, question, timeoutMs, cancelled);
	const { verdict, evidence } = first;
	if (verdict === 'not met') return { ...first, firstLook: { verdict, evidence, asked: false } };
	const second = await decide(model, question, timeoutMs, cancelled);
	return {
		...second,
		boxes: second.boxes.length > 0 ? second.boxes : first.boxes,
		ms: first.ms + second.ms,
		firstLook: { verdict, evidence, asked: true },
	};
}

async function understandsWholly({ readPrompt }: Model, { parts, unread = [] }: Question): Promise<boolean> {
	const reading =
		parts.trigger === 'capture' && (await readPrompt?.(parts.prompt, 'capture', parts.surroundings));
	return Boolean(reading && reading.readAs !== null && reading.beyond.length === 0) && unread.length === 0;
}
