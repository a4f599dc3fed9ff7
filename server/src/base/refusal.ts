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
