import type { ApiToken } from '@watchword/contract/api-token';
import type { TokenDays, TokenScope } from '@watchword/contract/token';
import type { ApiError } from '../../lib/api.ts';
import { dateOf, waitInWords } from '../../lib/time.ts';

export const SCOPE_WORDS: Record<TokenScope, { label: string; hint: string }> = {
	read: { label: 'Read', hint: 'Automations, runs, devices, pictures and saved files.' },
	automations: {
		label: 'Change automations',
		hint: 'Create, change, pause and delete automations, try them, and run them again.',
	},
	captures: { label: 'Send captures', hint: 'Pictures for your devices. It reads nothing.' },
	billing: { label: 'Read billing', hint: 'The balance, purchases and the statement.' },
};

export const LIFETIMES: { days: TokenDays; label: string }[] = [
	{ days: 30, label: '30 days' },
	{ days: 90, label: '90 days' },
	{ days: 365, label: 'A year' },
	{ days: null, label: 'Never' },
];

export function expiryInWords({ expires_at }: ApiToken, now: number): string {
	if (expires_at === null) return 'Does not expire';
	const at = Date.parse(expires_at);
	return `${at <= now ? 'Expired on' : 'Expires on'} ${dateOf(at)}`;
}

/** One terminal command that uses the token, within its scopes. */
export function curlLine(origin: string, token: string, scopes: readonly TokenScope[]): string {
	const curl = `curl -H "Authorization: Bearer ${token}"`;
	if (scopes.includes('read')) return `${curl} ${origin}/api/automations`;
	if (scopes.includes('billing')) return `${curl} ${origin}/api/billing`;
	if (scopes.includes('automations')) {
		return `${curl} -H "Content-Type: application/json" -d '{"_name":"From a program"}' ${origin}/api/automations`;
	}
	return `${curl} -H "X-Device-Id: DEVICE_ID" -H "Content-Type: image/jpeg" --data-binary @picture.jpg ${origin}/api/captures`;
}

/** If the limit is reached, the server's message already says so for the customer. */
export function makeFailure({ code, message, retryAfter }: ApiError): string {
	if (code !== 'resource-exhausted') return 'The token could not be made. Please try again.';
	return retryAfter === null
		? message
		: `That was often enough for now. You can make more ${waitInWords(retryAfter)}.`;
}
