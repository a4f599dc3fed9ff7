import { expect, test } from '../fixtures.ts';

test('the landing screen says what the product does and leads to sign-in', async ({ page }) => {
	await page.goto('/');
	await expect(page).toHaveTitle('Say what to watch for · Watchword');
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(
		'Say what to watch for. Hear when it happens.',
	);
	// On a dark ground in either colour scheme.
	await expect(page.getByText('person', { exact: true })).toHaveCSS('color', 'rgb(255, 255, 255)');
	const how = page.getByRole('region', { name: /^Something happens/ });
	await expect(how.getByRole('heading', { level: 3 })).toHaveText([
		'Something sets it off',
		'Your prompt decides',
		'The right thing follows',
	]);
	for (const picture of await how.getByRole('img').all()) {
		await picture.scrollIntoViewIfNeeded();
		await expect(picture).toHaveJSProperty('complete', true);
		expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(960);
	}
	await page.getByRole('link', { name: 'Sign in', exact: true }).click();
	await expect(page).toHaveURL('/signin');
});

test('the landing screen is readable before any script runs', async ({ browser, server }) => {
	const context = await browser.newContext({ baseURL: server.url, javaScriptEnabled: false });
	const page = await context.newPage();
	await page.goto('/');
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	await expect(page.getByRole('heading', { level: 3 })).not.toHaveCount(0);
	await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toHaveAttribute('href', '/signin');
	await context.close();
});

test('a browser that stores nothing shows every public screen', async ({ browser, server }) => {
	const context = await browser.newContext({ baseURL: server.url });
	const page = await context.newPage();
	await page.addInitScript(() => {
		for (const storage of ['sessionStorage', 'localStorage'])
			Object.defineProperty(window, storage, {
				get() {
					throw new DOMException('The user blocks site data.', 'SecurityError');
				},
			});
	});
	for (const path of ['/', '/signin', '/resetpassword', '/camera', '/no/such/page']) {
		await page.goto(path);
		await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	}
	await context.close();
});

test('a signed-in visitor of the landing screen can open the portal', async ({ signedIn: page }) => {
	await page.goto('/');
	await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toHaveCount(0);
	await page.getByRole('link', { name: 'Open portal' }).first().click();
	await expect(page).toHaveURL('/app/dashboard');
});

test('an unknown path is a 404', async ({ page }) => {
	await page.goto('/no/such/page');
	await expect(page.getByText("There's nothing here: 404!", { exact: true })).toBeVisible();
	await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
	await page.getByRole('link', { name: 'Go to the start page' }).click();
	await expect(page).toHaveURL('/');
	// A file of another version is none, rather than the page.
	expect((await page.request.get('/assets/page-gone.js')).status()).toBe(404);
});

test('nothing is shown before the first check of the session has ended', async ({ signedIn: page }) => {
	const { promise: released, resolve: release } = Promise.withResolvers<void>();
	await page.route('/api/users/me', async (route) => {
		await released;
		await route.continue();
	});
	await page.goto('/app/help');
	await expect(page.getByRole('status')).toHaveText('Loading...');
	await expect(page.getByRole('heading')).toHaveCount(0);
	release();
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a first check that fails says so and can be repeated', async ({ signedIn: page }) => {
	let away = true;
	await page.route('/api/users/me', (route) => (away ? route.abort() : route.continue()));
	await page.goto('/app/help');
	await expect(page.getByRole('alert')).toContainText("We can't reach Watchword right now.");
	away = false;
	await page.getByRole('button', { name: 'Try again' }).click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Help');
});

test('the portal keeps to its content security policy', async ({ signedIn: page }) => {
	const complaints: string[] = [];
	page.on('console', (message) => {
		if (/Content Security Policy/i.test(message.text())) complaints.push(message.text());
	});
	for (const path of ['/', '/app/dashboard', '/app/help']) {
		const answer = await page.goto(path);
		expect(answer?.headers()['content-security-policy']).toContain("default-src 'self'");
		await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	}
	expect(complaints).toEqual([]);
});
