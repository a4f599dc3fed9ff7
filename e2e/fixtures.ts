import { randomUUID } from 'node:crypto';
import { test as base, expect, type Page } from '@playwright/test';
import { RunningServer } from './server.ts';

export { expect };

export interface Account {
	email: string;
	password: string;
	name: string;
}

interface TestFixtures {
	/** A customer of this test's own. */
	account: Account;
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
		{ scope: 'worker', timeout: 120_000 },
	],

	baseURL: ({ server }, use) => use(server.url),

	account: async ({ server }, use) => {
		const account = {
			email: `${randomUUID()}@example.com`,
			password: `pass-${randomUUID()}`,
			name: 'Robin Example',
		};
		const { email, name, password } = account;
		const added = await server.admin('user', 'add', '--email', email, '--name', name, '--password', password);
		if (added.code !== 0) throw new Error(`user add failed:\n${added.stdout}${added.stderr}`);
		await use(account);
	},

	signedIn: async ({ page, server, account }, use) => {
		const answer = await page.request.post('/api/auth/sign-in/email', {
			headers: { origin: server.url },
			data: { email: account.email, password: account.password },
		});
		if (!answer.ok()) throw new Error(`sign-in failed: ${answer.status()} ${await answer.text()}`);
		await use(page);
	},
});
