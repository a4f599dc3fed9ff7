/** `npm run pictures`: the pictures of the README, the tour and the landing page, from the demo data of a real server. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
	type APIRequestContext,
	type Browser,
	type BrowserContext,
	chromium,
	type Locator,
	type Page,
} from '@playwright/test';
import { TOURS } from '@watchword/contract/constants';
import { drawScene } from '@watchword/scenes/scene';
import sharp from 'sharp';
import { waitFor } from '../server/src/testing/wait.ts';
import config from './playwright.config.ts';
import { reachPictures } from './reach-pictures.ts';
import { RunningServer } from './server.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DOCS = join(ROOT, 'docs/pictures');
const LANDING = join(ROOT, 'portal/src/features/landing/pictures');
const WIDE = { width: 1280, height: 860 };
/** The automation that the pictures follow. */
const SHOWN = 'Someone at the front porch';
/** The pictures should show daylight, so the cameras are in a zone where it is afternoon now. */
const AFTERNOON = afternoonZone(16);

await Promise.all([mkdir(DOCS, { recursive: true }), mkdir(LANDING, { recursive: true })]);
console.log('Starting a server and waiting for its demo account ...');
const server = await RunningServer.start({ DEMO: 'full', TZ: AFTERNOON });
const footage = join(server.dataDir, 'camera.mjpeg');
await writeFile(footage, await drawScene({ place: 'porch', at: new Date(), who: ['person'], seed: 'demo' }));
const { launchOptions } = config.use ?? {};
const browser = await chromium.launch({
	...launchOptions,
	args: [
		...(launchOptions?.args ?? []),
		'--use-fake-ui-for-media-stream',
		'--use-fake-device-for-media-stream',
		`--use-file-for-fake-video-capture=${footage}`,
	],
});
try {
	const demo = await demoAccount(server);
	for (const scheme of ['light', 'dark'] as const) {
		const context = await signedIn(browser, server, demo, scheme);
		await landingPictures(context, scheme);
		if (scheme === 'light') await screens(context);
		await context.close();
	}
	await cameraPicture(browser, server, demo);
	await reachPictures(browser, DOCS, take);
	await scenes();
	await visitor();
} finally {
	await browser.close();
	await server.stop();
}

interface Demo {
	email: string;
	password: string;
}

/** The demo account once everything in it is there and every run has ended. */
async function demoAccount({ dataDir, url }: RunningServer): Promise<Demo> {
	const demo = await until('the demo account', async () => {
		// The file may be half written at this moment.
		const kept = await readFile(join(dataDir, 'demo.json'), 'utf8').catch(() => '');
		const read = kept.endsWith('}\n') ? JSON.parse(kept) : null;
		return read?.furnished && (read as Demo);
	});
	const context = await browser.newContext({ baseURL: url });
	await signIn(context, demo);
	const allEnded = () =>
		until('the end of every run', async () => {
			const { items } = await (await context.request.get('/api/runs?outcome=open')).json();
			return items.length === 0;
		});
	await allEnded();
	// The captures of the demo's day come late, and their runs say so. One that comes now is like a customer's.
	const { id } = await metRun(context.request, SHOWN);
	await context.request.post(`/api/runs/${id}/again`, { headers: { origin: url } });
	await allEnded();
	await context.close();
	return demo;
}

/** The newest run of an automation whose condition was met. */
async function metRun(request: APIRequestContext, name: string): Promise<{ id: string }> {
	const { items } = await (await request.get('/api/automations')).json();
	const { id } = items.find((automation: { _name: string }) => automation._name === name);
	const { items: runs } = await (await request.get(`/api/runs?automation=${id}`)).json();
	const met = runs.find((run: { action_condition_met: boolean | null }) => run.action_condition_met);
	if (!met) throw new Error(`no run of ${name} was met`);
	return met;
}

/** Everything in the demo account takes minutes on a small machine. */
function until<T>(what: string, ask: () => T | Promise<T>) {
	return waitFor(what, ask, { withinMs: 10 * 60_000, everyMs: 500 });
}

async function signIn(context: BrowserContext, { email, password }: Demo): Promise<void> {
	await context.request.post('/api/auth/sign-in/email', { data: { email, password } });
	for (const tour of TOURS) await context.request.post('/api/users/me/tours', { data: { tour } });
}

async function signedIn(
	browser: Browser,
	{ url }: RunningServer,
	demo: Demo,
	colorScheme: 'light' | 'dark',
): Promise<BrowserContext> {
	const context = await browser.newContext({
		baseURL: url,
		colorScheme,
		viewport: WIDE,
		deviceScaleFactor: 1.5,
		reducedMotion: 'reduce',
		timezoneId: AFTERNOON,
		locale: 'en-US',
	});
	await signIn(context, demo);
	return context;
}

async function screens(context: BrowserContext): Promise<void> {
	const page = await context.newPage();
	for (const name of ['dashboard', 'devices', 'files', 'billing', 'account']) {
		await open(page, `/app/${name}`);
		await take(page, join(DOCS, `${name}.webp`));
	}
	await openAutomation(page, SHOWN);
	await take(page, join(DOCS, 'automation.webp'));
	await openRun(page, SHOWN);
	await take(page, join(DOCS, 'runs.webp'));
	await page.close();
}

