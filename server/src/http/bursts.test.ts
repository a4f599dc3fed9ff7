import { NEW_AUTOMATION } from '@watchword/contract/new-automation';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAutomation } from '../testing/automation.ts';
import { answerOf, scriptedModel } from '../testing/model.ts';
import { startServer, type TestServer } from '../testing/server.ts';
import { waitFor } from '../testing/wait.ts';

let server: TestServer;
/** Questions about slow prompts wait for the end of this. */
let slow = Promise.withResolvers<void>();
let [begun, atOnce, most] = [0, 0, 0];

async function think(prompt: string): Promise<void> {
	if (prompt !== 'slow') return;
	begun++;
	most = Math.max(most, ++atOnce);
	await slow.promise;
	atOnce--;
}

beforeAll(async () => {
	server = await startServer({
		model: {
			...scriptedModel(async ({ parts: { prompt } }) => {
				await think(prompt);
				return answerOf({ verdict: 'met' });
			}),
			readPrompt: async (prompt) => {
				await think(prompt);
				return { readAs: prompt, beyond: [] };
			},
		},
	});
});
afterAll(() => server.stop());

const REQUESTS = {
	'readings of a prompt': (prompt: string) => ['reading', { prompt, trigger: 'email' }],
	trials: (prompt: string) => [
		'try',
		{
			draft: { ...NEW_AUTOMATION, action_prompt: prompt },
			on: { kind: 'mail', from: 'ann@example.com', subject: 'Hello', text: 'Good day' },
		},
	],
} satisfies Record<string, (prompt: string) => [string, object]>;

test.each(Object.entries(REQUESTS))(
	'of many %s of one customer, four are worked on at once',
	async (_, of) => {
		[begun, atOnce, most] = [0, 0, 0];
		slow = Promise.withResolvers();
		const [customer, other] = [await server.customer(), await server.customer()];
		const ask = async (as: typeof customer, prompt: string) => {
			const [path, body] = of(prompt);
			return as.post(`/api/automations/${await addAutomation(server, as.uid)}/${path}`, body);
		};
		const answers = Promise.all(Array.from({ length: 20 }, () => ask(customer, 'slow')));
		await waitFor('four questions', async () => begun === 4);

		expect((await ask(other, 'quick')).status).toBe(200);
		expect((await customer.get('/api/automations')).status).toBe(200);
		expect((await customer.send('PUT', '/api/users/me/presence', { presence: 'away' })).status).toBe(200);
		expect(begun).toBe(4);
		slow.resolve();
		expect((await answers).map(({ status }) => status)).toEqual(Array(20).fill(200));
		expect([begun, most]).toEqual([20, 4]);
	},
);
