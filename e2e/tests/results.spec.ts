import { AutomationApi } from '../automation-api.ts';
import { expect, test } from '../fixtures.ts';

test.describe.configure({ timeout: 120_000 });

test('fields are added, typed and checked in the editor', async ({ signedIn: page, server }) => {
	const { id } = await new AutomationApi(page, server.url).create({
		_triggerType: 'email',
		action_prompt: 'If it mentions a parcel',
	});
	await page.goto(`/app/automations/${id}`);
	const fields = page.getByRole('region', { name: 'Fields' });
	await fields.getByRole('button', { name: 'Add a field' }).click();
	await page.getByRole('button', { name: 'Update Automation' }).click();
	await expect(fields.getByText('Give each field a name, or remove it.')).toBeVisible();
	await fields.getByLabel('Name of the field').fill('Kind');
	await fields.getByLabel('Type of Kind').selectOption('Choice');
	await fields.getByLabel('Choices of Kind').fill('Invoice, Reminder');
	await page.getByRole('button', { name: 'Update Automation' }).click();
	await expect(page.getByText('Automation updated successfully!')).toBeVisible();
	await expect(page.getByText('Each run adds a row of one field to its table.')).toBeVisible();
	await page.reload();
	await expect(fields.getByLabel('Choices of Kind')).toHaveValue('Invoice,Reminder');
});
