import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

/** `npm test` names the browser it found or brought; run by hand, the system's is used, then Playwright's own. */
const browser = [
	process.env.CHROMIUM,
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
].find((path) => path && existsSync(path));

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
