import { defineConfig } from '@playwright/test';
import { chromium } from '../scripts/chromium.ts';

// Tests of a worker share one browser context, emptied in between: the portal's files stay in its cache.
process.env.PW_TEST_REUSE_CONTEXT = '1';

export default defineConfig({
	testDir: 'tests',
	globalSetup: './first-start.ts',
	outputDir: '../test-results',
	fullyParallel: true,
	forbidOnly: Boolean(process.env.CI),
	workers: 2,
	// Limits for waiting, not expectations: a busy machine may be slow.
	timeout: 600_000,
	expect: { timeout: 100_000, toPass: { timeout: 100_000 } },
	reporter: 'list',
	use: {
		actionTimeout: 100_000,
		navigationTimeout: 100_000,
		browserName: 'chromium',
		locale: 'en-US',
		// Animations jump to their end, so that tests need not wait for them.
		contextOptions: { reducedMotion: 'reduce' },
		viewport: { width: 1280, height: 800 },
		// Recording a trace costs about as much as the test itself, so it is used only to examine a failure.
		trace: process.env.TRACE ? 'retain-on-failure' : 'off',
		screenshot: 'only-on-failure',
		launchOptions: {
			...chromium,
			args: [
				...chromium.args,
				// A page lives too shortly for optimised code to pay: without it the suite takes a twentieth less of the processor.
				'--js-flags=--no-opt --no-maglev',
				// The camera's tests need one; with it here they share browser and server with all others. Few pictures a second
				// suffice, and each costs processor time.
				'--use-fake-device-for-media-stream=fps=5',
				'--use-fake-ui-for-media-stream',
			],
		},
	},
});
