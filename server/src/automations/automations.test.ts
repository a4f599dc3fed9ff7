import type { Automation, AutomationVersion } from '@watchword/contract/automation';
import { NAME_MAX_LENGTH } from '@watchword/contract/constants';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../base/ids.ts';
import { addDevice } from '../devices/pairing.ts';
import { askForRun } from '../testing/automation.ts';
import { endedRuns } from '../testing/runs.ts';
import { type Browser, refusal, startServer, type TestServer } from '../testing/server.ts';
import { automations } from './tables.ts';

let server: TestServer;
beforeAll(async () => {
	server = await startServer();
});
afterAll(() => server.stop());

const answer = async <T = Automation>(response: Promise<Response>): Promise<T> => {
	const got = await response;
	expect(got.status, await got.clone().text()).toBe(200);
	return (await got.json()) as T;
};
const create = (customer: Browser, body: unknown = {}) => answer(customer.post('/api/automations', body));
const read = (customer: Browser, id: string) => answer(customer.get(`/api/automations/${id}`));
const save = (customer: Browser, from: Automation, change: Record<string, unknown> = {}) => {
	const { id, _owner, _deleted, runs, ...edit } = from;
	return customer.send('PUT', `/api/automations/${id}`, { ...edit, ...change });
};
const remove = (customer: Browser, id: string) => customer.send('DELETE', `/api/automations/${id}`, {});
const device = async (uid: string) =>
	(await addDevice(server.services.database.db, uid, 'Front gate')).deviceId;
const attachedTo = async (customer: Browser, id: string) =>
	(await answer<{ automations: string[] }>(customer.get(`/api/devices/${id}`))).automations;
const listedFor = async (customer: Browser) =>
	(await answer<{ details: { automations: string[] } }>(customer.get('/api/users/me'))).details.automations;

describe('a new automation', () => {
	test('has the default settings and is in the lists', async () => {
		const customer = await server.customer();
		const made = await create(customer);
		expect(made).toEqual({
			id: expect.stringMatching(/^[a-z2-7]{20}$/),
			_owner: customer.uid,
			_name: 'New Automation',
			_triggerType: 'email',
			_schedule: ['12:00'],
			_actionType: 'sendEmail',
			_limited: false,
			_limitSchedule: ['12:00'],
			trigger_device_deviceID: null,
			trigger_device_type: 'conditional',
			action_prompt: 'Enter Prompt',
			action_toAddress: null,
			_zone: 'UTC',
			_utcOffset: 0,
			_dailyCap: null,
			_allowedSenders: [],
			_burst: 1,
			_firstLook: false,
			_atOnce: false,
			_approve: false,
			_fields: [],
			_condition: null,
			_conditionChanged: false,
			_undecidable: false,
			_nowBeyond: null,
			_notify: 'mail',
			_channels: [],
			_tell: 'begin',
			_tellAgainMinutes: null,
			_tellOver: false,
			_tellTwice: false,
			_leastMinutes: null,
			_quiet: 'account',
			_quietStart: null,
			_quietEnd: null,
			_works: 'always',
			action_moreAddresses: [],
			_skipSame: false,
			_paused: false,
			_snoozedUntil: null,
			_version: 1,
			_deleted: false,
			runs: [],
		});
		expect(await listedFor(customer)).toEqual([made.id]);
		const { runs, ...summary } = made;
		expect(await answer(customer.get('/api/automations'))).toEqual({ items: [summary], next: null });
		expect(await read(customer, made.id)).toEqual(made);
	});

	test('needs no body at all', async () => {
		const customer = await server.customer();
		const made = await answer(customer.fetch('/api/automations', { method: 'POST' }));
		expect(made).toMatchObject({ _name: 'New Automation', _schedule: ['12:00'] });
	});

	test('can be created with all settings, which are checked like a save', async () => {
		const customer = await server.customer();
		const camera = await device(customer.uid);
		const made = await create(customer, {
			_name: 'Night watch',
			_triggerType: 'capture',
			trigger_device_deviceID: camera,
			_zone: 'Europe/Berlin',
			_utcOffset: 120,
		});
		expect(made).toMatchObject({ _name: 'Night watch', _actionType: 'sendEmail', _zone: 'Europe/Berlin' });
		expect(await attachedTo(customer, camera)).toEqual([made.id]);
		for (const bad of [
			{ _triggerType: 'capture' },
			{ _schedule: [] },
			{ _version: 1 },
			{ _owner: newId() },
		]) {
			expect(await refusal(await customer.post('/api/automations', bad))).toBe('400 invalid-argument');
		}
		expect(await listedFor(customer)).toEqual([made.id]);
	});
});

