import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { openAsVisitor } from '../../testing/open.tsx';
import { type Answers, refused } from '../../testing/wire.ts';

const WRONG = 'This code is wrong, used or older than 10 minutes. Ask for a new one.';
const CLAIM = 'POST /api/devices/claim';
const SETTINGS = {
	...{ desc: 'Back gate', capture_window_start: '00:00', capture_window_end: '23:59' },
	...{ light_window_start: '18:00', light_window_end: '06:00', _zone: 'UTC', _utcOffset: 0, burst: 1 },
	serverTime: new Date().toISOString(),
};
const server: Answers = {
	[CLAIM]: { account: 'a', deviceId: 'd'.repeat(20), deviceKey: 'wwk_key' },
	'GET /api/captures/settings': SETTINGS,
	'POST /api/devices/status': SETTINGS,
	'POST /api/captures': { captureId: 'c'.repeat(20), repeated: false, settings: SETTINGS },
};

const heading = page.getByRole('heading', { level: 1 });
const pair = page.getByRole('button', { name: 'Pair this camera' });
const code = page.getByLabelText('Pairing code');
const title = page.getByRole('status');

afterEach(async () => {
	// It goes on taking pictures until its page is closed.
	await cleanup();
	const { promise, resolve } = Promise.withResolvers<void>();
	const request = indexedDB.open('watchword-camera');
	request.onsuccess = () => {
		const { result: kept } = request;
		const clearing = kept.transaction([...kept.objectStoreNames], 'readwrite');
		for (const name of kept.objectStoreNames) clearing.objectStore(name).clear();
		clearing.oncomplete = () => {
			kept.close();
			resolve();
		};
	};
	await promise;
});

/** A camera that refuses with this error the first time. */
function plugIn(error?: unknown) {
	const canvas = document.createElement('canvas');
	// Without a change there is no picture.
	let hue = 0;
	const filming = setInterval(() => {
		const drawing = canvas.getContext('2d');
		if (!drawing) return;
		drawing.fillStyle = `hsl(${hue++} 50% 50%)`;
		drawing.fillRect(0, 0, 300, 150);
	}, 50);
	let refusals = error === undefined ? 0 : 1;
	const opened = vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async () => {
		if (refusals-- > 0) throw error;
		return canvas.captureStream(5);
	});
	const worker = vi.spyOn(navigator.serviceWorker, 'register').mockRejectedValue(new Error('none here'));
	const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
	onTestFinished(() => {
		clearInterval(filming);
		for (const spy of [opened, worker, warned]) spy.mockRestore();
	});
}

test('a typed code pairs, with a name, and a wrong one is explained', async () => {
	plugIn();
	const { wire } = await openAsVisitor('/camera', {
		...server,
		[CLAIM]: refused('invalid-pairing-code', {}, WRONG),
	});
	await expect.element(heading).toHaveTextContent('Make this a camera');
	await pair.click();
	await expect.element(code).toHaveAccessibleDescription('Enter the 8 characters of the code.');
	await code.fill('WRONG234');
	await pair.click();
	await expect.element(page.getByRole('alert')).toHaveTextContent(WRONG);
	wire.answer(server);
	await code.fill('abcd 2345');
	await page.getByLabelText('What does it see?').fill('Back gate');
	await pair.click();
	await expect.element(heading).toHaveTextContent('Back gate');
	await expect.poll(() => wire.bodies(CLAIM).at(-1)).toMatchObject({ desc: 'Back gate' });
});

test('a link that somebody else sent pairs nothing before a click; a paired camera asks before it is paired again', async () => {
	plugIn();
	const { wire, reload } = await openAsVisitor('/camera?code=ABCD2345', server);
	await expect.element(page.getByText('only if this code is yours')).toBeVisible();
	await expect.element(pair).toBeEnabled();
	expect(wire.bodies(CLAIM)).toEqual([]);
	await pair.click();
	await expect.element(title.first()).toMatchTextContent('Watching');
	await expect.poll(() => wire.bodies(CLAIM)).toHaveLength(1);

	await reload('/camera?code=EFGH6789');
	await expect.element(heading).toHaveTextContent('Pair this camera again');
	await page.getByRole('button', { name: 'Keep it as it is' }).click();
	await expect.element(title.first()).toMatchTextContent('Watching');
	await expect.poll(() => wire.bodies(CLAIM)).toHaveLength(1);
	await page.getByRole('button', { name: 'Unpair' }).click();
	await page.getByRole('button', { name: 'Yes, unpair' }).click();
	await expect.element(heading).toHaveTextContent('Make this a camera');
});

test.each([
	['The camera is blocked', new DOMException('no', 'NotAllowedError')],
	['No camera found', new DOMException('no', 'NotFoundError')],
	// As in Firefox and Safari, where this one is no DOMException.
	['No camera found', { name: 'OverconstrainedError' }],
	['The camera is in use', new DOMException('no', 'NotReadableError')],
])('%s: it says so, and can be tried again', async (words, error) => {
	plugIn(error);
	await openAsVisitor('/camera?code=ABCD2345', server);
	await pair.click();
	await expect.element(title.first()).toMatchTextContent(words);
	// It is found by itself when it is plugged in again.
	if (words === 'No camera found') navigator.mediaDevices.dispatchEvent(new Event('devicechange'));
	else await page.getByRole('button', { name: 'Try again' }).click();
	await expect.element(title.first()).toMatchTextContent('Watching');
});
