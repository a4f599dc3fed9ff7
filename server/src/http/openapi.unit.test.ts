import { expect, test, vi } from 'vitest';
import { newRouter } from '../base/route.ts';
import { openApiPages } from './openapi.ts';

test('the description of the API is written once, however often strangers ask for it', async () => {
	const app = newRouter();
	const write = vi.spyOn(app, 'getOpenAPI31Document');
	openApiPages(app, 'https://portal.example.com');
	const ask = async (path: string) => (await app.request(path)).text();
	const [json, page] = [await ask('/api/openapi.json'), await ask('/api/docs')];
	expect(JSON.parse(json).info.title).toBe('Watchword');
	expect(page).toContain('https://portal.example.com/api/automations');
	expect([await ask('/api/openapi.json'), await ask('/api/docs')]).toEqual([json, page]);
	expect(write).toHaveBeenCalledTimes(1);
});
