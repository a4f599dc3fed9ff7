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
