import { expect, type Page } from '@playwright/test';

/** The errors and warnings of the browser from now on. */
export function complaints(page: Page): string[] {
	const heard: string[] = [];
	page.on('console', (message) => {
		if (message.type() === 'error') heard.push(`${new URL(page.url()).pathname}: ${message.text()}`);
	});
	page.on('pageerror', (error) => heard.push(`${page.url()}: ${error.stack ?? error}`));
	return heard;
}

export const arrived = async (page: Page, path: string) => {
	await page.goto(path);
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	await expect(page.getByText('Loading...')).toHaveCount(0);
};