/** The pictures for the landing page: narrower, so that they stay readable when they are small. */
async function landingPictures(context: BrowserContext, scheme: string): Promise<void> {
	const page = await context.newPage();
	await page.setViewportSize({ width: 720, height: 600 });
	await open(page, '/app/dashboard');
	await page.getByRole('heading', { name: 'Last seen by your cameras' }).scrollIntoViewIfNeeded();
	await page
		.getByRole('region', { name: 'Last seen by your cameras' })
		.evaluate((part) => window.scrollTo(0, part.getBoundingClientRect().top + window.scrollY - 80));
	await take(page, join(LANDING, `trigger-${scheme}.webp`), 960);
	await openAutomation(page, SHOWN);
	await page
		.getByText('Prompt', { exact: true })
		.first()
		.evaluate((part) => window.scrollTo(0, part.getBoundingClientRect().top + window.scrollY - 160));
	await take(page, join(LANDING, `decide-${scheme}.webp`), 960);
	await openRun(page, SHOWN);
	await page
		.locator('[data-run]')
		.first()
		.evaluate((part) => window.scrollTo(0, part.getBoundingClientRect().top + window.scrollY - 80));
	await take(page, join(LANDING, `act-${scheme}.webp`), 960);
	await page.close();
}

async function openAutomation(page: Page, name: string): Promise<void> {
	await open(page, '/app/automations');
	await page.getByRole('navigation', { name: 'Automations' }).getByRole('link', { name }).click();
	await page.getByRole('heading', { level: 1, name: 'Automations' }).waitFor({ state: 'attached' });
	await settled(page);
}

async function openRun(page: Page, name: string): Promise<void> {
	const { id } = await metRun(page.request, name);
	await open(page, `/app/runs?run=${id}`);
	await page.locator('[data-run] img').first().waitFor();
	await settled(page);
}

async function cameraPicture(browser: Browser, { url }: RunningServer, demo: Demo): Promise<void> {
	const context = await browser.newContext({
		baseURL: url,
		viewport: { width: 390, height: 844 },
		deviceScaleFactor: 1.5,
		permissions: ['camera'],
		timezoneId: AFTERNOON,
	});
	await signIn(context, demo);
	const pairing = await context.request.post('/api/devices/pairings', { headers: { origin: url }, data: {} });
	const { code } = await pairing.json();
	await context.clearCookies();
	const page = await context.newPage();
	await page.goto(`/camera?code=${code}`);
	await page.getByRole('button', { name: 'Pair this camera' }).click();
	await page.locator('video').waitFor();
	await sleep(4000);
	await take(page, join(DOCS, 'camera.webp'));
	await context.close();
}

/** What the demo cameras can see: by day, in the evening, at night. */
async function scenes(): Promise<void> {
	const at = (hour: number) => new Date(new Date().setHours(hour, 20, 0, 0));
	const drawn = await Promise.all([
		drawScene({ place: 'driveway', at: at(13), who: ['car'], seed: 'demo', weather: 'clear' }),
		drawScene({ place: 'garden', at: at(17), who: ['dog'], seed: 'demo', weather: 'clear' }),
		drawScene({ place: 'porch', at: at(20), who: ['person'], seed: 'demo', weather: 'clear' }),
	]);
	const small = await Promise.all(drawn.map((picture) => sharp(picture).resize(420, 315).toBuffer()));
	await sharp({ create: { width: 1280, height: 315, channels: 3, background: '#fff' } })
		.composite(small.map((input, place) => ({ input, left: place * 430, top: 0 })))
		.webp({ quality: 80 })
		.toFile(join(DOCS, 'scenes.webp'));
}

/** The evening visitor of the demo account, for the landing page. */
async function visitor(): Promise<void> {
	const at = new Date(new Date().setHours(20, 45, 0, 0));
	const picture = await drawScene({ place: 'porch', at, who: ['person'], seed: 'demo', weather: 'clear' });
	await sharp(picture).resize(960, 720).webp({ quality: 80 }).toFile(join(LANDING, 'visitor.webp'));
}

async function open(page: Page, path: string): Promise<void> {
	await page.goto(path);
	await settled(page);
}

/** Waits until everything is loaded and every visible picture is shown. */
async function settled(page: Page): Promise<void> {
	await page.waitForFunction(
		() =>
			!document.body.innerText.includes('Loading...') &&
			!document.querySelector('.animate-breathe, .animate-sweep') &&
			[...document.images].every((image) => image.complete),
	);
	await sleep(600);
}

async function take(page: Page | Locator, file: string, width?: number): Promise<void> {
	const bytes = await page.screenshot();
	const picture = sharp(bytes);
	await (width ? picture.resize({ width }) : picture).webp({ quality: 80 }).toFile(file);
	console.log(file.slice(ROOT.length));
}

/** The zone in which it is about `hour` now. In names such as Etc/GMT+5, plus means west. */
function afternoonZone(hour: number): string {
	const east = ((hour - new Date().getUTCHours() + 36) % 24) - 12;
	return `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`;
}
