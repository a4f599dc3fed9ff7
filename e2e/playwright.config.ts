import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

/** `npm test` names the browser it found or brought; run by hand, the system's is used, then Playwright's own. */
const browser = [
	process.env.CHROMIUM,
	'/usr/bin/chromium-headless-shell',
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
].find((path) => path && existsSync(path));

// Tests of a worker share one browser context, emptied in between: the portal's files stay in its cache.
process.env.PW_TEST_REUSE_CONTEXT = '1';

export default defineConfig({
	testDir: 'tests',
	outputDir: '../test-results',
	fullyParallel: true,
	forbidOnly: Boolean(process.env.CI),
	workers: 2,
	// Bounds for waiting, not expectations: a busy machine may take its time.
	timeout: 60_000,
	expect: { timeout: 15_000 },
	reporter: 'list',
	use: {
		browserName: 'chromium',
		locale: 'en-US',
		// What moves is shown at its end at once: nothing to wait for, and half the frames to draw.
		contextOptions: { reducedMotion: 'reduce' },
		viewport: { width: 1280, height: 800 },
		// Recording one costs about as much as the test itself: asked for when a failure needs looking into.
		trace: process.env.TRACE ? 'retain-on-failure' : 'off',
		screenshot: 'only-on-failure',
		launchOptions: {
			...(browser && { executablePath: browser }),
			// The sandbox refuses to start for root, and tests must not talk to the network.
			args: [
				'--no-sandbox',
				'--no-first-run',
				'--disable-gpu',
				'--disable-background-networking',
				'--disable-component-update',
				'--disable-sync',
			],
		},
	},
});
