import type { Automation } from '@watchword/contract/automation';
import { AUTOMATIONS_MAX, SCHEDULE_MAX_TIMES } from '@watchword/contract/constants';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusal, startServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
let customer: Awaited<ReturnType<TestServer['customer']>>;
let made: Automation;
beforeAll(async () => {
	server = await startServer();
	customer = await server.customer();
	made = (await (await customer.post('/api/automations')).json()) as Automation;
});
afterAll(() => server.stop());

const current = async () => (await customer.get(`/api/automations/${made.id}`)).json();

async function send(change: Record<string, unknown>): Promise<{ status: number; message: string }> {
	const { id, _owner, _deleted, runs, ...edit } = made;
	const answer = await customer.send('PUT', `/api/automations/${id}`, { ...edit, ...change });
	const body = (await answer.json()) as { error?: { message: string } };
	return { status: answer.status, message: body.error?.message ?? '' };
}

const every15Minutes = Array.from(
	{ length: SCHEDULE_MAX_TIMES },
	(_, n) => `${String(Math.floor(n / 4)).padStart(2, '0')}:${String((n % 4) * 15).padStart(2, '0')}`,
);
const BAD_TIMES = [
	['24:00'],
	['12:60'],
	['7:30'],
	['07:30:00'],
	['07.30'],
	['07:30\n'],
	['０７:３０'],
	[''],
	[null],
	[450],
	[],
	'12:00',
	null,
	{},
	['12:00', '07:00'],
	['12:00', '12:00'],
	[...every15Minutes.slice(0, 95), '23:50', '23:51'],
	Array.from({ length: 10_000 }, () => '12:00'),
];

test.each<[field: string, values: unknown[]]>([
	['_name', ['', ' ', '\u00a0', '\u2060', 'x'.repeat(201), 'a\r\nBcc: b@example.com', null, 1, [], {}, true]],
	['_triggerType', ['', 'Email', 'webhook', null, 0, ['email']]],
	['_schedule', BAD_TIMES],
	['_limitSchedule', BAD_TIMES],
	['_actionType', ['', 'sendemail', 'replyToAll', null, 1]],
	['_limited', ['true', 0, 1, null, []]],
	['trigger_device_deviceID', ['', 'x', 'a'.repeat(19), 'A'.repeat(20), '0'.repeat(20), 7, [], {}]],
	['trigger_device_type', ['', 'always', null]],
	['action_prompt', ['x'.repeat(20_001), null, 5, ['a'], { text: 'a' }]],
	[
		'action_toAddress',
		[
			'',
			'nobody',
			'a@b',
			'a@example.com, b@example.com',
			'a@example.com\nBcc: b@example.com',
			'a@example.com\r\n',
			'\na@example.com',
			'Robin <a@example.com>',
			`${'a'.repeat(250)}@example.com`,
			'a@exämple',
			1,
			[],
		],
	],
	['_zone', ['', 'Mars/Olympus', '+02:00', 'Europe/Berlin\n', 'x'.repeat(500), null, 2]],
	['_utcOffset', [841, -721, 1.5, '120', null]],
	['_dailyCap', [0, -1, 1.5, '5', 1e9]],
	[
		'_allowedSenders',
		[null, 'ann@example.com', ['ann'], ['@'], ['a@b.example,c@d.example'], ['*@b.example']],
	],
	['_version', [0, -1, 1.5, '1', null, undefined]],
	['_deleted', [true]],
	['_owner', ['a'.repeat(20)]],
	['runs', [[]]],
	['surprise', ['x']],
])(
	'%s: an invalid value is refused with the name of the field, and changes nothing',
	async (field, values) => {
		for (const value of values) {
			const { status, message } = await send({ [field]: value });
			expect(status, `${field} = ${JSON.stringify(value)?.slice(0, 60)}`).toBe(400);
			expect(message).toContain(field);
		}
		expect(await current()).toEqual(made);
	},
);

test('values that contradict each other are refused', async () => {
	expect(await send({ _triggerType: 'schedule', _actionType: 'replyToEmail' })).toEqual({
		status: 400,
		message: '_actionType: only an email can be replied to',
	});
	expect(await send({ _triggerType: 'capture' })).toEqual({
		status: 400,
		message: 'trigger_device_deviceID: needs a device to watch',
	});
	expect(await current()).toEqual(made);
});

test('any value is either saved or refused: never saved in part, never an internal error', async () => {
	const fields = Object.keys(made).filter((field) => field !== 'id' && field !== '_version');
	await fc.assert(
		fc.asyncProperty(
			fc.constantFrom(...fields),
			fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary', maxLength: 300 })),
			async (field, value) => {
				const before = (await current()) as Automation;
				made = before;
				const { status } = await send({ [field]: value });
				expect([200, 400]).toContain(status);
				if (status === 400) expect(await current()).toEqual(before);
			},
		),
		{ numRuns: 120 },
	);
});

test('any text is kept exactly; half a surrogate pair becomes the replacement character', async () => {
	made = (await current()) as Automation;
	const prompt = 'שלום \u202e 👩‍👩‍👧‍👦 e\u0301 \ud83d';
	expect((await send({ action_prompt: prompt })).status).toBe(200);
	expect(await current()).toMatchObject({ action_prompt: 'שלום \u202e 👩‍👩‍👧‍👦 e\u0301 \ufffd' });
});

test('96 times and 20,000 characters are accepted; a body that is too large is refused', async () => {
	made = (await current()) as Automation;
	expect((await send({ _schedule: every15Minutes, action_prompt: '語'.repeat(20_000) })).status).toBe(200);
	const path = `/api/automations/${made.id}`;
	expect((await customer.send('PUT', path, { action_prompt: 'x'.repeat(200_000) })).status).toBe(413);
	for (const body of ['', '{', 'null', '[]', '"text"', '{"_name":"\\u0000"}']) {
		const answer = await customer.fetch(path, {
			method: 'PUT',
			body,
			headers: { 'content-type': 'application/json' },
		});
		expect(answer.status, body).toBe(400);
	}
});

test('an account does not get more and more automations', async () => {
	const other = await server.customer();
	const { id } = (await (await other.post('/api/automations')).json()) as Automation;
	const { db } = server.services.database;
	const copy = sql`insert into automations select (jsonb_populate_record(a, jsonb_build_object('id', 'copy' || n))).*
		from automations a, generate_series(2, ${AUTOMATIONS_MAX}::int) n where id = ${id}`;
	await db.execute(copy);
	for (const path of ['/api/automations', `/api/automations/${id}/copy`])
		expect(await refusal(await other.post(path))).toBe('429 resource-exhausted');
	const { error } = (await (await other.post('/api/automations')).json()) as { error: { message: string } };
	expect(error.message).toContain('2,000 automations');
	await other.send('DELETE', '/api/automations/copy2', {});
	await other.send('DELETE', `/api/automations/${id}`, {});
	expect((await other.post('/api/automations')).status).toBe(200);
});
