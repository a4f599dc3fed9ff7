import { readFile } from 'node:fs/promises';
import { AutomationApi } from '../automation-api.ts';
import { addCamera, jpeg } from '../cameras.ts';
import { expect, test } from '../fixtures.ts';
import { expectSound } from '../sound.ts';

test('what automations save is looked at, searched, downloaded and deleted under Files', async ({
	signedIn: page,
	server,
}) => {
	const camera = await addCamera(page, server.url, 'Yard');
	const automations = new AutomationApi(page, server.url);
	const log = async (name: string) => {
		const { id } = await automations.create({
			_name: name,
			_triggerType: 'capture',
			trigger_device_deviceID: camera.id,
			trigger_device_type: 'continuous',
			_actionType: 'save',
			action_prompt: 'Is a person there?',
		});
		return id;
	};
	const yard = await log('Yard log');
	const folders = page.getByRole('navigation', { name: 'Folders' });
	const results = page.locator('[data-result]');

	await page.goto('/app/dashboard');
	await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Files' }).click();
	await expect(page.getByText('No files yet.')).toBeVisible();
	await expect(page.getByText('An automation with the action “Save to Storage”')).toBeVisible();

	// What is saved appears by itself. The first picture waits for the model to be loaded.
	await camera.send(await jpeg('#3a6b52'));
	const first = folders.getByRole('link', { name: /^Yard log 1 result, / });
	await expect(first).toBeVisible();
	await log('Second log');
	await camera.send(await jpeg('#6b523a'));
	await expect(folders.getByRole('link', { name: /^Yard log 2 results, / })).toBeVisible();
	await expect(results).toHaveCount(3);
	await expect(folders.getByRole('link', { name: /^All files 3 results, / })).toBeVisible();

	await folders.getByRole('link', { name: /^Yard log/ }).click();
	await expect(page).toHaveURL(`/app/files?folder=${yard}`);
	await expect(results).toHaveCount(2);
	await expect(results.first().locator('img[alt="What was captured"]')).toBeVisible();
	await results.first().getByRole('button', { name: 'Show preview' }).press('Enter');
	await expect(results.first().getByRole('img', { name: 'capture.jpg' })).toBeVisible();
	await expect(results.first().getByRole('region', { name: 'result.json' })).toContainText('"verdict"');
	await expectSound(page);

	const search = page.getByRole('searchbox', { name: 'Search files' });
	await search.fill('mail.eml');
	await expect(page.getByText('No files match.')).toBeVisible();
	await page.getByRole('button', { name: 'Clear the search' }).click();
	await search.fill('capture');
	await expect(page).toHaveURL(/search=capture/);
	await expect(results).toHaveCount(2);
	await search.fill('');

	// The newer result as a zip, the folder as another.
	const newest = await results.first().getAttribute('data-result');
	await results.first().getByRole('checkbox').check();
	await expect(page.getByText('1 selected')).toBeVisible();
	const [chosen] = await Promise.all([
		page.waitForEvent('download'),
		page.getByRole('link', { name: 'Download zip' }).click(),
	]);
	expect(chosen.suggestedFilename()).toBe('Watchword files.zip');
	const zip = await readFile(await chosen.path());
	expect(zip.subarray(0, 2).toString()).toBe('PK');
	expect(zip.includes(`_${newest}/result.txt`)).toBe(true);
	await results.first().getByRole('checkbox').uncheck();
	const [whole] = await Promise.all([
		page.waitForEvent('download'),
		page.getByRole('button', { name: 'Download folder' }).click(),
	]);
	expect(whole.suggestedFilename()).toBe('Yard log.zip');

	await results.first().getByRole('checkbox').check();
	await page.getByRole('button', { name: 'Delete', exact: true }).click();
	const asked = page.getByRole('alertdialog', { name: 'Delete 1 result?' });
	await expect(asked).toContainText('The runs stay and say that their files were deleted.');
	await asked.getByRole('button', { name: 'Delete' }).click();
	await expect(results).toHaveCount(1);
	await expect(page.getByText('1 result deleted.')).toBeVisible();
	await page.goto(`/app/runs?run=${newest}`);
	await expect(page.getByText(/^You deleted its saved files on/)).toBeVisible();

	// A run leads to its files, and its files lead back.
	await page.goto('/app/files?run=no-id');
	await expect(page.getByText('There are no files here any more.')).toBeVisible();
	await page.goto(`/app/files?folder=${yard}`);
	await results.first().getByRole('button', { name: 'Show preview' }).click();
	await results.first().getByRole('link', { name: 'Open its run' }).click();
	await page.getByRole('link', { name: 'Show in Files' }).click();
	await expect(page.getByRole('heading', { name: 'The result of one run' })).toBeVisible();
	await expect(results).toHaveCount(1);

	// On a phone, the folders come first.
	await page.setViewportSize({ width: 390, height: 844 });
	await page.getByRole('link', { name: 'All folders' }).click();
	await expect(results.first()).toBeHidden();
	await folders.getByRole('link', { name: /^Yard log/ }).click();
	await expect(folders).toBeHidden();
	await page.getByRole('button', { name: 'Delete folder' }).click();
	const everything = page.getByRole('alertdialog', { name: 'Delete everything in Yard log?' });
	await everything.getByRole('button', { name: 'Delete' }).click();
	await expect(page.getByText('The folder was deleted.')).toBeVisible();
	await expect(page.getByRole('heading', { name: 'All files' })).toBeVisible();
	await expect(results).toHaveCount(1);
	await page.getByRole('link', { name: 'All folders' }).click();
	await expect(folders.getByRole('link')).toHaveText([/^All files1 result/, /^Second log1 result/]);
});
