import type { ErrorCode } from '@watchword/contract/errors';

/** The request is refused: a stable code, a message that is safe to show, and a cause for the log. */
export class Refusal extends Error {
	readonly code: ErrorCode;
	readonly retryAfterSeconds: number | undefined;

	constructor(code: ErrorCode, message: string, more: { cause?: unknown; retryAfterSeconds?: number } = {}) {
		super(message, { cause: more.cause });
		this.code = code;
		this.retryAfterSeconds = more.retryAfterSeconds;
	}
}

/**
 * The model gave no usable answer. `retry`: the same question may succeed later, but not before `afterSeconds`.
 * `absent` says whether the model itself is the cause: `away` if every question would have failed, `silent` if the model
 * did not answer in time, which may also be due to this question.
 */
export class ModelFailure extends Error {
	readonly retry: boolean;
	readonly afterSeconds: number | undefined;
	readonly absent: 'away' | 'silent' | null;

	/** `message` is for the customer; the cause is for the log. */
	constructor(
		message: string,
		retry: boolean,
		more: { cause?: unknown; afterSeconds?: number; absent?: 'away' | 'silent' | null } = {},
	) {
		super(message, { cause: more.cause });
		this.retry = retry;
		this.afterSeconds = more.afterSeconds;
		this.absent = more.absent ?? null;
	}
}

/** A mail that the server will never accept in this form. */
export class Undeliverable extends Error {}

/** The mail server could not be reached or said "later". A retry may succeed. */
export class MailServerFailure extends Error {
	/** It said "later" to this mail only, and may accept another one now. */
	readonly isForThisMail: boolean;

	constructor(cause: unknown) {
		const answered = cause instanceof Error && 'responseCode' in cause && Boolean(cause.responseCode);
		super(answered ? 'The mail server did not take it for now.' : 'The mail server could not be reached.', {
			cause,
		});
		this.isForThisMail = answered;
	}
}

/** Whether a mail to another recipient is worth a try after this error. */
export const isLater = (error: unknown) => error instanceof MailServerFailure && error.isForThisMail;

/**
 * The single sign-on provider did not say who the person is. `unavailable`: it did not answer. `cancelled`: the person stopped.
 * `refused`: its answer is negative, or cannot be trusted. The cause is for the log.
 */
export class SsoFailure extends Error {
	readonly why: 'unavailable' | 'cancelled' | 'refused';

	constructor(why: SsoFailure['why'], cause?: unknown) {
		super(why, { cause });
		this.why = why;
	}
}

/** The file storage failed. A retry may succeed. */
export class StorageFailure extends Error {
	constructor(cause: unknown) {
		super('The file storage could not be reached.', { cause });
	}
}

/** The MQTT broker is away, or refuses us. The message is for the operator and contains no secret. */
export class BrokerFailure extends Error {
	/** Who it is that connects is refused, so trying again soon is no use. */
	readonly isRefusal: boolean;

	constructor(message: string, isRefusal: boolean) {
		super(message);
		this.isRefusal = isRefusal;
	}
}

const MAX = 20;

/** An error followed by its causes. Of several causes at once (AggregateError), the first one counts. */
export function causesOf(error: unknown): Error[] {
	const causes: Error[] = [];
	let next = error;
	while (next instanceof Error && causes.length < MAX) {
		causes.push(next);
		next = next.cause ?? (next instanceof AggregateError ? next.errors[0] : undefined);
	}
	return causes;
}

/** The first code among an error and its causes, such as ECONNREFUSED or PostgreSQL's 57P01. */
export function codeOf(error: unknown): string | undefined {
	for (const cause of causesOf(error)) {
		if ('code' in cause && typeof cause.code === 'string') return cause.code;
	}
	return undefined;
}

/** Socket errors: the other end does not answer or cannot be found. */
const NO_ANSWER = /^(ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)/;

export const isUnanswered = (error: unknown) => hasCode(error, NO_ANSWER);

export const hasCode = (error: unknown, pattern: RegExp) =>
	causesOf(error).some((cause) => 'code' in cause && pattern.test(String(cause.code)));

/** The longest pause that another service may ask for. */
const LONGEST_WAIT_SECONDS = 3600;

/** A Retry-After of either form, in seconds from now; null if there is none. */
export function retryAfter(header: string | undefined, now = Date.now()): number | null {
	if (!header || header.startsWith('-')) return null;
	const seconds = /^\d+(?:\.\d+)?$/.test(header.trim()) ? Number(header) : (Date.parse(header) - now) / 1000;
	return Number.isFinite(seconds) ? Math.min(LONGEST_WAIT_SECONDS, Math.max(0, Math.ceil(seconds))) : null;
}
