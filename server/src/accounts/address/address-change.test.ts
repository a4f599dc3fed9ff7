import { randomUUID } from 'node:crypto';
import type { AddressChange, Me } from '@watchword/contract/account';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, type Customer, refusal, startServer, type TestServer } from '../../testing/server.ts';
import { addressChanges } from '../tables.ts';

let server: TestServer;
beforeAll(async () => {
	server = await startServer();
});
afterAll(() => server.stop());

const PATH = '/api/users/me/address';
const address = () => `${randomUUID()}@example.com`;
const pending = async (customer: Browser) =>
	((await (await customer.get(PATH)).json()) as { pending: AddressChange | null }).pending;
const emailOf = async (customer: Browser) =>
	((await (await customer.get('/api/users/me')).json()) as Me).account.email;
const linkIn = (mail: string | undefined) => /\/address\/\S+/.exec(mail ?? '')?.[0] ?? 'no link';

async function askFor(customer: Customer, email: string) {
	await customer.confirm();
	return customer.send('PUT', PATH, { email });
}

/** A change that waits, with the links that were mailed. */
async function asked() {
	const customer = await server.customer();
	const email = address();
	expect((await askFor(customer, email)).status).toBe(200);
	const [oldMail] = await server.mails(customer.email, 1);
	const [newMail] = await server.mails(email, 1);
	return { customer, email, oldLink: linkIn(oldMail), newLink: linkIn(newMail) };
}

const agree = async (link: string) => (await server.visitor().post(`${link}?do=agree`)).text();
const signIn = async (email: string, { password }: Customer) =>
	(await server.visitor().post('/api/auth/sign-in/email', { email, password })).status;

test('the address changes once both addresses agreed by a button, and never by opening a link', async () => {
	const { customer, email, oldLink, newLink } = await asked();
	const old = customer.email;
	await server.visitor().post('/api/auth/request-password-reset', { email: old });
	const reset = /token=(\S+)/.exec((await server.mails(old, 2))[1] ?? '')?.[1];
	for (const link of [oldLink, newLink]) {
		const page = await server.visitor().get(link);
		expect(await page.text()).toContain('Change the address of your account?');
		expect(page.headers.get('cache-control')).toBe('no-store');
	}
	expect(await pending(customer)).toMatchObject({ email, old_confirmed: false, new_confirmed: false });

	expect(await agree(newLink)).toContain('This address has agreed');
	expect(await agree(newLink)).toContain('This address has agreed');
	expect(await pending(customer)).toMatchObject({ old_confirmed: false, new_confirmed: true });
	expect(await emailOf(customer)).toBe(old);
	expect(await agree(oldLink)).toContain('The address is changed');
	expect(await emailOf(customer)).toBe(email);
	expect(await pending(customer)).toBeNull();

	const notice = (await server.mails(old, 3))[2];
	expect(notice).toContain(`Your Watchword account has the address ${email} from now on`);
	expect(notice).toContain('support@watchword.example');
	expect(await signIn(old, customer)).toBe(401);
	expect(await signIn(email, customer)).toBe(200);
	const late = { token: reset, newPassword: 'a wish of the old address' };
	expect(await refusal(await server.visitor().post('/api/auth/reset-password', late))).toBe(
		'400 auth/invalid-token',
	);
	expect(await agree(oldLink)).toContain('This link does not work');
});

test('an address that has an account gets a mail that says so, and the customer learns nothing', async () => {
	const customer = await server.customer();
	const other = await server.customer();
	const answer = await askFor(customer, other.email.toUpperCase());
	expect([answer.status, await answer.json()]).toMatchObject([
		200,
		{ pending: { email: other.email, old_confirmed: false, new_confirmed: false } },
	]);
	const [told] = await server.mails(other.email, 1);
	expect(told).toContain('this address has an account of its own');
	expect(linkIn(told)).toBe('no link');
	const [mail] = await server.mails(customer.email, 1);
	expect(await agree(linkIn(mail))).toContain('This address has agreed');
	expect([await emailOf(customer), await emailOf(other)]).toEqual([customer.email, other.email]);
});

test('links stop working when the change is stopped, cancelled, replaced, or a day old', async () => {
	const { customer, oldLink, newLink } = await asked();
	const stopped = await (await server.visitor().post(`${newLink}?do=stop`)).text();
	expect(stopped).toContain('The address stays as it is');
	expect(await agree(oldLink)).toContain('This link does not work');
	expect(await pending(customer)).toBeNull();

	const cancelled = await asked();
	await cancelled.customer.send('DELETE', PATH, {});
	expect(await agree(cancelled.oldLink)).toContain('This link does not work');

	const replaced = await asked();
	await askFor(replaced.customer, address());
	await server.mails(replaced.customer.email, 2);
	expect(await agree(replaced.oldLink)).toContain('This link does not work');
	expect(await pending(replaced.customer)).toMatchObject({ old_confirmed: false });

	const late = await asked();
	await agree(late.newLink);
	await server.services.database.db.update(addressChanges).set({ expires_at: sql`now()` });
	expect(await agree(late.oldLink)).toContain('This link does not work');
	expect(await emailOf(late.customer)).toBe(late.customer.email);
	expect(await pending(late.customer)).toBeNull();
	expect((await server.visitor().get('/address/guessed')).status).toBe(404);
});

test('it needs the password, another address, and is limited', async () => {
	const customer = await server.customer();
	expect(await refusal(await customer.send('PUT', PATH, { email: address() }))).toBe(
		'403 auth/requires-recent-login',
	);
	expect(await refusal(await askFor(customer, 'not an address'))).toBe('400 invalid-argument');
	expect(await refusal(await askFor(customer, customer.email))).toBe('400 invalid-argument');
	for (let n = 0; n < 4; n++) expect((await askFor(customer, address())).status).toBe(200);
	expect(await refusal(await askFor(customer, address()))).toBe('429 resource-exhausted');
});

test('an address that was given away in between stays with the other account', async () => {
	const { customer, email, oldLink, newLink } = await asked();
	const other = await server.customer();
	await server.services.database.db.execute(sql`update users set email = ${email} where id = ${other.uid}`);
	await agree(oldLink);
	expect(await agree(newLink)).toContain('given to another account');
	expect(await emailOf(customer)).toBe(customer.email);
});

test('of two accounts that get the same address confirmed at the same moment, one has it', async () => {
	const email = address();
	const customers = [await server.customer(), await server.customer()];
	for (const customer of customers) {
		await askFor(customer, email);
		await agree(linkIn((await server.mails(customer.email, 1))[0]));
	}
	const links = (await server.mails(email, 2)).map(linkIn);
	const pages = await Promise.all(links.map(agree));
	expect(pages.filter((page) => page.includes('The address is changed'))).toHaveLength(1);
	expect(pages.filter((page) => page.includes('given to another account'))).toHaveLength(1);
	expect((await Promise.all(customers.map(emailOf))).filter((one) => one === email)).toHaveLength(1);
});
