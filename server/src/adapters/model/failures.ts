import { APICallError } from '@ai-sdk/provider';
import { causesOf, ModelFailure, retryAfter } from '../../base/failures.ts';
import { AnswerTooLarge } from '../bounded-fetch.ts';

/** Turns an error into a message for the customer and says whether to retry. The cause never contains what was sent. */
export function toFailure(error: unknown, signal: AbortSignal, seconds: number): ModelFailure {
	if (error instanceof ModelFailure) return error;
	if (signal.aborted && signal.reason?.name === 'TimeoutError') {
		const cause = new Error('timeout');
		return new ModelFailure(`The model did not answer within ${seconds} seconds.`, true, {
			cause,
			absent: 'silent',
		});
	}
	if (signal.aborted) {
		return new ModelFailure('The question to the model was stopped.', true, { cause: new Error('aborted') });
	}
	if (causesOf(error).some((one) => one instanceof AnswerTooLarge)) {
		return new ModelFailure('The model gave an answer far too long to use.', false, {
			cause: new Error('over 1 MB'),
		});
	}
	const call = causesOf(error).find((one) => APICallError.isInstance(one));
	if (call?.statusCode !== undefined && call.statusCode >= 300) return refused(call.statusCode, call);
	const code = causesOf(error).map(codeOf).find(Boolean);
	if (code || (call && call.statusCode === undefined)) {
		const cause = new Error(code ?? 'no connection');
		return new ModelFailure('The model could not be reached.', true, { cause, absent: 'away' });
	}
	// The answer does not follow the API: it may be a proxy's page, or cut off.
	const cause = new Error(error instanceof Error ? error.name : 'unknown');
	return new ModelFailure('The model gave an answer that is not one.', true, { cause });
}

function refused(status: number, call: APICallError): ModelFailure {
	const cause = new Error(`HTTP ${status} ${kindOf(call.responseBody)}`.trim());
	const body = call.responseBody ?? '';
	if (status === 401 || status === 403) {
		return new ModelFailure('The model refuses the key it was given.', false, { cause });
	}
	if (status === 402 || (status === 429 && body.includes('insufficient_quota'))) {
		return new ModelFailure('The account at the model has no credit left.', false, { cause });
	}
	if (status === 404) {
		return new ModelFailure('The model is not known at its address.', false, { cause });
	}
	if (status === 413 || (status === 400 && TOO_LARGE.test(body))) {
		return new ModelFailure('The content is too large for the model.', false, { cause });
	}
	const afterSeconds = retryAfter(call.responseHeaders?.['retry-after']);
	const absent = AWAY.has(status) ? ('away' as const) : null;
	const more = { cause, absent, ...(afterSeconds !== null && { afterSeconds }) };
	if (status === 429) return new ModelFailure('The model is asked too often at the moment.', true, more);
	if (status >= 500) return new ModelFailure('The model is out of order or overloaded.', true, more);
	if (status === 408 || status === 409 || status === 425) {
		return new ModelFailure('The model could not answer right now.', true, more);
	}
	return new ModelFailure('The model refused the question.', false, { cause });
}

/** Statuses of a proxy whose model is down, or of a model that gets too many requests. */
const AWAY = new Set([429, 502, 503, 504, 529]);
const TOO_LARGE =
	/context.?length|too (?:large|long|many tokens)|maximum.{0,20}(?:tokens|size|length)|exceeds?.{0,30}(?:limit|maximum)/i;

/** The provider's own name for the error, if it is a name: its message may repeat what was sent, or part of the key. */
function kindOf(body: string | undefined): string {
	const [, kind] =
		/"(?:type|code)"\s*:\s*"([a-z0-9_.-]{1,64})"/i.exec(body?.replace(/"type"\s*:\s*"error"/, '') ?? '') ??
		[];
	return kind ?? '';
}

const codeOf = (error: unknown) => {
	const code = error instanceof Error && 'code' in error ? error.code : null;
	return typeof code === 'string' &&
		/^(?:E[A-Z_]+|UNABLE_TO_[A-Z_]+|UND_ERR_[A-Z_]+|ERR_[A-Z_]+|CERT_[A-Z_]+|[A-Z_]*CERT[A-Z_]*)$/.test(code)
		? code
		: null;
};
