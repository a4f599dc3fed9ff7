import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { addressChangeQuery } from './account-documents.ts';
import { meQuery } from './documents.ts';
import { createQueryClient } from './query-client.ts';

afterEach(() => {
	vi.unstubAllGlobals();
});

test('a request that finds the session ended makes the portal check it, whatever was asked for', async () => {
	const client = createQueryClient();
	client.setQueryData(meQuery.queryKey, { account: { uid: 'u' } } as never);
	const stop = new QueryObserver(client, meQuery).subscribe(() => {});
	const asked: string[] = [];
	vi.stubGlobal('fetch', async (path: string) => {
		asked.push(path);
		return Response.json({ error: { code: 'unauthenticated', message: '' } }, { status: 401 });
	});
	await expect(client.fetchQuery(addressChangeQuery)).rejects.toMatchObject({ code: 'unauthenticated' });
	await vi.waitFor(() => expect(client.getQueryData(meQuery.queryKey)).toBeNull());
	expect(asked).toEqual(['/api/users/me/address', '/api/users/me']);
	stop();
});
