import { type Answer, answer } from '@watchword/contract/verdict';
import { ModelFailure } from '../model-failure.ts';
import type { Model, Question, Reply } from '../ports.ts';
import { cleanModelHtml } from './html.ts';

export interface Decision extends Answer {
	model: string;
	tokensIn: number | null;
	tokensOut: number | null;
	ms: number;
}

const MOST_REPEATED = 20_000;

/** Asks the model, and once more where its answer does not fit the form. An error never reads as a verdict. */
export async function decide(
	model: Model,
	question: Question,
	timeoutMs: number,
	cancelled?: AbortSignal,
): Promise<Decision> {
	const started = performance.now();
	const within = () => {
		const timeout = AbortSignal.timeout(timeoutMs);
		return cancelled ? AbortSignal.any([timeout, cancelled]) : timeout;
	};
	const first = await ask(model, question, null, within());
	let read = readAnswer(first.text);
	let reply = first;
	if (typeof read === 'string') {
		const repair = { answer: first.text.slice(0, MOST_REPEATED), problem: read };
		reply = await ask(model, question, repair, within());
		read = readAnswer(reply.text);
	}
	if (typeof read === 'string') {
		throw new ModelFailure(`The model answered twice in a form that cannot be used: ${read}`, false);
	}
	const sum = (a: number | null, b: number | null) => (a === null && b === null ? null : (a ?? 0) + (b ?? 0));
	const repaired = reply !== first;
	return {
		...read,
		model: reply.model,
		tokensIn: repaired ? sum(first.tokensIn, reply.tokensIn) : reply.tokensIn,
		tokensOut: repaired ? sum(first.tokensOut, reply.tokensOut) : reply.tokensOut,
		ms: Math.round(performance.now() - started),
	};
}

/** A decision under the names a run keeps it by, its markup fit to be shown and sent. */
export function recordOf(decision: Decision) {
	return {
		action_verdict: decision.verdict,
		action_condition_met: decision.verdict === 'cannot tell' ? null : decision.verdict === 'met',
		action_evidence: decision.evidence,
		action_information: decision.information,
		action_email_subject: decision.email_subject.replace(/[\r\n]+/g, ' ') || null,
		action_email_html: cleanModelHtml(decision.email_html) || null,
		model: decision.model,
		tokensIn: decision.tokensIn,
		tokensOut: decision.tokensOut,
		decide_ms: decision.ms,
	};
}

async function ask(
	model: Model,
	question: Question,
	repair: Parameters<Model['ask']>[1],
	signal: AbortSignal,
): Promise<Reply> {
	try {
		return await model.ask(question, repair, signal);
	} catch (error) {
		if (signal.aborted && !(error instanceof ModelFailure)) {
			throw new ModelFailure('The model took too long to answer.', true, {
				cause: error,
				absent: 'silent',
			});
		}
		throw error;
	}
}

/** The answer, or what is wrong with it in words the model can mend. */
function readAnswer(text: string): Answer | string {
	const bare = text.replace(/^\s*```(?:json)?\s*|\s*```\s*$/g, '').trim();
	if (bare === '') return 'it is empty';
	let value: unknown;
	try {
		value = JSON.parse(bare);
	} catch {
		return 'it is not one complete JSON object';
	}
	const parsed = answer.safeParse(value);
	if (parsed.success) return parsed.data;
	return parsed.error.issues
		.slice(0, 5)
		.map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message))
		.join('; ');
}
