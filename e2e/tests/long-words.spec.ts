import { drawScene } from '@watchword/scenes/scene';
import { AutomationApi } from '../automation-api.ts';
import { addCamera } from '../cameras.ts';
import { confirm, expect, test } from '../fixtures.ts';
import { deliver } from '../mail.ts';

/** One word of this length: a line cannot break in it. */
const word = (length: number) => 'Donaudampfschifffahrt'.repeat(10).slice(0, length);

test('long words make no screen wider than its window', async ({ signedIn: page, server, account }) => {
	await server.admin('credits', 'grant', '--email', account.email, '--credits', '9', '--why', word(200));
	const api = new AutomationApi(page, server.url);
	const camera = await addCamera(page, server.url, word(200));
	const watch = await api.create({
		...{ _name: word(200), _triggerType: 'capture', trigger_device_deviceID: camera.id },
		...{ action_prompt: 'Tell me when there is a person.', action_toAddress: account.email },
	});
	const table = await api.create({
		...{ _name: `Table${word(195)}`, _actionType: 'save', action_prompt: 'Note every mail.' },
		_fields: [{ id: 'aaaaaaaa', name: word(60), type: 'text', choices: [] }],
	});
	const { id: paused } = await api.create({ _name: word(200), action_prompt: word(2000) });
	const headers = { origin: server.url };
	await page.request.put(`/api/automations/${paused}/paused`, { data: { paused: true }, headers });
	expect((await page.request.put('/api/users/me', { data: { name: word(200) }, headers })).ok()).toBe(true);
	await confirm(page, account);
	const token = { name: word(60), scopes: ['read'], days: 30 };
	await page.request.post('/api/tokens', { data: token, headers });

	const at = new Date(2026, 5, 1, 12);
	await camera.send(await drawScene({ place: 'porch', at, seed: 'demo', weather: 'clear', who: ['person'] }));
	await deliver(server.smtpPort, {
		to: `${table.id}@automations.localhost`,
		head: [`From: ${word(60)} <${word(60)}@${word(60)}.example>`, `Subject: ${word(200)}`],
		body: word(200),
	});
	const open = async () => (await (await page.request.get('/api/runs?outcome=open')).json()).items.length;
	await expect.poll(open).toBe(0);

	await page.goto(`/app/automations/${table.id}`);
	const search = await page.getByLabel('Search the results').boundingBox();
	expect(search?.width).toBeGreaterThan(150);
	const screens = ['dashboard', 'devices', 'runs', 'files', 'billing', 'account'];
	const editors = [watch, table].map(({ id }) => `automations/${id}`);
	for (const path of [...screens, ...editors, `automations/${paused}`]) {
		await page.goto(`/app/${path}`);
		await expect(
			page
				.getByText(word(20))
				.or(page.getByLabel(word(20)))
				.first(),
		).toBeAttached();
		for (const width of [1280, 390, 320]) {
			await page.setViewportSize({ width, height: 844 });
			const excess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
			await expect.poll(excess, `${path}: pixels wider than a window of ${width}`).toBeLessThanOrEqual(0);
			// A name that is too long for its line covers what is beside it.
			const closed = page.getByRole('main').getByRole('button', { name: 'Show details' });
			while ((await closed.count()) > 0) await closed.first().click();
		}
	}

	// At the least width, the statement still has room for whole ordinary words.
	await page.goto('/app/billing');
	const what = await page.getByRole('row').nth(1).getByRole('cell').nth(1).boundingBox();
	expect(what?.width).toBeGreaterThan(110);
});