describe('a save', () => {
	test('keeps every field and counts the version', async () => {
		const customer = await server.customer();
		const made = await create(customer);
		const change = {
			_name: 'Morning post',
			_triggerType: 'schedule',
			_schedule: ['05:30', '17:00'],
			_actionType: 'save',
			_limited: true,
			_limitSchedule: ['00:00', '23:59'],
			trigger_device_type: 'continuous',
			action_prompt: 'Was steht an? 🗓️\n\nZeile zwei',
			action_toAddress: 'ops@example.com',
			_zone: 'Europe/Berlin',
			_utcOffset: 120,
			_dailyCap: 20,
			_allowedSenders: ['ann@example.com', '@shop.example'],
		};
		const saved = await answer(save(customer, made, change));
		expect(saved).toEqual({ ...made, ...change, _version: 2 });
		expect(await read(customer, made.id)).toEqual(saved);
	});

	test('trims the name, and keeps the cap if it is not sent', async () => {
		const customer = await server.customer();
		const capped = await answer(save(customer, await create(customer), { _name: '  Door  ', _dailyCap: 5 }));
		expect(capped._name).toBe('Door');
		expect((await answer(save(customer, capped, { _name: 'Gate', _dailyCap: undefined })))._dailyCap).toBe(5);
		expect(
			(await answer(save(customer, { ...capped, _version: 3 }, { _dailyCap: null })))._dailyCap,
		).toBeNull();
	});

	test('stores the allowed senders in lower case without repetition, and keeps them if they are not sent', async () => {
		const customer = await server.customer();
		const given = [' Ann@Example.com', '@Shop.example', 'ann@example.com'];
		const listed = await answer(save(customer, await create(customer), { _allowedSenders: given }));
		expect(listed._allowedSenders).toEqual(['ann@example.com', '@shop.example']);
		const renamed = await answer(save(customer, listed, { _name: 'Gate', _allowedSenders: undefined }));
		expect(renamed._allowedSenders).toEqual(listed._allowedSenders);
		const { items } = (await (await customer.get(`/api/automations/${listed.id}/versions`)).json()) as {
			items: { document: { _allowedSenders: string[] } }[];
		};
		expect(items.map(({ document }) => document._allowedSenders.length)).toEqual([2, 2, 0]);
	});

	test('with the address of an automation as the recipient is refused', async () => {
		const customer = await server.customer();
		const made = await create(customer);
		const edit = save(customer, made, { action_toAddress: `${made.id}@Automations.localhost` });
		const refused = await edit;
		expect(refused.status).toBe(400);
		expect(await refused.text()).toContain('automations cannot send mail to each other');
	});

	test('without changes makes no new version', async () => {
		const customer = await server.customer();
		const made = await create(customer);
		expect((await answer(save(customer, made)))._version).toBe(1);
	});

	test('moves the automation to another device, and detaches it if the trigger is another', async () => {
		const customer = await server.customer();
		const [gate, yard] = [await device(customer.uid), await device(customer.uid)];
		const made = await create(customer);
		const onGate = await answer(
			save(customer, made, { _triggerType: 'capture', trigger_device_deviceID: gate }),
		);
		expect([await attachedTo(customer, gate), await attachedTo(customer, yard)]).toEqual([[made.id], []]);
		const onYard = await answer(save(customer, onGate, { trigger_device_deviceID: yard }));
		expect([await attachedTo(customer, gate), await attachedTo(customer, yard)]).toEqual([[], [made.id]]);
		const off = await answer(save(customer, onYard, { _triggerType: 'schedule' }));
		expect(off.trigger_device_deviceID).toBeNull();
		expect([await attachedTo(customer, gate), await attachedTo(customer, yard)]).toEqual([[], []]);
	});

	test('refuses a device of another user, a removed one and an unknown one', async () => {
		const customer = await server.customer();
		const made = await create(customer);
		const gone = await device(customer.uid);
		await customer.send('DELETE', `/api/devices/${gone}`, {});
		for (const camera of [await device((await server.customer()).uid), gone, newId()]) {
			const refused = await save(customer, made, {
				_triggerType: 'capture',
				trigger_device_deviceID: camera,
			});
			expect(await refused.json()).toEqual({
				error: { code: 'invalid-argument', message: 'trigger_device_deviceID: must be one of your devices' },
			});
		}
		expect(await read(customer, made.id)).toEqual(made);
	});

	test('made from an older version is a conflict, and changes nothing', async () => {
		const customer = await server.customer();
		const made = await create(customer);
		const first = await answer(save(customer, made, { action_prompt: 'mine' }));
		expect(await refusal(await save(customer, made, { action_prompt: 'yours' }))).toBe('409 conflict');
		expect(await read(customer, made.id)).toEqual(first);
	});

	test('at the same moment as others: exactly one succeeds', async () => {
		const customer = await server.customer();
		const made = await create(customer);
		const saves = await Promise.all(
			Array.from({ length: 6 }, (_, n) => save(customer, made, { action_prompt: `prompt ${n}` })),
		);
		expect(saves.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
		const winner = (await saves.find(({ ok }) => ok)?.json()) as Automation;
		expect(await read(customer, made.id)).toEqual(winner);
		expect(winner._version).toBe(2);
	});

	test('and the removal of its device at the same moment never leave it attached to the removed device', async () => {
		const customer = await server.customer();
		for (let n = 0; n < 5; n++) {
			const camera = await device(customer.uid);
			const made = await create(customer);
			const [saved, removed] = await Promise.all([
				save(customer, made, { _triggerType: 'capture', trigger_device_deviceID: camera }),
				customer.send('DELETE', `/api/devices/${camera}`, {}),
			]);
			expect([saved.ok, removed.ok].sort()).toEqual([false, true]);
		}
	});
});

describe('renaming', () => {
	test('changes only the name, and needs no version unless one is sent', async () => {
		const customer = await server.customer();
		const made = await create(customer);
		const path = `/api/automations/${made.id}/name`;
		const renamed = await answer(customer.send('PUT', path, { _name: ' Gate ' }));
		expect(renamed).toEqual({ ...made, _name: 'Gate', _version: 2 });
		expect(await refusal(await customer.send('PUT', path, { _name: 'Yard', _version: 1 }))).toBe(
			'409 conflict',
		);
		expect((await answer(customer.send('PUT', path, { _name: 'Yard', _version: 2 })))._version).toBe(3);
		expect((await answer(customer.send('PUT', path, { _name: 'Yard' })))._version).toBe(3);
	});

	test.each(['', '   ', '\t\n', '\u200b', 'x'.repeat(201), 'two\nlines', 7, null])(
		'to %j is refused',
		async (_name) => {
			const customer = await server.customer();
			const made = await create(customer);
			const refused = await customer.send('PUT', `/api/automations/${made.id}/name`, { _name });
			expect(await refusal(refused)).toBe('400 invalid-argument');
			expect(await read(customer, made.id)).toEqual(made);
		},
	);
});

test('a copy has a name of its own, without half of a letter at its end', async () => {
	const customer = await server.customer();
	const start = 'x'.repeat(NAME_MAX_LENGTH - 'Copy of '.length - 1);
	const { id } = await create(customer, { _name: `${start}\u{1f600}` });
	const copy = await answer(customer.post(`/api/automations/${id}/copy`));
	expect(copy).toMatchObject({ _name: `Copy of ${start}`, _paused: true });
});

describe('deleting', () => {
	test('removes it from every list at once; its runs stay readable', async () => {
		const customer = await server.customer();
		const camera = await device(customer.uid);
		const made = await create(customer, { _triggerType: 'capture', trigger_device_deviceID: camera });
		const { db } = server.services.database;
		await askForRun(server, made.id);
		const [ended] = await endedRuns(server, made.id, 1);
		const run = String(ended?.id);
		expect((await read(customer, made.id)).runs).toEqual([run]);

		expect((await remove(customer, made.id)).status).toBe(200);
		expect(await listedFor(customer)).toEqual([]);
		expect(await attachedTo(customer, camera)).toEqual([]);
		expect(await answer(customer.get('/api/automations'))).toEqual({ items: [], next: null });
		for (const path of ['', '/versions']) {
			expect(await refusal(await customer.get(`/api/automations/${made.id}${path}`))).toBe('404 not-found');
		}
		expect(await refusal(await save(customer, made))).toBe('404 not-found');
		expect(await refusal(await remove(customer, made.id))).toBe('404 not-found');
		const runs = await answer<{ items: { id: string }[] }>(customer.get('/api/runs'));
		expect(runs.items).toMatchObject([{ id: run, _automationId: made.id }]);
		const [row] = await db.select().from(automations).where(eq(automations.id, made.id));
		expect(row).toMatchObject({ _deleted: true, trigger_device_deviceID: null });
		expect((await customer.send('DELETE', `/api/devices/${camera}`, {})).status).toBe(200);
	});
});

describe('the history', () => {
	type Versions = { items: AutomationVersion[]; next: string | null };
	const versions = (customer: Browser, id: string, cursor = '') =>
		answer<Versions>(customer.get(`/api/automations/${id}/versions${cursor && `?cursor=${cursor}`}`));

	test('has each saved version with its author and time, and restoring one is a normal save', async () => {
		const customer = await server.customer();
		const made = await create(customer);
		const second = await answer(save(customer, made, { action_prompt: 'second' }));
		await customer.send('PUT', `/api/automations/${made.id}/name`, { _name: 'Third' });
		const { items, next } = await versions(customer, made.id);
		expect(next).toBeNull();
		expect(items.map(({ _version, document }) => [_version, document._name, document.action_prompt])).toEqual(
			[
				[3, 'Third', 'second'],
				[2, 'New Automation', 'second'],
				[1, 'New Automation', 'Enter Prompt'],
			],
		);
		expect(items[0]).toMatchObject({
			_automationId: made.id,
			_savedBy: { uid: customer.uid, name: 'Robin Example' },
		});
		expect(Math.abs(Date.parse(String(items[0]?._savedAt)) - Date.now())).toBeLessThan(60_000);
		const restored = await answer(
			customer.send('PUT', `/api/automations/${made.id}`, { ...items[2]?.document, _version: 3 }),
		);
		expect(restored).toEqual({ ...made, _version: 4 });
		expect(second._version).toBe(2);
		expect((await versions(customer, made.id)).items).toHaveLength(4);
	});

	test('pages by a cursor, and a made-up one is refused', async () => {
		const customer = await server.customer();
		let current = await create(customer);
		for (let n = 0; n < 24; n++) current = await answer(save(customer, current, { _name: `Name ${n}` }));
		const first = await versions(customer, current.id);
		const second = await versions(customer, current.id, first.next ?? '');
		expect([...first.items, ...second.items].map(({ _version }) => _version)).toEqual(
			Array.from({ length: 25 }, (_, n) => 25 - n),
		);
		expect(second.next).toBeNull();
		const madeUp = await customer.get(`/api/automations/${current.id}/versions?cursor=x`);
		expect(await refusal(madeUp)).toBe('400 invalid-argument');
	});
});

test('a stranger can neither read, save, rename, delete nor see the history', async () => {
	const owner = await server.customer();
	const made = await create(owner);
	const stranger = await server.customer();
	const path = `/api/automations/${made.id}`;
	expect(await refusal(await stranger.get(path))).toBe('404 not-found');
	expect(await refusal(await stranger.get(`${path}/versions`))).toBe('404 not-found');
	expect(await refusal(await save(stranger, made, { action_prompt: 'mine' }))).toBe('404 not-found');
	expect(await refusal(await stranger.send('PUT', `${path}/name`, { _name: 'mine' }))).toBe('404 not-found');
	expect(await refusal(await remove(stranger, made.id))).toBe('404 not-found');
	expect(await read(owner, made.id)).toEqual(made);
});

test('a thousand automations come in one list', async () => {
	const customer = await server.customer();
	await server.services.database.db.execute(sql`
		insert into automations (id, _name, _owner, "_triggerType", _schedule, "_actionType", _limited, "_limitSchedule",
			trigger_device_type, action_prompt)
		select translate(lpad(n::text, 20, 'a'), '0189', 'bcde'), 'Automation ' || n, ${customer.uid}, 'schedule', '{12:00}',
			'save', false, '{12:00}', 'conditional', repeat('a prompt of some length ', 20)
		from generate_series(1, 1000) n`);
	const { items } = await answer<{ items: unknown[] }>(customer.get('/api/automations'));
	expect(items).toHaveLength(1000);
});
