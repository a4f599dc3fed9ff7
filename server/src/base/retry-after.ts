/** The longest pause that another service may ask for. */
const LONGEST_WAIT_SECONDS = 3600;

/** A Retry-After of either form, in seconds from now; null if there is none. */
export function retryAfter(header: string | undefined, now = Date.now()): number | null {
	if (!header || header.startsWith('-')) return null;
	const seconds = /^\d+(?:\.\d+)?$/.test(header.trim()) ? Number(header) : (Date.parse(header) - now) / 1000;
	return Number.isFinite(seconds) ? Math.min(LONGEST_WAIT_SECONDS, Math.max(0, Math.ceil(seconds))) : null;
}
