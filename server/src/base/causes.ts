const MOST = 20;

/** An error followed by the errors that caused it. Several causes at once (AggregateError) count with their first. */
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

/** A socket's codes: nobody answers at the other end, or nobody can be found there. */
const NO_ANSWER = /^(ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)/;

export const isUnanswered = (error: unknown) => hasCode(error, NO_ANSWER);

export const hasCode = (error: unknown, pattern: RegExp) =>
	causesOf(error).some((cause) => 'code' in cause && pattern.test(String(cause.code)));
