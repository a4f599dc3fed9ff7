import type { Condition } from '@watchword/contract/condition';
import { condition } from '@watchword/contract/condition-schema';
import { CONDITION_FILLS_PER_HOUR } from '@watchword/contract/constants';
import type { Zone } from '@watchword/contract/zone';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ModelFailure } from '../base/failures.ts';
import { addAutomation, addCamera } from '../testing/automation.ts';
import { scriptedModel } from '../testing/model.ts';
import { refusal, startServer, type TestServer } from '../testing/server.ts';

/** What the language model says, and what it was asked. */
let says: () => string = () => '';
let asked: { instructions: string; text: string }[] = [];

let server: TestServer;
beforeAll(async () => {
	server = await startServer({
		model: {
			...scriptedModel(),
			writeJson: async (instructions, text) => {
				asked.push({ instructions, text });
				return says();
			},
		},
	});
});
afterAll(() => server.stop());

const PERSON: Condition = { is: 'seen', kinds: ['person'], least: 1, most: null };
const IN_YARD: Condition = { ...PERSON, where: { zone: 'yard', side: 'in' } };
const BILLS: Condition = { is: 'says', words: ['bill'], match: 'any', in: 'anywhere' };
const YARD: Zone = {
	name: 'Yard',
	points: [0.1, 0.4, 0.8].map((x) => ({ x, y: x * x })),
	use: 'named',
	ratio: null,
};

async function editing() {
	const customer = await server.customer();
	const { deviceId } = await addCamera(server, customer.uid);
	await customer.send('PUT', `/api/devices/${deviceId}/zones`, { zones: [YARD] });
	const id = await addAutomation(server, customer.uid, {
		_triggerType: 'capture',
		trigger_device_deviceID: deviceId,
	});
	asked = [];
	const fill = (body: object = {}, as = customer) =>
		as.post(`/api/automations/${id}/condition`, {
			prompt: 'A "person" in the yard',
			trigger: 'capture',
			...body,
		});
	return { customer, id, fill };
}

describe('a condition that the language model fills in', () => {
	test('is asked for once, with the kinds and the zones there are, and saves nothing', async () => {
		const { customer, id, fill } = await editing();
		says = () => JSON.stringify(IN_YARD);
		const before = await (await customer.get(`/api/automations/${id}`)).json();
		expect(await (await fill()).json()).toEqual({ condition: IN_YARD });
		expect(asked).toHaveLength(1);
		expect(asked[0]?.instructions).toContain('The only zones there are: ["Yard"]');
		expect(asked[0]?.instructions).toContain('potted plant');
		expect(asked[0]?.text).toContain('"A \\"person\\" in the yard"');
		expect(await (await customer.get(`/api/automations/${id}`)).json()).toEqual(before);
		says = () => JSON.stringify(BILLS);
		expect(await (await fill({ trigger: 'email' })).json()).toEqual({ condition: BILLS });
	});

	test('is described by examples that are right', async () => {
		const { fill } = await editing();
		for (const trigger of ['capture', 'email', 'schedule']) await fill({ trigger });
		const examples = asked.flatMap(({ instructions }) => instructions.match(/^\{.*\}(?= {2})/gm) ?? []);
		expect(examples.length).toBeGreaterThan(20);
		for (const example of examples) expect(condition.parse(JSON.parse(example)), example).toBeTruthy();
	});

	test.each<[what: string, answer: () => string]>([
		['no JSON', () => 'Sure! Here it is.'],
		['another form', () => '{"verdict":"met"}'],
		['an unknown kind', () => JSON.stringify({ ...PERSON, kinds: ['drone'] })],
		['an unknown zone', () => JSON.stringify({ ...PERSON, where: { zone: 'Pool', side: 'in' } })],
		['a part of another trigger', () => JSON.stringify(BILLS)],
		['31 parts', () => JSON.stringify({ is: 'all', of: Array.from({ length: 31 }, () => PERSON) })],
		['groups a thousand deep', () => `${'{"is":"all","of":['.repeat(1000)}${']}'.repeat(1000)}`],
	])('is refused if it is %s', async (_, answer) => {
		const { fill } = await editing();
		says = answer;
		const refused = await fill();
		expect(await refusal(refused.clone())).toBe('400 invalid-argument');
		expect(await refused.text()).toContain('gave no condition that can be used');
	});

	test('says why if the model fails, and where there is none', async () => {
		const { fill } = await editing();
		says = () => {
			throw new ModelFailure('The model is away.', true);
		};
		expect(await (await fill()).text()).toContain('The model is away.');
	});

	test('is for the owner only, and so many times an hour', async () => {
		const { fill } = await editing();
		says = () => JSON.stringify(PERSON);
		expect(await refusal(await fill({}, await server.customer()))).toBe('404 not-found');
		for (let n = 0; n < CONDITION_FILLS_PER_HOUR; n++) expect((await fill()).status).toBe(200);
		expect(await refusal(await fill())).toBe('429 resource-exhausted');
	});
});

test('without a language model that can, the portal does not offer it', async () => {
	const plain = await startServer();
	const customer = await plain.customer();
	const id = await addAutomation(plain, customer.uid);
	expect(await (await plain.visitor().get('/api/portal')).json()).toMatchObject({ fillsConditions: false });
	const refused = await customer.post(`/api/automations/${id}/condition`, { prompt: 'x', trigger: 'email' });
	expect(await refusal(refused)).toBe('404 not-found');
	await plain.stop();
});
