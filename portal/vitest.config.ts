import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import type { BrowserCommand } from 'vitest/node';
import { violations } from '../e2e/axe.ts';
import { chromium } from '../scripts/chromium.ts';

// React as it is shipped: its form for development checks itself, which takes a sixth of the time of these tests.
process.env.NODE_ENV = 'production';

/** What frames and pictures ask the server for, past `fetch`: the page for mails, and a picture of the size at the end of its path. */
const served: Plugin = {
	name: 'served',
	configureServer({ middlewares }) {
		middlewares.use('/mail-frame', (_request, response) => {
			response.setHeader('content-type', 'text/html').end('<!doctype html><title>Mail</title>');
		});
		middlewares.use('/v0', ({ url }, response) => {
			const [, width, height] = /(\d+)x(\d+)\?/.exec(url ?? '') ?? [];
			if (!width) return response.writeHead(404).end();
			const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`;
			return response.setHeader('content-type', 'image/svg+xml').end(picture);
		});
	},
};

/** What only the driver of the browser can do, for `src/testing/sound.ts`. */
const colorScheme: BrowserCommand<['light' | 'dark' | null]> = ({ page }, scheme) =>
	page.emulateMedia({ colorScheme: scheme });
const examined: BrowserCommand<[]> = async ({ frame }) => violations(await frame());

/** Component tests: the portal's screens and parts in a real browser, with answers of a server that is not there. */
export default defineConfig({
	root: import.meta.dirname,
	plugins: [react(), tailwindcss(), served],
	test: {
		name: 'components',
		include: ['src/**/*.component.test.tsx'],
		setupFiles: ['src/testing/setup.ts'],
		// A start of the browser's page costs more than a test, so all files share one; the setup empties it after each test.
		isolate: false,
		fileParallelism: false,
		// Limits for waiting, not expectations: a busy machine may be slow.
		testTimeout: 300_000,
		expect: { poll: { timeout: 100_000 } },
		browser: {
			enabled: true,
			headless: true,
			screenshotFailures: false,
			commands: { colorScheme, violations: examined },
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
