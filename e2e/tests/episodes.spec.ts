import type { Page } from '@playwright/test';
import { drawScene } from '@watchword/scenes/scene';
import { AutomationApi } from '../automation-api.ts';
import { addCamera } from '../cameras.ts';
import { expect, test } from '../fixtures.ts';
import { expectSound } from '../sound.ts';

type Decided = { action_evidence: string };

/** The runs of an automation that met its condition, the first one first. */
async function runsOf(page: Page, automation: string): Promise<[Decided, Decided]> {
	const answer = await page.request.get('/api/runs', {
		params: { automation, outcome: 'done', order: 'oldest' },
	});
	return (await answer.json()).items;
}

test('what lasts over several captures is one card, grows and ends by itself, and leads to each of its runs', async ({
	signedIn: page,
	account,
	server,
}) => {
	const camera = await addCamera(page, server.url, 'Porch');
	const automations = new AutomationApi(page, server.url);
	const { id } = await automations.create();
	await automations.save(id, {
		_name: 'Someone at the porch',
		_triggerType: 'capture',
		trigger_device_deviceID: camera.id,
		action_prompt: 'Tell me when there is a person.',
		action_toAddress: account.email,
		_tell: 'begin',
	});
	const at = new Date();
	// By daylight, whenever the test runs.
	const noon = new Date(2026, 5, 1, 12);
	const look = { place: 'porch', at: noon, seed: 'demo', weather: 'clear' } as const;
	const [person, nobody] = [
		await drawScene({ ...look, who: ['person'] }),
		await drawScene({ ...look, who: [] }),
	];
	const ago = (seconds: number) => ({
		'X-Captured-At': new Date(at.getTime() - seconds * 1000).toISOString(),
	});

	await page.goto('/app/runs');
	await camera.send(person, ago(120));
	const card = page.getByRole('list', { name: 'Runs' }).locator('[data-episode]');
	await expect(card.getByText(/^since .+, 1 capture, 1 mail$/)).toBeVisible();
	await expect(card.getByText('Now', { exact: true })).toBeVisible();

	// Whoever looks at it sees it grow. Its captures get no cards of their own.
	await card.getByRole('button', { name: 'Show details' }).click();
	const strip = card.getByRole('list', { name: 'Pictures of this episode' });
	await camera.send(person, ago(90));
	await camera.send(person, ago(60));
	await expect(card.getByText(/^since .+, 3 captures, 1 mail$/)).toBeVisible();
	const frames = strip.getByRole('button');
	await expect(frames).toHaveCount(3);
	await expect(strip.getByRole('button', { name: /Told by mail at .+: it began\.$/ })).toHaveCount(1);
	// Pictures are loaded when they come into view.
	await frames.last().scrollIntoViewIfNeeded();
	await expect(strip.locator('img')).toHaveCount(3);
	await expect(page.locator('[data-run]')).toHaveCount(0);
	await expectSound(page);

	await camera.send(nobody, ago(30));
	await expect(card.getByText(/, 3 captures, 1 mail$/)).not.toContainText('since');
	await expect(card.getByText('Now', { exact: true })).toHaveCount(0);
	await page.getByRole('button', { name: '1 new run' }).click();
	await expect(page.locator('[data-run]').getByText('Not met')).toBeVisible();

	// What was decided about the first picture, and about the one that is chosen.
	const [first, second] = await runsOf(page, id);
	const chosen = card.getByRole('region', { name: 'The chosen picture' });
	const decided = ({ action_evidence }: Decided) => `Condition metYesEvidence${action_evidence}`;
	await expect(frames.first()).toHaveAttribute('aria-pressed', 'true');
	await expect(card.getByRole('img', { name: 'The capture' })).toBeVisible();
	await expect(chosen).toContainText(decided(first));
	await frames.nth(1).focus();
	await page.keyboard.press('Enter');
	await expect(frames.nth(1)).toHaveAttribute('aria-pressed', 'true');
	await expect(chosen).toContainText(decided(second));
	await expect(chosen).toContainText('still there.');
	await expectSound(page);

	// To its run, and from there to the episode with the list of its runs.
	await chosen.getByRole('link', { name: 'Everything about this run' }).click();
	await expect(page).toHaveURL(/\/app\/runs\?run=/);
	const linked = page.getByRole('region', { name: 'The run you followed a link to' });
	await expect(linked.getByText(/^Already told at .+, still there\.$/)).toBeVisible();
	await linked.getByRole('link', { name: 'Show its episode' }).click();
	await expect(page).toHaveURL(/\/app\/runs\?episode=/);
	await expect(page.locator('[data-run]')).toHaveCount(3);
	await expect(page.getByRole('region', { name: 'The episode' }).locator('[data-episode]')).toBeVisible();

	// Looking for words or outcomes shows single runs.
	await page.goto('/app/runs?outcome=done');
	await expect(page.locator('[data-run]')).toHaveCount(3);
	await page.goto('/app/runs?episode=aaaaaaaaaaaaaaaaaaaa');
	await expect(page.getByText('The episode you followed a link to is not kept any more.')).toBeVisible();

	await page.goto('/app/dashboard');
	await expect(page.getByText('1 episode', { exact: true }).first()).toBeVisible();
	const day = page
		.getByRole('region', { name: 'The last 24 hours by camera' })
		.getByRole('region', { name: 'Porch' });
	const picture = day.getByRole('link', { name: /^Someone at the porch, .+, 3 captures, 1 mail$/ });
	await picture.scrollIntoViewIfNeeded();
	await expect(picture.locator('img')).toBeVisible();
	await expectSound(page);
	await picture.click();
	await expect(page).toHaveURL(/\/app\/runs\?episode=/);
	await expect(page.locator('[data-run]')).toHaveCount(3);
});
