import type { TokenDays, TokenScope } from '@watchword/contract/token';
import type { Customer } from './server.ts';

/** An API token that this customer makes, as a program has it. */
export async function makeToken(owner: Customer, scopes: TokenScope[], days: TokenDays = 30) {
	await owner.confirm();
	const answer = await owner.post('/api/tokens', { name: `For ${scopes.join(' and ')}`, scopes, days });
	const { id, token } = (await answer.json()) as { id: string; token: string };
	return { id, token, headers: { authorization: `Bearer ${token}` } };
}
