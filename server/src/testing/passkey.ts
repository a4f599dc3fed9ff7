import type { CreationOptions, Passkey, RequestOptions } from '@watchword/contract/passkey';
import type { Deviation, SoftAuthenticator } from './passkey-authenticator.ts';
import type { Browser, Customer } from './server.ts';

/** The answer to an attempt to add a passkey of this authenticator. */
export async function tryToAdd(
	customer: Customer,
	authenticator: SoftAuthenticator,
	but: Deviation = {},
	name = 'My laptop',
): Promise<Response> {
	await customer.confirm();
	const options = await optionsFrom<CreationOptions>(customer, '/api/users/me/passkeys/options');
	return customer.post('/api/users/me/passkeys', { name, answer: authenticator.create(options, but) });
}

export async function addPasskey(
	customer: Customer,
	authenticator: SoftAuthenticator,
	name?: string,
): Promise<Passkey> {
	const answer = await tryToAdd(customer, authenticator, {}, name);
	if (!answer.ok) throw new Error(`a passkey was not added: ${await answer.text()}`);
	return (await answer.json()) as Passkey;
}

/** The answer to an attempt to sign in. */
export async function signInWith(
	browser: Browser,
	authenticator: SoftAuthenticator,
	but: Deviation = {},
): Promise<Response> {
	const options = await optionsFrom<RequestOptions>(browser, '/api/auth/passkey/options');
	return browser.post('/api/auth/sign-in/passkey', { answer: authenticator.get(options, but) });
}

export async function optionsFrom<T>(browser: Browser, path: string): Promise<T> {
	const answer = await browser.post(path);
	if (!answer.ok) throw new Error(`${path} failed: ${await answer.text()}`);
	return (await answer.json()) as T;
}
