import type { ResultField } from '@watchword/contract/field';
import type { Run } from '@watchword/contract/run';
import type { Trial } from '@watchword/contract/trial';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Question } from '../../ports/model.ts';
import { addAutomation, addCamera } from '../../testing/automation.ts';
import { jpeg } from '../../testing/images.ts';
import { addReplier, deliverMail } from '../../testing/mail.ts';
import { answerOf, scriptedModel } from '../../testing/model.ts';
import { endedRuns } from '../../testing/runs.ts';
import { startServer, type TestServer } from '../../testing/server.ts';

type Given = Record<string, { evidence: string | null; value: unknown }>;

let server: TestServer;
let asked: { question: Question; problem: string | null }[] = [];
/** What the model answers as `fields`, first and after it was told what is wrong. */
let answers: unknown[] = [];
beforeAll(async () => {
	server = await startServer({
		model: scriptedModel((question, repair) => {
			asked.push({ question, problem: repair?.problem ?? null });
			const fields = answers.length > 1 ? answers.shift() : answers[0];
			return JSON.stringify({ ...JSON.parse(answerOf({})), ...(fields !== undefined && { fields }) });
		}),
	});
});
afterAll(() => server.stop());

const FIELDS: ResultField[] = [
	{ id: 'supplier', name: 'Supplier', type: 'text', choices: [] },
	{ id: 'totalsum', name: 'Total', type: 'amount', choices: [] },
	{ id: 'duedatee', name: 'Due date', type: 'date', choices: [] },
	{ id: 'itemsnum', name: 'Items', type: 'number', choices: [] },
	{ id: 'ispaidyn', name: 'Paid', type: 'yes-no', choices: [] },
	{ id: 'kindkind', name: 'Kind', type: 'choice', choices: ['Invoice', 'Reminder'] },
];
const TEXT =
	'Dear customer,\n\nplease pay  1.234,50 EUR by 14 March 2026 for 3 items.\nAcme Ltd. It is open.';

const GOOD: Given = {
	supplier: { evidence: 'Acme Ltd', value: 'Acme Ltd' },
	totalsum: { evidence: 'please pay 1.234,50 EUR', value: { amount: 1234.5, currency: 'eur' } },
	duedatee: { evidence: 'by 14 March 2026', value: '2026-03-14' },
	itemsnum: { evidence: 'for 3 items', value: 3 },
	ispaidyn: { evidence: 'It is open.', value: false },
	kindkind: { evidence: 'please pay', value: 'invoice' },
};

async function found(fields: ResultField[], text = TEXT, attachments: object[] = []) {
	asked = [];
	const { id, to, customer } = await addReplier(server, { _actionType: 'save', _fields: fields });
	await deliverMail(server, {
		from: 'Acme <bills@acme.example>',
		to,
		subject: 'Invoice 7',
		text,
		attachments,
	} as Parameters<typeof deliverMail>[1]);
	const [stored] = await endedRuns(server, id, 1);
	const run = (await (await customer.get(`/api/runs/${stored?.id}`)).json()) as Run;
	const of = (field: string) => run.action_fields.find((one) => one.field === field);
	return { run, of, id, customer };
}

test('a mail fills the fields, each with its evidence', async () => {
	answers = [GOOD];
	const { run } = await found(FIELDS);
	expect(run._status).toBe('succeeded');
	expect(run.action_fields.map(({ name, value, problem }) => [name, value, problem])).toEqual([
		['Supplier', 'Acme Ltd', null],
		['Total', { amount: 1234.5, currency: 'EUR' }, null],
		['Due date', '2026-03-14', null],
		['Items', 3, null],
		['Paid', false, null],
		['Kind', 'Invoice', null],
	]);
	expect(run.action_fields[1]?.evidence).toBe('please pay 1.234,50 EUR');
	expect(asked).toHaveLength(1);
	expect(asked[0]?.question.instructions).toContain('- "kindkind" is "Kind": one of "Invoice", "Reminder"');
});

test('an automation without fields asks for none and takes none', async () => {
	answers = [undefined];
	const { run } = await found([]);
	expect(run.action_fields).toEqual([]);
	expect(asked[0]?.question.instructions).not.toContain('"fields"');
});

