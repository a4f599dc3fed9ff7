import { makeOperatorLink } from '../operator/session.ts';
import type { Browser, TestServer } from './server.ts';

/** A browser in which the link of the terminal was opened. */
export async function operatorOf({ services, visitor, url }: TestServer): Promise<Browser> {
	const browser = visitor();
	const link = new URL(await makeOperatorLink(services.database.db, url));
	await browser.fetch(link.pathname + link.search, { redirect: 'manual' });
	return browser;
}
