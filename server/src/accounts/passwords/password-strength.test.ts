import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
	server = await startServer();
});
afterAll(() => server.stop());

const PATH = '/api/users/me/password';
const said = async (answer: Response) =>
	((await answer.json()) as { error?: { code: string; message: string } }).error;

test('a common or guessable password is refused with the reason, when it is changed and by a link', async () => {
	const customer = await server.customer();
	const [ownName = ''] = customer.email.split('@');
	const { password: currentPassword } = customer;
	for (const [newPassword, reason] of [
		['password1234', 'one that many people use'],
		['P@ssw0rd1234', 'one that many people use'],
		['1q2w3e4r5t6y', 'one that many people use'],
		['aaaaaaaaaaaa', 'repeats the same characters'],
		['letmeinletmein', 'repeats the same characters'],
		['abcdefghijkl', 'follows the alphabet'],
		['watchword2024', 'the name of this product'],
		[customer.email, 'your address'],
		[`${ownName}1`, 'your address'],
	] as const) {
		const error = await said(await customer.send('PUT', PATH, { currentPassword, newPassword }));
		expect(error, newPassword).toMatchObject({
			code: 'auth/weak-password',
			message: expect.stringContaining(reason),
		});
	}
	await server.visitor().post('/api/auth/request-password-reset', { email: customer.email });
	const token = /token=(\S+)/.exec((await server.mails(customer.email, 1))[0] ?? '')?.[1];
	const reset = (newPassword: string) =>
		server.visitor().post('/api/auth/reset-password', { token, newPassword });
	expect(await said(await reset('iloveyou123456'))).toMatchObject({ code: 'auth/weak-password' });
	// The link was not used up.
	expect((await reset('lamp garden 9 kettles')).status).toBe(200);
});

test('a long password takes no longer to examine', async () => {
	const customer = await server.customer();
	const { password: currentPassword } = customer;
	const newPassword = 'p4$$w0rd!1'.repeat(12);
	const answer = await customer.send('PUT', PATH, { currentPassword, newPassword });
	expect(await said(answer)).toMatchObject({ message: expect.stringContaining('repeats') });
});

test('a password has at least 12 characters', async () => {
	const customer = await server.customer();
	const { password: currentPassword } = customer;
	const answer = await customer.send('PUT', PATH, { currentPassword, newPassword: 'x7-Qp2_vLk9' });
	expect(await said(answer)).toMatchObject({
		code: 'invalid-argument',
		message: 'newPassword: must have at least 12 characters',
	});
});
