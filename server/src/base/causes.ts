const MOST = 20;

/** An error followed by its causes. Of several causes at once (AggregateError), the first one counts. */
export function causesOf(error: unknown): Error[] {
	const causes: Error[] = [];
	let next = error;
	while (next instanceof Error && causes.length < MOST) {
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
