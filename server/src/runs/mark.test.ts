import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAutomation, askForRun, grant } from '../testing/automation.ts';
import { endedRuns } from '../testing/runs.ts';
import { refusal, startServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
	server = await startServer({ env: { ROLES: 'api,worker' } });
});
afterAll(() => server.stop());

test('a verdict is marked, marked otherwise and unmarked, and the marked ones are found', async () => {
	const customer = await server.customer();
	await grant(server, customer.uid, 1);
	const automation = await addAutomation(server, customer.uid, { _triggerType: 'schedule' });
	// The second is skipped for want of credits, so it came to no verdict.
	for (const key of ['a', 'b']) {
		await askForRun(server, automation, key);
		await endedRuns(server, automation, key === 'a' ? 1 : 2);
	}
	const [judged, skipped] = await endedRuns(server, automation, 2);
	const marked = async () => {
		const answer = await customer.get(`/api/runs?automation=${automation}&marked=yes`);
		const { items } = (await answer.json()) as { items: { id: string; _mark: string }[] };
		return items.map(({ id, _mark }) => [id, _mark]);
	};
	const mark = (id: string | undefined, mark: unknown) =>
		customer.send('PUT', `/api/runs/${id}/mark`, { mark });

	expect(await marked()).toEqual([]);
	for (const word of ['right', 'wrong', 'wrong']) {
		expect(await (await mark(judged?.id, word)).json()).toEqual({ mark: word });
		expect(await marked()).toEqual([[judged?.id, word]]);
	}
	expect((await mark(judged?.id, null)).status).toBe(200);
	expect(await marked()).toEqual([]);

	expect(await refusal(await mark(skipped?.id, 'right'))).toBe('409 conflict');
	expect(await refusal(await mark(judged?.id, 'perhaps'))).toBe('400 invalid-argument');
	expect(await refusal(await mark('aaaaaaaaaaaaaaaaaaaa', 'right'))).toBe('404 not-found');
	const stranger = await server.customer();
	const theirs = await stranger.send('PUT', `/api/runs/${judged?.id}/mark`, { mark: 'wrong' });
	expect(await refusal(theirs)).toBe('404 not-found');
	expect(await marked()).toEqual([]);
});
