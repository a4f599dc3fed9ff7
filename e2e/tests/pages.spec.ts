import { expect, test } from '../fixtures.ts';

const ID = 'aaaaaaaaaaaaaaaaaaaa';

test('devices: loading, then none', async ({ signedIn: page }) => {
	const { promise: released, resolve: release } = Promise.withResolvers<void>();
	await page.route('/api/devices', async (route) => {
		await released;
		await route.continue();
	});
	await page.goto('/app/devices');
	await expect(page.getByText('Loading...', { exact: true })).toBeVisible();
	release();
	await expect(page.getByText('No devices available.', { exact: true })).toBeVisible();
	await expect(page.getByText('Loading...', { exact: true })).toHaveCount(0);
});

test('nothing to show yet: automations with a prompt to select one, and runs', async ({ signedIn: page }) => {
	await page.goto('/app/automations');
	await expect(page.getByText('No automations available.', { exact: true })).toBeVisible();
	await expect(page.getByText('Please select an Automation', { exact: true })).toBeVisible();
	await page.goto('/app/runs');
	await expect(page.getByText('No automations or runs available.', { exact: true })).toBeVisible();
});

test('automations: a listed one is loading until its name arrives, and unknown without a record', async ({
	signedIn: page,
}) => {
	const { promise: released, resolve: release } = Promise.withResolvers<void>();
	await page.route('/api/users/me', async (route) => {
		const me = await (await route.fetch()).json();
		await route.fulfill({ json: { ...me, details: { ...me.details, automations: [ID] } } });
	});
	await page.route('/api/automations', async (route) => {
		await released;
		await route.continue();
	});
	await page.goto('/app/automations');
	const link = page.getByRole('navigation', { name: 'Automations' }).getByRole('link');
	await expect(link).toHaveText(['Loading...']);
	release();
	await expect(link).toHaveText(['Unknown Automation']);
});

test('an automation that was made elsewhere is loading until its name arrives', async ({
	signedIn: page,
}) => {
	const make = (name: string) => page.request.post('/api/automations', { data: { _name: name } });
	await make('Gate');
	await page.goto('/app/automations');
	const link = page.getByRole('navigation', { name: 'Automations' }).getByRole('link');
	await expect(link).toHaveText(['Gate']);
	const { promise: released, resolve: release } = Promise.withResolvers<void>();
	await page.route('/api/automations', async (route) => {
		await released;
		await route.continue();
	});
	await make('Yard');
	await expect(link).toHaveText(['Gate', 'Loading...']);
	release();
	await expect(link).toHaveText(['Gate', 'Yard']);
});

test('an unknown automation is called unknown, and no payment is called successful without one', async ({
	signedIn: page,
}) => {
	for (const slug of [ID, 'not-an-id']) {
		await page.goto(`/app/automations/${slug}`);
		await expect(page.getByText('Unknown Automation', { exact: true })).toBeVisible();
		await page.getByRole('link', { name: 'See your automations' }).click();
		await expect(page).toHaveURL('/app/automations');
	}
	await page.goto('/app/paymentsuccess');
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('No such payment');
	await page.getByRole('main').getByRole('link', { name: 'Go to Credits and Billing' }).click();
	await expect(page).toHaveURL('/app/billing');
});

test('help: five sections that open and close, and the support address', async ({
	signedIn: page,
	request,
}) => {
	const { supportEmail } = await (await request.get('/api/portal')).json();
	await page.goto('/app/help');
	const sections = page.getByRole('main').getByRole('heading', { level: 2 });
	await expect(sections).toHaveText([
		'Automations Tab',
		'Runs Tab',
		'Devices',
		'Credits and Billing',
		'Contact Support',
	]);
	const contact = page.getByRole('button', { name: 'Contact Support' });
	await contact.click();
	const address = page.getByRole('region', { name: 'Contact Support' }).getByRole('link');
	await expect(address).toHaveText(supportEmail);
	await expect(address).toHaveAttribute('href', `mailto:${supportEmail}`);
	await contact.click();
	await expect(address).toBeHidden();
});

const FAILURES = [
	{ path: '/app/devices', api: '/api/devices', text: 'Your devices could not be loaded.' },
	{ path: '/app/runs', api: '/api/runs*', text: 'Your runs could not be loaded.' },
	{ path: '/app/billing', api: '/api/billing', text: 'Your balance could not be loaded.' },
	{
		path: `/app/automations/${ID}`,
		api: `/api/automations/${ID}`,
		text: 'This automation could not be loaded.',
	},
	{ path: '/app/dashboard', api: '/api/dashboard?*', text: 'Your dashboard could not be loaded.' },
	{ path: '/app/dashboard', api: '/api/billing', text: 'Your balance could not be loaded.' },
];

test('every screen says if documents could not be loaded, and offers to try again', async ({
	signedIn: page,
}) => {
	for (const { path, api, text } of FAILURES) {
		await test.step(`${path}: ${api}`, async () => {
			await page.route(api, (route) => route.abort());
			await page.goto(path);
			await expect(page.getByRole('alert')).toContainText(text);
			await page.unroute(api);
			await page.getByRole('button', { name: 'Try again' }).click();
			await expect(page.getByRole('alert')).toHaveCount(0);
		});
	}
});
