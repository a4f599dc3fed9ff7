import type { Automation, AutomationVersion } from '@watchword/contract/automation';
import type { Condition } from '@watchword/contract/condition';
import { conditionInWords } from '@watchword/contract/condition-words';
import type { Zone } from '@watchword/contract/zone';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FEATURES_VERSION } from '../adapters/model/built-in/detector/lesson.ts';
import { builtInModel } from '../adapters/model/built-in/model.ts';
import { automations } from '../automations/tables.ts';
import { addCamera } from '../testing/automation.ts';
import { quiet } from '../testing/quiet.ts';
import { refusal, startServer, type TestServer } from '../testing/server.ts';
import { waitFor } from '../testing/wait.ts';

let server: TestServer;
beforeAll(async () => {
	// Only its prompts are read here: no network is loaded.
	server = await startServer({ model: builtInModel(quiet) });
});
afterAll(() => server.stop());

type Customer = Awaited<ReturnType<TestServer['customer']>>;

const DOG: Condition = { is: 'seen', kinds: ['dog'], least: 1, most: null };
const IN_YARD: Condition = { ...DOG, where: { zone: 'Yard', side: 'in' } };
const corners = [
	{ x: 0.1, y: 0.5 },
	{ x: 0.6, y: 0.5 },
	{ x: 0.6, y: 0.95 },
];
const zone = (name: string): Zone => ({ name, points: corners, use: 'named', ratio: null });

const inWords = ({ _condition }: Pick<Automation, '_condition'>) =>
	_condition && conditionInWords(_condition);
const json = async <T = Automation>(response: Response): Promise<T> => {
	expect(response.status, await response.clone().text()).toBe(200);
	return (await response.json()) as T;
};
const read = async (customer: Customer, id: string) => json(await customer.get(`/api/automations/${id}`));

/** An automation that watches a new camera, and the camera. */
async function watching(fields: object = {}) {
	const customer = await server.customer();
	const camera = await addCamera(server, customer.uid);
	const made = await json(
		await customer.post('/api/automations', {
			_triggerType: 'capture',
			trigger_device_deviceID: camera.deviceId,
			action_prompt: 'Tell me when a person is there',
			...fields,
		}),
	);
	const save = async (change: object) => {
		const { id, _owner, _deleted, runs, ...edit } = await read(customer, made.id);
		return customer.send('PUT', `/api/automations/${made.id}`, { ...edit, ...change });
	};
	const setZones = async (...names: string[]) =>
		json(await customer.send('PUT', `/api/devices/${camera.deviceId}/zones`, { zones: names.map(zone) }));
	return { customer, made, camera, save, setZones };
}

