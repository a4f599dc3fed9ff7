import { randomUUID } from 'node:crypto';
import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test';
import { TOURS } from '@watchword/contract/constants';
import { RunningServer } from './server.ts';

export { expect };

export interface Account {
	email: string;
	password: string;
	name: string;
}

interface TestFixtures {
	/** A customer that only this test uses. */
	account: Account;
	/** Whether `account` has already seen the guided tours. With `fresh`, they start on the first screens. */
	tours: 'shown' | 'fresh';
	/** The page, signed in as `account`; go to a route to begin. */
	signedIn: Page;
}

/** The browser tests' `test`: a real server for each worker, a new customer for each test that asks for one. */
export const test = base.extend<TestFixtures, { server: RunningServer }>({
	server: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
		async ({}, use) => {
			const server = await RunningServer.start();
			await use(server);
			await server.stop();
		},
		// A first start makes a database; on a busy machine that takes its time.
		{ scope: 'worker', timeout: 300_000 },
	],

	baseURL: ({ server }, use) => use(server.url),

	tours: ['shown', { option: true }],

	account: async ({ server }, use) => {
		const account = {
			email: `${randomUUID()}@example.com`,
			password: 'correct horse battery',
			name: 'Robin Example',
		};
		const { email, name, password } = account;
		await server.admin('user', 'add', '--email', email, '--name', name, '--password', password);
		await use(account);
	},

	signedIn: async ({ page, account, tours }, use) => {
		await posted(page.request, '/api/auth/sign-in/email', {
			email: account.email,
			password: account.password,
		});
		if (tours === 'shown') {
			await Promise.all(TOURS.map((tour) => posted(page.request, '/api/users/me/tours', { tour })));
		}
		await use(page);
		// A request that the test intercepts may still be running when the test ends.
		await page.unrouteAll({ behavior: 'ignoreErrors' });
	},
});

/** Enters the customer's password again, as the portal asks for before some changes. */
export const confirm = (page: Page, { password }: Pick<Account, 'password'>) =>
	posted(page.request, '/api/users/me/confirmation', { password });

async function posted(request: APIRequestContext, path: string, data: unknown): Promise<void> {
	const answer = await request.post(path, { data });
	if (!answer.ok()) throw new Error(`${path} failed: ${answer.status()} ${await answer.text()}`);
}
