import { expect } from 'vitest';
import { commands, page } from 'vitest/browser';

declare module 'vitest/browser' {
	interface BrowserCommands {
		/** The theme that the browser asks for; null for its own. */
		colorScheme(scheme: 'light' | 'dark' | null): Promise<void>;
		/** What axe finds. */
		violations(): Promise<string[]>;
	}
}

const LOOKS = [
	[390, 'light'],
	[1280, 'dark'],
] as const;

/** On a phone in the light theme and on a desktop in the dark one: axe finds nothing, and nothing is wider than the window. */
export async function expectSound(what: string) {
	for (const [width, scheme] of LOOKS) {
		const message = `${what}, ${width} px, ${scheme}`;
		await page.viewport(width, 844);
		await commands.colorScheme(scheme);
		await expect
			.poll(() => document.documentElement.scrollWidth - innerWidth, { message })
			.toBeLessThanOrEqual(0);
		expect(await commands.violations(), message).toEqual([]);
	}
	await commands.colorScheme(null);
	await page.viewport(1280, 800);
}
