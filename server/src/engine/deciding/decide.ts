import { MAX_BOXES, type PictureBox } from '@watchword/contract/boxes';
import type { NearExample } from '@watchword/contract/example';
import type { FieldValue, ResultField } from '@watchword/contract/field';
import type { FirstLook } from '@watchword/contract/run';
import { type Answer, answer } from '@watchword/contract/verdict';
import type { Zone } from '@watchword/contract/zone';
import { ModelFailure } from '../../base/failures.ts';
import { cleanModelHtml } from '../../mail/reading/html.ts';
import type { Model, Question, Reply } from '../../ports/model.ts';
import { emptyFields, type ReadFields, readFields } from './fields.ts';
import { markQuotes } from './quotes.ts';
import { withinWhatIsConfirmed } from './sender-rule.ts';

export interface Decision extends Answer {
	/** Null if no model was asked. */
	model: string | null;
	tokensIn: number | null;
	tokensOut: number | null;
	ms: number;
	boxes: PictureBox[];
	zones: readonly Zone[];
	/** The nearest example of each side, if there are any. */
	examples: NearExample[];
	/** The number that was asked for, if it is certain. */
	value: number | null;
	/** What was found for each field of the automation. */
	fields: FieldValue[];
	/** The opinion of the built-in model if it looked first. */
	firstLook?: FirstLook;
	/** The built-in model decided because the language model could not. */
	isInstead?: true;
}

const MAX_REPEATED = 20_000;
const MAX_NAMED = 2000;
const MAX_NAMED_PROBLEMS = 5;

/**
 * Asks the model, and asks once more if the answer has the wrong form. An error never becomes a verdict. If only fields are
 * wrong, they stay empty unless the second answer is better.
 */
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
	const wasBuiltIn = model.builtIn;
	const first = await ask(model, question, null, within());
	let read = await readAnswer(first, question);
	let reply = first;
	const problem =
		typeof read === 'string' ? read : read.found.problems.slice(0, MAX_NAMED_PROBLEMS).join('; ');
	if (problem !== '') {
		const repair = { answer: first.text.slice(0, MAX_REPEATED), problem };
		const usable = typeof read === 'string' ? null : read;
		const second = await ask(model, question, repair, within()).catch((error: unknown) => {
			if (usable && error instanceof ModelFailure && !cancelled?.aborted) return null;
			throw error;
		});
		reply = second ?? first;
		read = second ? await readAnswer(second, question) : read;
		if (typeof read === 'string' && usable) read = usable;
	}
	if (typeof read === 'string') {
		throw new ModelFailure('The model answered twice in a form that cannot be used.', false, {
			cause: new Error(read),
		});
	}
	const sum = (a: number | null, b: number | null) => (a === null && b === null ? null : (a ?? 0) + (b ?? 0));
	const repaired = reply !== first;
	const { parts, unread = [] } = question;
	// The rules of the built-in model already handle these two cases. The operator may have chosen another one meanwhile.
	const held = wasBuiltIn && model.builtIn ? read.answer : withinWhatIsConfirmed(read.answer, parts);
	return {
		...withinWhatWasRead(held, unread),
		email_html: parts.mail ? markQuotes(held.email_html, parts.mail.text) : held.email_html,
		model: reply.model,
		tokensIn: repaired ? sum(first.tokensIn, reply.tokensIn) : reply.tokensIn,
		tokensOut: repaired ? sum(first.tokensOut, reply.tokensOut) : reply.tokensOut,
		boxes: (reply.boxes ?? []).slice(0, MAX_BOXES),
		zones: reply.zones ?? [],
		examples: reply.examples ?? [],
		value: reply.value ?? null,
		fields: read.found.values,
		ms: Math.round(performance.now() - started),
	};
}

/** The decision if there is nothing to show to a model. */
export const decideUnseen = (why: string, fields: readonly ResultField[] = []): Decision => ({
	evidence: why,
	verdict: 'cannot tell',
	information: why,
	email_subject: '',
	email_html: '',
	boxes: [],
	zones: [],
	examples: [],
	value: null,
	fields: emptyFields(fields, why),
	model: null,
	tokensIn: null,
	tokensOut: null,
	ms: 0,
});

/** If something was not read, "not met" becomes "cannot tell": the unread part might meet the condition. */
function withinWhatWasRead(given: Answer, unread: string[]): Answer {
	if (unread.length === 0 || given.verdict === 'met') return given;
	const named = `This was not read: ${unread.join('; ')}.`.slice(0, MAX_NAMED);
	return {
		...given,
		verdict: 'cannot tell',
		evidence: `${given.evidence}\n${named}`,
		information: `Whether the condition is met cannot be told. ${named}`,
	};
}

/** A decision as the columns of a run, with its HTML made safe to show and send. */
export function recordOf(decision: Decision, trigger: Question['parts']['trigger']) {
	return {
		action_verdict: decision.verdict,
		action_condition_met: decision.verdict === 'cannot tell' ? null : decision.verdict === 'met',
		action_evidence: decision.evidence,
		action_information: decision.information,
		action_boxes: decision.boxes,
		action_zones: [...decision.zones],
		action_examples: decision.examples,
		action_value: decision.value,
		action_fields: decision.fields,
		action_firstLook: decision.firstLook ?? null,
		action_email_subject: decision.email_subject.replace(/[\r\n]+/g, ' ') || null,
		action_email_html: cleanModelHtml(decision.email_html, trigger === 'email') || null,
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

/** The answer, or what is wrong with it, in words that help the model to correct it. */
async function readAnswer(
	{ text, fields: known }: Reply,
	question: Question,
): Promise<{ answer: Answer; found: ReadFields } | string> {
	const bare = text
		.trim()
		.replace(/^```(?:json)?|```$/g, '')
		.trim();
	if (bare === '') return 'it is empty';
	let value: object;
	try {
		value = JSON.parse(bare, (_name, part: unknown) => (typeof part === 'string' ? storable(part) : part));
	} catch {
		return 'it is not one complete JSON object';
	}
	const { fields: asked = [] } = question.parts;
	const { fields: given, ...rest } = isObject(value) ? value : { fields: null };
	const parsed = answer.safeParse(asked.length > 0 && isObject(value) ? rest : value);
	if (parsed.success) {
		const found = known ? { values: known, problems: [] } : await readFields(asked, given, question);
		return { answer: parsed.data, found };
	}
	return parsed.error.issues
		.slice(0, 5)
		.map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message))
		.join('; ');
}

/** No database stores half a surrogate pair or NUL: the run would fail, and asking the model again would not help. */
const storable = (text: string) => text.toWellFormed().replaceAll('\0', '\ufffd');

const isObject = (value: unknown): value is { fields?: unknown } =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
