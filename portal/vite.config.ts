import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
	root: import.meta.dirname,
	plugins: [react(), tailwindcss()],
	build: {
		// One stylesheet for all screens: it is small, and no screen waits for its own.
		cssCodeSplit: false,
		// The content security policy refuses data: fonts and inline scripts, so every asset is a file.
		assetsInlineLimit: 0,
		modulePreload: { polyfill: false },
	},
	server: {
		proxy: Object.fromEntries(
			['/api', '/v0', '^/mail-frame(\\?|$)'].map((path) => [path, 'http://localhost:8080']),
		),
	},
});