describe('the condition of an automation', () => {
	test('is what its prompt is read as, at every save', async () => {
		const { customer, made, save } = await watching();
		expect(inWords(made)).toBe('at least 1 person');
		const saved = await json(await save({ action_prompt: 'Tell me when there are 2 dogs', _condition: DOG }));
		expect(saved).toMatchObject({ _conditionChanged: false, _undecidable: false });
		expect(inWords(saved)).toBe('at least 2 dogs');
		const { items } = await json<{ items: Automation[] }>(await customer.get('/api/automations'));
		expect(items).toMatchObject([{ _condition: saved._condition }]);
	});

	test('stays as its owner changed it, whatever the prompt says, until it is read again', async () => {
		const { customer, made, save } = await watching();
		const changed = await json(await save({ _condition: DOG, _conditionChanged: true }));
		expect(changed).toMatchObject({ _condition: DOG, _conditionChanged: true });
		const { _condition, _conditionChanged, ...older } = changed;
		// A client that does not know conditions leaves them as they are.
		const { id, _owner, _deleted, runs, ...edit } = older;
		const prompt = { action_prompt: 'Tell me when a cat is there' };
		const later = await json(await customer.send('PUT', `/api/automations/${id}`, { ...edit, ...prompt }));
		expect(later).toMatchObject({ _condition: DOG, _conditionChanged: true, ...prompt });
		await customer.send('PUT', `/api/automations/${id}/name`, { _name: 'Dogs' });
		expect(await read(customer, made.id)).toMatchObject({ _name: 'Dogs', _condition: DOG });
		expect(inWords(await json(await save({ _conditionChanged: false })))).toBe('at least 1 cat');
	});

	test('is in copies and in the history', async () => {
		const { customer, made, save } = await watching();
		await save({ _condition: DOG, _conditionChanged: true });
		const copy = await json(await customer.post(`/api/automations/${made.id}/copy`));
		expect(copy).toMatchObject({ _condition: DOG, _conditionChanged: true });
		const { items } = await json<{ items: AutomationVersion[] }>(
			await customer.get(`/api/automations/${made.id}/versions`),
		);
		expect(items.map(({ document }) => document)).toMatchObject([
			{ _condition: DOG, _conditionChanged: true },
			{ _condition: made._condition, _conditionChanged: false },
		]);
	});

	test('can be given from the start', async () => {
		const { made } = await watching({ _condition: DOG, _conditionChanged: true });
		expect(made).toMatchObject({ _condition: DOG, _conditionChanged: true });
	});

	test('is described once for all routes', async () => {
		const described = await (await server.visitor().get('/api/openapi.json')).text();
		expect(JSON.parse(described).components.schemas.Condition).toBeDefined();
		expect(described.length).toBeLessThan(500_000);
	});

	test('that can never decide is said to be one', async () => {
		const { customer, save } = await watching({ action_prompt: 'Tell me when it looks messy' });
		const { items } = await json<{ items: Automation[] }>(await customer.get('/api/automations'));
		expect(items).toMatchObject([{ _undecidable: true }]);
		expect(await json(await save({ _condition: DOG, _conditionChanged: true }))).toMatchObject({
			_undecidable: false,
		});
	});

	test('follows the zones of its device, without a version, unless its owner changed it', async () => {
		const { customer, made, save, setZones } = await watching({
			action_prompt: 'Tell me when there is a dog in the yard',
		});
		const reads = (words: string) =>
			waitFor(words, async () => inWords(await read(customer, made.id)) === words);
		const mine = await watching();
		await mine.setZones('Yard');
		await mine.save({ _condition: IN_YARD, _conditionChanged: true });
		await mine.setZones('Lawn');

		await setZones('Yard');
		await reads('at least 1 dog in Yard');
		await setZones('Lawn');
		await waitFor(
			'another reading',
			async () => inWords(await read(customer, made.id)) !== inWords({ _condition: IN_YARD }),
		);
		expect((await read(customer, made.id))._version).toBe(made._version);
		// An editor that was open meanwhile saves.
		expect(
			inWords(await json(await save({ action_prompt: 'Tell me when there is a dog on the lawn' }))),
		).toBe('at least 1 dog in Lawn');
		expect(await read(mine.customer, mine.made.id)).toMatchObject({ _condition: IN_YARD });
	});

	test('follows the examples of its automation', async () => {
		const { customer, made, camera } = await watching({ action_prompt: 'Tell me when the gate is open' });
		expect(made).toMatchObject({ _condition: { is: 'beyond' }, _undecidable: true });
		const { database, queue } = server.services;
		const mark = (count: number) => sql`
			with taken as (
				insert into captures (id, "deviceId", capture_key, captured_at, original_path)
				select n || ${camera.deviceId}, ${camera.deviceId}, n, now(), '' from generate_series(1, ${count}::int) n returning id
			) insert into examples (id, "_automationId", "captureId", said, "from", features, version, ratio)
			select id, ${made.id}, id, case when row_number() over () % 2 = 0 then 'yes' else 'no' end, 'sheet', '', ${FEATURES_VERSION}, 1 from taken`;
		await database.db.execute(mark(6));
		await queue.send(database.db, 'learn-examples', { uid: customer.uid, automationId: made.id });
		await waitFor('a taught condition', async () => !(await read(customer, made.id))._undecidable);
		expect(await read(customer, made.id)).toMatchObject({ _condition: { is: 'taught' }, _version: 1 });
	});

	test.each<[what: string, condition: unknown, message: string]>([
		[
			'a kind that nobody knows',
			{ ...DOG, kinds: ['dog', 'drone'] },
			'_condition.kinds.1: "drone" is not a kind that can be recognised. Choose another one, or remove it.',
		],
		[
			'a zone that was removed',
			{ is: 'all', of: [DOG, { ...DOG, where: { zone: 'Pool', side: 'in' } }] },
			'_condition: "Pool" is not a zone of this device. Draw it, choose another zone, or remove the part that names it.',
		],
		['no condition', null, '_condition: is needed if it was changed'],
		['an unknown part', { is: 'smell', of: 'smoke' }, '_condition.is: '],
		['31 parts', { is: 'all', of: Array.from({ length: 31 }, () => DOG) }, 'may have at most 30 parts'],
	])('with %s cannot be saved, and the refusal says what to change', async (_, _condition, message) => {
		const { save, setZones } = await watching();
		await setZones('Yard', 'Pool');
		await setZones('Yard');
		expect(await json(await save({ _condition: IN_YARD, _conditionChanged: true }))).toMatchObject({
			_condition: IN_YARD,
		});
		const refused = await save({ _condition, _conditionChanged: true });
		expect(await refusal(refused.clone())).toBe('400 invalid-argument');
		expect(await refused.text()).toContain(JSON.stringify(message).slice(1, -1));
	});

	test('of a later version is known as far as this version knows it', async () => {
		const { customer, made } = await watching();
		const drone = { is: 'seen', kinds: ['drone'], least: 1, most: null };
		const smell = { is: 'smell', not: true, of: { what: 'smoke' } };
		await server.services.database.db
			.update(automations)
			.set({ _condition: { is: 'any', of: [DOG, drone, smell] } as Condition, _conditionChanged: true })
			.where(eq(automations.id, made.id));
		expect((await read(customer, made.id))._condition).toEqual({
			is: 'any',
			of: [DOG, { is: 'beyond', words: 'drone' }, { is: 'beyond', words: 'smoke' }],
		});
	});
});
