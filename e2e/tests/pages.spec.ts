import { expect, test } from '../fixtures.ts';

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
