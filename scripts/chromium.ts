import { existsSync } from 'node:fs';

/** The Chromium of tests: `npm test` names the one it found or brought; run by hand, the system's is used, then Playwright's own. */
const executablePath = [
	process.env.CHROMIUM,
	'/usr/bin/chromium-headless-shell',
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
].find((path) => path && existsSync(path));

export const chromium = {
	...(executablePath && { executablePath }),
	// The sandbox refuses to start for root, and tests must not talk to the network.
	args: [
		'--no-sandbox',
		'--no-first-run',
		'--disable-gpu',
		'--disable-background-networking',
		'--disable-component-update',
		'--disable-sync',
	],
};
