import type { ExampleSheet } from '@watchword/contract/example';
import type { PromptReadingAnswer } from '@watchword/contract/prompt-reading';
import type { Run } from '@watchword/contract/run';
import type { Trial } from '@watchword/contract/trial';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtInModel } from '../adapters/model/built-in/model.ts';
import { newId } from '../base/ids.ts';
import { addAutomation, addCamera } from '../testing/automation.ts';
import { quiet } from '../testing/quiet.ts';
import { endedRuns } from '../testing/runs.ts';
import { refusal, startServer, type TestServer } from '../testing/server.ts';
import { waitFor } from '../testing/wait.ts';
import { clean } from './cleaning.ts';

type Customer = Awaited<ReturnType<TestServer['customer']>>;

let server: TestServer;
beforeAll(async () => {
	server = await startServer({ model: builtInModel(quiet) });
});
afterAll(() => server.stop());

/** A yard with a gate, in some light; never twice the same picture. */
async function yard(isOpen: boolean, light: number, { width = 640, height = 480, turned = false } = {}) {
	const [left, right] = isOpen ? [30, 30] : [122, 122];
	const leaf = (x: number, by: number) =>
		`<rect x="${x}" y="200" width="${by}" height="120" fill="#6b4b2a"/><path d="M${x} 230h${by}M${x} 290h${by}" stroke="#3d2913" stroke-width="8"/>`;
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480">
		<rect width="640" height="210" fill="#9ec9e8"/><rect y="210" width="640" height="270" fill="#5f8f4e"/>
		<path d="M220 210h200l120 270H100Z" fill="#b5ada0"/><rect x="20" y="120" width="150" height="170" fill="#c96f4a"/>
		<path d="M10 120l85-70 85 70Z" fill="#7d3b2a"/><rect x="470" y="150" width="24" height="150" fill="#5b4128"/>
		<circle cx="482" cy="130" r="60" fill="#3c7a3f"/>${leaf(196, left)}${leaf(440 - right, right)}
		<rect x="186" y="180" width="14" height="150" fill="#333"/><rect x="440" y="180" width="14" height="150" fill="#333"/></svg>`;
	const drawn = sharp(Buffer.from(svg)).modulate({ brightness: light });
	return (turned ? drawn.rotate(180) : drawn).resize(width, height, { fit: 'fill' }).jpeg().toBuffer();
}

async function watched(fields: Parameters<typeof addAutomation>[2] = {}) {
	const customer = await server.customer();
	const camera = await addCamera(server, customer.uid);
	const id = await addAutomation(server, customer.uid, {
		_triggerType: 'capture',
		trigger_device_deviceID: camera.deviceId,
		action_prompt: 'Tell me when the gate is open',
		_actionType: 'save',
		...fields,
	});
	const path = `/api/automations/${id}/examples`;
	/** A capture that no automation judges, because this one is paused. */
	const capture = async (bytes: Buffer) => {
		const key = newId();
		expect((await camera.send(bytes, { 'X-Capture-Id': key })).status).toBe(202);
		const [found] = await query(sql`select id from captures where capture_key = ${key}`);
		return String(found?.id);
	};
	const judged = async (bytes: Buffer) => {
		const before = (await query(sql`select id from automation_runs where "_automationId" = ${id}`)).length;
		await camera.send(bytes);
		const run = (await endedRuns(server, id, before + 1)).at(-1);
		if (!run?.trigger_captureId) throw new Error('the capture made no run');
		return { ...run, captureId: run.trigger_captureId };
	};
	const mark = (...marks: ReturnType<typeof marked>[]) => customer.send('PUT', path, { marks });
	return { customer, camera, id, path, capture, judged, mark };
}

const query = async (text: ReturnType<typeof sql>) => (await server.services.database.db.execute(text)).rows;
const marked = (captureId: string, said: 'yes' | 'no' | null) => ({ captureId, said });
const readSheet = async (customer: Customer, path: string) =>
	(await (await customer.get(path)).json()) as ExampleSheet;

/** The sheet, as soon as the model has looked at all examples. */
async function learned(customer: Customer, path: string): Promise<ExampleSheet> {
	let sheet = await readSheet(customer, path);
	await waitFor(
		'the model to look at the examples',
		async () => {
			sheet = await readSheet(customer, path);
			return sheet.examples.every(({ state }) => state !== 'waiting');
		},
		{ seen: () => sheet },
	);
	return sheet;
}

/** Three pictures of each side, marked on the sheet. Every test below uses this one automation. */
let lesson: Awaited<ReturnType<typeof watched>> & { marks: ReturnType<typeof marked>[] };
beforeAll(async () => {
	const automation = await watched({ _paused: true });
	const marks = [];
	for (const light of [0.7, 0.85, 1.1]) {
		for (const said of ['yes', 'no'] as const)
			marks.push(marked(await automation.capture(await yard(said === 'yes', light)), said));
	}
	expect((await automation.mark(...marks)).status).toBe(200);
	lesson = { ...automation, marks };
	await learned(automation.customer, automation.path);
	await automation.customer.send('PUT', `/api/automations/${automation.id}/paused`, { paused: false });
});

test('real captures are judged by the examples, runs show the nearest, and marks on runs count', async () => {
	const { customer, id, path, judged, marks } = lesson;
	expect(await readSheet(customer, path)).toMatchObject({
		used: true,
		taught: { words: 'the gate is open', yes: 3, no: 3, missing: { yes: 0, no: 0 } },
		test: { right: 6, of: 6, doubtful: [] },
	});
	const reading = await customer.post(`/api/automations/${id}/reading`, {
		prompt: 'the gate is open',
		trigger: 'capture',
	});
	expect(((await reading.json()) as PromptReadingAnswer).reading?.readAs).toBe(
		'“the gate is open” as your examples show',
	);

	const open = await judged(await yard(true, 0.95));
	expect(open).toMatchObject({ action_verdict: 'met' });
	expect(open.action_evidence).toMatch(
		/Compared with 3 “yes” and 3 “no” pictures, it is like “yes”; nearest “yes” picture: 0\.\d\d away, nearest “no” picture: .*right on 6 of 6/,
	);
	const shown = (await (await customer.get(`/api/runs/${open.id}`)).json()) as Run;
	expect(shown.action_examples.map(({ said }) => said)).toEqual(['yes', 'no']);
	for (const { captureId, said } of shown.action_examples) expect(marks).toContainEqual({ captureId, said });
	const closed = await judged(await yard(false, 0.95));
	expect(closed).toMatchObject({ action_verdict: 'not met' });

	// A mark on a run is an example too, and goes with the mark.
	await customer.send('PUT', `/api/runs/${closed.id}/mark`, { mark: 'right' });
	expect(await learned(customer, path)).toMatchObject({ taught: { yes: 3, no: 4 }, test: { of: 7 } });
	await customer.send('PUT', `/api/runs/${closed.id}/mark`, { mark: 'wrong' });
	expect((await learned(customer, path)).test?.doubtful).toContain(closed.captureId);
	await customer.send('PUT', `/api/runs/${closed.id}/mark`, { mark: null });
	expect((await readSheet(customer, path)).examples).toHaveLength(6);
});

test('pictures of another shape and of a camera that was turned are told apart, and Try it uses the examples', async () => {
	const { customer, id, judged } = lesson;
	const tall = await judged(await yard(true, 1, { width: 480, height: 640 }));
	expect(tall.action_evidence).toContain('6 of your examples have another shape than this picture');
	const turned = await judged(await yard(true, 1, { turned: true }));
	expect(turned.action_evidence).toContain('6 of your examples show another view. If the camera was moved');
	expect([tall.action_verdict, turned.action_verdict]).toEqual(['cannot tell', 'cannot tell']);

	const whole = (await (await customer.get(`/api/automations/${id}`)).json()) as Record<string, unknown>;
	const { runs: _, id: __, _owner, _deleted, _version, ...draft } = whole;
	const [first] = lesson.marks;
	const tried = async (action_prompt: string) => {
		const on = { kind: 'capture', captureId: first?.captureId };
		const answer = await customer.post(`/api/automations/${id}/try`, {
			draft: { ...draft, action_prompt },
			on,
		});
		return (await answer.json()) as Trial;
	};
	expect(await tried('the gate is open (taught), and nobody is there')).toMatchObject({
		verdict: 'met',
		examples: [{ said: 'yes' }, { said: 'no' }],
	});
	// What the detector can judge itself must agree with the examples.
	expect(await tried('a person is there')).toMatchObject({
		verdict: 'cannot tell',
		evidence: expect.stringContaining('the examples say “yes”, and what was found says otherwise'),
	});
});

test('too few, too many and unusable examples each end in a clear state', async () => {
	const { customer, camera, path, capture, mark, id } = await watched({ _paused: true });
	const one = await capture(await yard(true, 1));
	expect((await mark(marked(one, 'yes'))).status).toBe(200);
	expect(await learned(customer, path)).toMatchObject({
		taught: { yes: 1, no: 0, missing: { yes: 2, no: 3 } },
		test: null,
	});
	const refused = async (...marks: ReturnType<typeof marked>[]) => {
		const answer = await mark(...marks);
		expect(answer.status).toBe(400);
		return ((await answer.json()) as { error: { message: string } }).error.message;
	};
	expect(await refused()).toBe('marks: must name a capture');
	const many = Array.from({ length: 1000 }, () => marked(newId(), 'yes'));
	expect(await refused(...many)).toBe('marks: may name at most 200 captures');
	expect(await refused(marked(one, 'yes'), marked(one, 'no'))).toBe('marks: must name each capture once');
	expect(await refused(marked(newId(), 'yes'))).toBe(
		'marks.0.captureId: must be a capture of the device this automation watches',
	);
	const background = '#000';
	const black = sharp({ create: { width: 640, height: 480, channels: 3, background } });
	const dark = await capture(await black.jpeg().toBuffer());
	await query(sql`update captures set problem = 'dark' where id = ${dark}`);
	expect(await refused(marked(dark, 'no'))).toMatch(/^marks\.0\.captureId: /);

	// 199 stored ones stand for those that a customer would have marked by hand.
	await query(sql`
		with more as (
			insert into captures (id, "deviceId", capture_key, captured_at, original_path)
			select 'more' || translate(lpad(n::text, 16, 'a'), '0189', 'bcde'), ${camera.deviceId}, 'more' || n, now(), 'none' from generate_series(1, 199) n
			returning id
		) insert into examples (id, "_automationId", "captureId", said, "from", unreadable)
		select id, ${id}, id, 'no', 'sheet', true from more`);
	const next = await capture(await yard(true, 0.9));
	expect(await refused(marked(next, 'yes'))).toMatch(/^marks: An automation may have at most 200 examples\./);
	expect((await readSheet(customer, path)).examples).toHaveLength(200);
	expect((await mark(marked(one, 'no'))).status).toBe(200);
});

test('a copy takes the examples along; a deleted automation loses them, and only then may their captures go', async () => {
	const { customer, id, marks, camera } = lesson;
	const copy = (await (await customer.post(`/api/automations/${id}/copy`)).json()) as { id: string };
	expect(await readSheet(customer, `/api/automations/${copy.id}/examples`)).toMatchObject({
		taught: { yes: 3, no: 3 },
		test: { right: 6, of: 6 },
	});
	await query(sql`
		update captures set received_at = now() - interval '400 days' where "deviceId" = ${camera.deviceId}`);
	await query(sql`delete from automation_runs where "_automationId" = ${id}`);
	await query(sql`update devices set last_image_path = null where id = ${camera.deviceId}`);
	const kept = async () =>
		(await query(sql`select id from captures where "deviceId" = ${camera.deviceId}`)).map(({ id }) => id);
	await clean(server.services);
	expect((await kept()).sort()).toEqual(marks.map(({ captureId }) => captureId).sort());
	await customer.send('DELETE', `/api/automations/${id}`, {});
	await customer.send('DELETE', `/api/automations/${copy.id}`, {});
	expect(await query(sql`select id from examples where "_automationId" in (${id}, ${copy.id})`)).toEqual([]);
	await clean(server.services);
	expect(await kept()).toEqual([]);
});

test('nobody else reads or changes examples, or teaches with pictures of others', async () => {
	const { customer, path, capture } = await watched({ _paused: true });
	const captureId = await capture(await yard(true, 1));
	const stranger = await watched({ _paused: true });
	expect(await refusal(await stranger.customer.get(path))).toBe('404 not-found');
	const marks = [marked(captureId, 'yes')];
	expect(await refusal(await stranger.customer.send('PUT', path, { marks }))).toBe('404 not-found');
	expect(await refusal(await stranger.mark(...marks))).toBe('400 invalid-argument');
	expect((await readSheet(customer, path)).examples).toEqual([]);
});
