import { randomUUID } from 'node:crypto';
import { hashToken } from '../../server/src/accounts/sessions/session-tokens.ts';
import { newId } from '../../server/src/base/ids.ts';
import type { Ask } from './reckoning.ts';

/** Headers of a signed-in customer; created by SQL, because password hashing is slow on purpose. */
export async function signIn(ask: Ask, uid: string): Promise<{ authorization: string }> {
	const token = randomUUID();
	await ask(`insert into sessions (id, token, "userId", "expiresAt")
		values ('${newId()}', '${hashToken(token)}', '${uid}', now() + interval '1 day')`);
	return { authorization: `Bearer ${token}` };
}

/** An open tab: whether it receives something within a given time. */
export async function openTab(url: string, headers: Record<string, string>) {
	const { body } = await fetch(`${url}/api/events`, { headers });
	const reader = (body as ReadableStream<Uint8Array>).getReader();
	const decoder = new TextDecoder();
	let text = '';
	return async function hears(what: string, withinMs: number): Promise<boolean> {
		const late = setTimeout(() => void reader.cancel(), withinMs);
		while (!text.includes(what)) {
			const { value, done } = await reader.read();
			if (done) break;
			text += decoder.decode(value, { stream: true });
		}
		clearTimeout(late);
		await reader.cancel();
		return text.includes(what);
	};
}
