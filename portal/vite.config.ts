import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const LIBRARIES =
	/[\\/]node_modules[\\/](react|react-dom|react-router|scheduler|@tanstack[\\/](react-query|query-core))[\\/]/;
/**
 * Without those that bring a library of their own, and those of forms and opened items that two screens have: they come when
 * they are needed.
 */
const OWN =
	/[\\/](portal[\\/]src[\\/](lib|product|ui)|contract[\\/]src|lucide-react)[\\/](?!dialog-window|mail-frame|clean-markup|push|passkeys|time-list|time-range|text-area|field-|near-examples)/;
/** The scripts that a page waits for: most of what is in them runs at once. */
const FIRST = new Set(['index', 'libraries', 'shared', 'page', 'editor']);
/** The oldest browsers that have everything the portal uses. The README names them, and `lib` in tsconfig.json keeps to them. */
const BROWSERS = ['chrome121', 'edge121', 'firefox128', 'safari17.4', 'ios17.4'];

export default defineConfig({
	root: import.meta.dirname,
	plugins: [react(), tailwindcss()],
	build: {
		target: BROWSERS,
		// One stylesheet for all screens: it is small, and no screen waits for its own.
		cssCodeSplit: false,
		// The content security policy refuses data: fonts and inline scripts, so every asset is a file.
		assetsInlineLimit: 0,
		modulePreload: { polyfill: false },
		rolldownOptions: {
			output: {
				codeSplitting: {
					groups: [
						// What changes with a library stays in the browser's cache when the portal changes.
						{ name: 'libraries', test: LIBRARIES, priority: 1 },
						// Small things that several screens use come with the first script: each alone would be a request.
						{ name: 'shared', test: OWN, minShareCount: 2, maxModuleSize: 6_000 },
					],
				},
				// The browser then compiles them while they arrive, off the main thread, instead of at each function's first call.
				postBanner: ({ name }) => (FIRST.has(name) ? '//# allFunctionsCalledOnLoad' : ''),
			},
		},
	},
	server: {
		proxy: Object.fromEntries(
			['/api', '/v0', '^/mail-frame(\\?|$)'].map((path) => [path, 'http://localhost:8080']),
		),
	},
});
