import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromium } from '../scripts/chromium.ts';

/** Component tests: the portal's screens and parts in a real browser, with answers of a server that is not there. */
export default defineConfig({
	root: import.meta.dirname,
	plugins: [react(), tailwindcss()],
	test: {
		name: 'components',
		include: ['src/**/*.component.test.tsx'],
		setupFiles: ['src/testing/setup.ts'],
		// A start of the browser's page costs more than a test, so all files share one; the setup empties it after each test.
		isolate: false,
		fileParallelism: false,
		testTimeout: 30_000,
		expect: { poll: { timeout: 10_000 } },
		browser: {
			enabled: true,
			headless: true,
			screenshotFailures: false,
			// A text that is looked for may be a part of another, as in the walks.
			locators: { exact: false },
			viewport: { width: 1280, height: 800 },
			provider: playwright({
				launchOptions: chromium,
				contextOptions: { locale: 'en-US', reducedMotion: 'reduce' },
			}),
			instances: [{ browser: 'chromium' }],
		},
	},
});
