import { canRuleOut } from '@watchword/contract/condition';
import { ModelFailure } from '../../base/failures.ts';
import type { Model, Question } from '../../ports/model.ts';
import { type Decision, decide } from './decide.ts';

/** The model that decides, and the built-in one, which may look first or decide in its place. */
export interface Models {
	model: Model;
	firstLook: Model | null;
	/** Whether the customer wants the first look. */
	isWanted: boolean;
	/** Whether the customer wants to be told as soon as the built-in model is sure. */
	atOnce: boolean;
	/** Tells people of what the built-in model is sure of. */
	tell?: (first: Decision) => Promise<void>;
	/** They were told before this attempt, so that the language model is asked in any case. */
	isTold?: boolean;
	/** Whether the operator lets the built-in model decide in place of a language model that cannot. */
	mayReplace: boolean;
}

/**
 * Lets the built-in model look first, if the customer wants it or a local model is slow. What the condition rules out is never
 * sent to the language model; otherwise that is asked, and the decision keeps both opinions. Words that are beyond the condition
 * rule nothing out. Where the customer wants to be told at once, it looks as well.
 */
export async function decideWithFirstLook(
	models: Models,
	question: Question,
	timeoutMs: number,
	cancelled?: AbortSignal,
): Promise<Decision> {
	const { model, isTold = false } = models;
	const mayEnd = !isTold && mayRuleOutFor(models, question);
	const looker = mayEnd || models.atOnce ? await whoLooksFirst(models, question) : null;
	const first =
		looker &&
		(await decide(looker, question, timeoutMs, cancelled).catch((error: unknown) => {
			if (error instanceof ModelFailure && !cancelled?.aborted) return null;
			throw error;
		}));
	if (first?.verdict === 'not met' && mayEnd)
		return { ...first, firstLook: { ...opinionOf(first), asked: false } };
	if (first?.verdict === 'met') await models.tell?.(first);
	const second = await decide(model, question, timeoutMs, cancelled).catch((error: unknown) => {
		if (!models.mayReplace || !(error instanceof ModelFailure) || cancelled?.aborted) throw error;
		return error;
	});
	if (second instanceof ModelFailure) return decideInstead(models, first, second, question, timeoutMs);
	if (!first) return second;
	return {
		...second,
		boxes: second.boxes.length > 0 ? second.boxes : first.boxes,
		ms: first.ms + second.ms,
		firstLook: { ...opinionOf(first), asked: true },
	};
}

const opinionOf = ({ verdict, evidence }: Decision) => ({ verdict, evidence });

/** Whether the language model is spared what the built-in model rules out. */
const mayRuleOutFor = ({ model, isWanted }: Models, { parts }: Question) =>
	isWanted || (model.local?.slow === true && parts.trigger === 'capture');

async function whoLooksFirst({ model, firstLook }: Models, question: Question): Promise<Model | null> {
	if (!firstLook || model.builtIn) return null;
	return (await mayRuleOut(firstLook, question)) ? firstLook : null;
}

/**
 * A language model that cannot answer: the condition decides, and the decision says so and is free. A local model is not waited
 * for, even if the condition cannot tell. A hosted one is, unless the condition says all that is asked.
 */
async function decideInstead(
	{ model, firstLook }: Models,
	first: Decision | null,
	failure: ModelFailure,
	question: Question,
	timeoutMs: number,
): Promise<Decision> {
	if (!firstLook || (!model.local && !(await isConditionEnough(firstLook, question)))) throw failure;
	const own =
		first ??
		(await decide(firstLook, question, timeoutMs).catch(() => {
			throw failure;
		}));
	const isDecided = own.verdict !== 'cannot tell';
	if (!isDecided && !model.local) throw failure;
	const who = isDecided ? 'The built-in model decided. ' : '';
	const why = `${who}The language model could not answer: ${failure.message}`;
	return { ...own, evidence: `${own.evidence}\n${why}`, isInstead: true };
}

/** A reply to a stranger is written by the model that was chosen, however long that takes. */
const isConditionEnough = async (builtIn: Model, question: Question) =>
	!question.parts.replies && (await mayRuleOut(builtIn, question));

async function mayRuleOut({ readPrompt }: Model, { parts, unread = [] }: Question): Promise<boolean> {
	const { prompt, trigger, surroundings } = parts;
	if (trigger === 'schedule' || unread.length > 0) return false;
	const condition = parts.condition ?? (await readPrompt?.(prompt, trigger, surroundings))?.condition;
	return condition !== undefined && canRuleOut(condition);
}
