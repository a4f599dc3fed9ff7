/** A tab of the portal in a real browser with a slowed-down CPU, which records how long each interaction takes to show. */
import {
	type Browser,
	type CDPSession,
	chromium,
	type Locator,
	type Page,
	type Request,
} from '@playwright/test';
import { bringChromium } from '../scripts/bring.ts';
import { WHO } from './large-account.ts';

/** The phone has a touch screen, the laptop a mouse. */
const KINDS = {
	phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
	laptop: { viewport: { width: 1280, height: 800 } },
};
export type Kind = keyof typeof KINDS;

/** Events are reported after the frame they caused. */
const REPORT_MS = 250;
const QUIET_MS = 300;

declare global {
	interface Window {
		takeInteractions(): Record<number, number>;
	}
}

export async function launchBrowser(): Promise<Browser> {
	const executablePath = await bringChromium();
	return chromium.launch({
		...(executablePath && { executablePath }),
		args: [
			'--no-sandbox',
			'--disable-gpu',
			'--disable-background-networking',
			'--enable-precise-memory-info',
		],
	});
}

export class Tab {
	readonly page: Page;
	readonly devtools: CDPSession;
	readonly #touch: boolean;
	/** Running requests, without the live event stream. */
	readonly #open = new Set<Request>();

	private constructor(page: Page, devtools: CDPSession, touch: boolean) {
		this.page = page;
		this.devtools = devtools;
		this.#touch = touch;
		page.on('request', (request) => {
			if (request.resourceType() !== 'eventsource') this.#open.add(request);
		});
		const ended = (request: Request) => this.#open.delete(request);
		page.on('requestfinished', ended).on('requestfailed', ended);
	}

	/** Signed in, after the guided tours. */
	static async open(browser: Browser, baseURL: string, kind: Kind, slowdown: number): Promise<Tab> {
		const context = await browser.newContext({ baseURL, locale: 'en-US', ...KINDS[kind] });
		const page = await context.newPage();
		await page.addInitScript(observeInteractions);
		const signedIn = await page.request.post('/api/auth/sign-in/email', { data: WHO });
		if (!signedIn.ok()) throw new Error(`signing in failed: ${signedIn.status()}`);
		for (const tour of ['mainTour', 'automationsTour']) {
			await page.request.post('/api/users/me/tours', { data: { tour } });
		}
		const devtools = await context.newCDPSession(page);
		if (slowdown > 1) await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
		return new Tab(page, devtools, kind === 'phone');
	}

	async goto(path: string, ready: (page: Page) => Locator): Promise<void> {
		await this.page.goto(path);
		await ready(this.page).first().waitFor();
		await this.quiet();
	}

	/** Resolves once no request has been running for a moment, and the page is idle. */
	async quiet(): Promise<void> {
		for (let since = Date.now(); Date.now() - since < QUIET_MS; ) {
			await this.page.waitForTimeout(20);
			if (this.#open.size > 0) since = Date.now();
		}
		await this.#idle();
	}

	async #idle(): Promise<void> {
		await this.page.evaluate(() => new Promise((idle) => requestIdleCallback(idle, { timeout: 3_000 })));
	}

	async press(target: Locator): Promise<void> {
		const one = target.first();
		await one.scrollIntoViewIfNeeded();
		const box = await one.boundingBox();
		if (!box) throw new Error(`${target} is not in the page`);
		const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
		// Finding it made the browser style the whole page, even what is far out of sight. A customer's finger does not do that.
		await this.#idle();
		if (this.#touch) return this.page.touchscreen.tap(x, y);
		await this.page.mouse.move(x, y);
		await this.page.mouse.click(x, y, { delay: 40 });
	}

	/** Letter by letter, as quickly as a good typist. */
	async type(target: Locator, text: string): Promise<void> {
		await target.first().focus();
		await this.page.keyboard.type(text, { delay: 120 });
	}

	/** The longest interaction since the last call, in milliseconds; those under 16 are not reported. */
	async longest(): Promise<number> {
		await this.page.waitForTimeout(REPORT_MS);
		await this.page.evaluate(
			() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted))),
		);
		const found = await this.page.evaluate(() => window.takeInteractions());
		return Math.max(0, ...Object.values(found));
	}

	close(): Promise<void> {
		return this.page.context().close();
	}
}

/** Runs in the page. The events of one interaction count as one, with the time of the longest. */
function observeInteractions() {
	let longest: Record<number, number> = {};
	const note = (entries: PerformanceEntry[]) => {
		for (const entry of entries as PerformanceEventTiming[]) {
			const id = entry.interactionId;
			if (id) longest[id] = Math.max(longest[id] ?? 0, entry.duration);
		}
	};
	const observer = new PerformanceObserver((list) => note(list.getEntries()));
	observer.observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
	window.takeInteractions = () => {
		note(observer.takeRecords());
		const found = longest;
		longest = {};
		return found;
	};
}
