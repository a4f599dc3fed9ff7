import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { keeping } from '../../testing/automations.ts';
import { device, portalSettings } from '../../testing/documents.ts';
import { openAsCustomer } from '../../testing/open.tsx';

const LAST_DAY = {
	...{
		waiting: { runs: 0, oldest: [] },
		hours: [],
		cameras: [],
		failures: [],
		pictures: [],
		drawn: [],
		hasRun: true,
	},
};

test('a failure says what happened and leads to the run and to its automation', async () => {
	const server = keeping({ _name: 'Gate' });
	const run = 'r'.repeat(20);
	const failure = { _automationId: server.id, _reason: 'The mail server refused it.', runs: 3, runId: run };
	const { at } = await openAsCustomer('/app/dashboard', {
		...server.answers,
		'GET /api/dashboard': {
			...LAST_DAY,
			hours: [{ hour: 0, outcome: 'failed', runs: 3 }],
			failures: [{ ...failure, _timestamp: Date.now() / 1000 - 7300 }],
		},
	});
	const line = page.getByRole('region', { name: 'What failed' }).getByRole('listitem');
	await expect.element(line).toMatchTextContent('Gate3 times, last 2 hours agoThe mail server refused it.');
	await expect
		.element(line.getByRole('link', { name: 'See what happened' }))
		.toHaveAttribute('href', `/app/runs?run=${run}`);
	await line.getByRole('link', { name: 'Open the automation' }).click();
	await expect.poll(at).toBe(server.path);
});

test('a day without episodes is called quiet', async () => {
	const shed = device({ desc: 'Shed', last_seen_at: new Date().toISOString() });
	const server = keeping({ _triggerType: 'capture', trigger_device_deviceID: shed.id });
	await openAsCustomer('/app/dashboard', {
		...server.answers,
		'GET /api/devices': { items: [shed], next: null },
		'GET /api/dashboard': {
			...LAST_DAY,
			hours: [{ hour: 0, outcome: 'not-met', runs: 1 }],
			cameras: [{ deviceId: shed.id, outcome: 'not-met', runs: 1 }],
		},
	});
	await expect
		.element(page.getByRole('region', { name: 'The last 24 hours by camera' }))
		.toMatchTextContent('A quiet day.');
	await expect.element(page.getByText('0 episodes', { exact: true })).toBeVisible();
});

const [drawn, phone] = [device({ id: 'e'.repeat(20) }), device()];

test.each([
	{ what: 'what a demo brings along counts for none', devices: [drawn], hasRun: false, done: 2 },
	{ what: 'a camera counts, and they can be hidden later', devices: [drawn, phone], hasRun: true, done: 3 },
])('the first steps: each with its state; $what', async ({ devices, hasRun, done }) => {
	await openAsCustomer('/app/dashboard', {
		'GET /api/portal': { ...portalSettings, sendsMail: false },
		'GET /api/devices': { items: devices, next: null },
		'GET /api/dashboard': { ...LAST_DAY, drawn: [drawn.id], hasRun },
	});
	const steps = page.getByRole('listitem').filter({ hasText: /^(Done: |\d)(Get|Open|Scan|Choose|Allow)/ });
	await expect.poll(() => steps.all().length).toBe(5);
	expect(steps.all().filter((step) => step.element().textContent?.startsWith('Done: '))).toHaveLength(done);
	const hide = page.getByRole('button', { name: 'Hide' });
	if (!hasRun) return expect.element(hide).not.toBeInTheDocument();
	await hide.click();
	await expect.element(page.getByText('First steps')).not.toBeInTheDocument();
});