describe('what does not fit is asked for once more, and is then empty with the reason', () => {
	test.each([
		['a date that does not exist', 'duedatee', '2026-02-30', 'must be a date that exists'],
		['a date in other words', 'duedatee', '14 March 2026', 'must be a date that exists'],
		['a choice that is none', 'kindkind', 'Letter', 'must be one of "Invoice", "Reminder"'],
		['a text for a number', 'itemsnum', 'three', 'must be a number'],
		['a number without bounds', 'itemsnum', 1e300, 'must be a number'],
		['a number for an amount', 'totalsum', 1234.5, 'must have an amount'],
		['an unknown currency', 'totalsum', { amount: 1234.5, currency: 'EURO' }, 'is no currency'],
		['a word for yes or no', 'ispaidyn', 'no', 'must be true or false'],
		['an endless text', 'supplier', 'Acme'.repeat(200), 'at most 500 characters'],
	])('%s', async (_, field, value, problem) => {
		answers = [{ ...GOOD, [field]: { ...GOOD[field], value } }];
		const { run, of } = await found(FIELDS);
		expect(run._status).toBe('succeeded');
		expect(asked).toHaveLength(2);
		expect(asked[1]?.problem).toContain(`fields.${field}: `);
		expect(of(field)).toMatchObject({
			value: null,
			evidence: null,
			problem: expect.stringContaining(problem),
		});
		expect(run.action_fields.filter((one) => one.value === null)).toHaveLength(1);
	});

	test('a second answer that fits is taken', async () => {
		answers = [{ ...GOOD, itemsnum: { evidence: 'for 3 items', value: '3' } }, GOOD];
		const { of } = await found(FIELDS);
		expect(of('itemsnum')).toMatchObject({ value: 3, problem: null });
	});

	test('no fields at all', async () => {
		answers = [undefined];
		const { run } = await found(FIELDS);
		expect(run._status).toBe('succeeded');
		expect(run.action_fields.every(({ value, problem }) => value === null && problem)).toBe(true);
	});
});

describe('nothing is invented', () => {
	test.each([
		['evidence that is not in the mail', { evidence: 'pay 99 EUR', value: { amount: 99, currency: 'EUR' } }],
		['no evidence', { evidence: null, value: { amount: 1234.5, currency: 'EUR' } }],
		[
			'another value than the evidence says',
			{ evidence: 'please pay 1.234,50 EUR', value: { amount: 12345, currency: null } },
		],
		[
			'a claim about a picture that is not there',
			{ evidence: 'Picture: a bill over 9 EUR', value: { amount: 9, currency: 'EUR' } },
		],
	])('%s leaves the field empty', async (_, given) => {
		answers = [{ ...GOOD, totalsum: given }];
		const { run, of } = await found(FIELDS);
		expect(asked).toHaveLength(1);
		expect(of('totalsum')).toMatchObject({
			value: null,
			evidence: null,
			problem: expect.stringContaining('dropped'),
		});
		expect(run.action_fields.filter((one) => one.value !== null)).toHaveLength(5);
	});

	test('a quotation may have other spaces, quotes and gaps, and may be from an attachment', async () => {
		answers = [
			{
				...GOOD,
				duedatee: { evidence: '“by  14 March\n2026 … Acme Ltd.”', value: '2026-03-14' },
				itemsnum: { evidence: 'Crates: 12', value: 12 },
			},
		];
		const { of } = await found(FIELDS, TEXT, [{ filename: 'a.txt', content: 'Crates:   12\n' }]);
		expect(of('duedatee')).toMatchObject({ value: '2026-03-14' });
		expect(of('itemsnum')).toMatchObject({ value: 12 });
	});
});

test('a capture fills fields too; what it shows is described', async () => {
	answers = [{ itemsnum: { evidence: 'Three crates by the door', value: 3 } }];
	const customer = await server.customer();
	const camera = await addCamera(server, customer.uid);
	const id = await addAutomation(server, customer.uid, {
		...{ _triggerType: 'capture', trigger_device_deviceID: camera.deviceId, _actionType: 'save' },
		_fields: FIELDS.filter(({ type }) => type === 'number'),
	});
	await camera.send(await jpeg());
	const [run] = await endedRuns(server, id, 1);
	expect(run?.action_fields).toEqual([
		{ field: 'itemsnum', name: 'Items', value: 3, evidence: 'Three crates by the door', problem: null },
	]);
});

test('a trial shows the fields', async () => {
	answers = [GOOD];
	const { id, customer } = await found(FIELDS);
	const draft = (await (await customer.get(`/api/automations/${id}`)).json()) as object;
	const allowed = Object.entries(draft).filter(
		([name]) => !['id', '_owner', '_deleted', '_version', 'runs'].includes(name),
	);
	const answer = await customer.post(`/api/automations/${id}/try`, {
		draft: Object.fromEntries(allowed),
		on: { kind: 'mail', from: 'bills@acme.example', subject: 'Invoice', text: TEXT },
	});
	expect(answer.status, await answer.clone().text()).toBe(200);
	const { fields } = (await answer.json()) as Trial;
	expect(fields.map(({ value }) => value)).toContain('2026-03-14');
});
