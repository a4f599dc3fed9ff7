import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OpenAPIHono } from '@hono/zod-openapi';
import { expect, onTestFinished, test } from 'vitest';
import type { Env } from '../base/route.ts';
import { servePortal } from './portal.ts';

test('where the build was interrupted, the answer is how to build it, and the server starts', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'watchword-portal-'));
	onTestFinished(() => rm(folder, { recursive: true }));
	await writeFile(join(folder, 'index.html'), '<!doctype html>');
	const app = new OpenAPIHono<Env>();
	const portal = {
		supportEmail: 'a@example.com',
		termsUrl: 'https://a.example',
		privacyUrl: 'https://b.example',
	};
	servePortal(app, folder, portal);
	const answer = await app.request('/');
	expect([answer.status, await answer.text()]).toEqual([
		503,
		'The portal has not been built. Run: npm run build\n',
	]);
});
