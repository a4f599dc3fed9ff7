import type { Automation } from '@watchword/contract/automation';
import { sql } from 'drizzle-orm';
import PostalMime from 'postal-mime';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { examinePicture } from '../pictures/examine.ts';
import { addAutomation, addCamera, grant } from '../testing/automation.ts';
import { jpeg, phoneJpeg } from '../testing/images.ts';
import { answerOf, scriptedModel } from '../testing/model.ts';
import { endedRuns } from '../testing/runs.ts';
import { startServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
const asked: string[] = [];
const flat = (background: string, width: number, height: number) =>
	sharp({ create: { width, height, channels: 3, background } })
		.jpeg()
		.toBuffer();
/** A JPEG with a complete structure, but half of its pixels are missing. */
const holed = async () =>
	Buffer.concat([(await jpeg(640, 480)).subarray(0, 1200), Buffer.from([0xff, 0xd9])]);
const BOXES = [
	{ picture: 0, name: 'person', score: 0.8, counted: true, left: 0.1, top: 0.1, right: 0.4, bottom: 0.9 },
	{ picture: 0, name: 'dog', score: 0.3, counted: false, left: 0.5, top: 0.5, right: 0.9, bottom: 0.9 },
];
/** The model of these tests: the prompt names the verdict. */
beforeAll(async () => {
	server = await startServer({
		model: scriptedModel(({ parts }) => {
			asked.push(parts.prompt);
			return answerOf({ verdict: parts.prompt as 'met' | 'not met' | 'cannot tell' });
		}, BOXES),
	});
});
afterAll(() => server.stop());

async function watched(fields: Parameters<typeof addAutomation>[2] = {}) {
	const customer = await server.customer();
	const camera = await addCamera(server, customer.uid);
	const id = await addAutomation(server, customer.uid, {
		_triggerType: 'capture',
		trigger_device_deviceID: camera.deviceId,
		action_prompt: 'met',
		action_toAddress: `${customer.uid}@example.com`,
		...fields,
	});
	return { customer, camera, id };
}

describe('a capture', () => {
	test('whose condition is met sends the mail, with the picture inside and a link to the run', async () => {
		const { customer, camera, id } = await watched();
		expect((await camera.send(await jpeg())).status).toBe(202);
		const [run] = await endedRuns(server, id, 1);
		expect(run).toMatchObject({
			_status: 'succeeded',
			action_condition_met: true,
			action_information: 'Someone is there.',
		});
		expect(run?.trigger_capture).toMatch(/^users\/.*\.jpg$/);
		const [raw = ''] = await server.rawMails(`${customer.uid}@example.com`, 1);
		const mail = await PostalMime.parse(raw);
		expect(mail.subject).toBe('Someone is there');
		expect(mail.html).toContain('cid:capture');
		expect(mail.attachments).toMatchObject([{ mimeType: 'image/jpeg', contentId: '<capture>' }]);
		expect(mail.text).toContain(`/app/runs?run=${run?.id}`);
	});

	test('stores the boxes of the objects found, and draws them on the picture in the mail', async () => {
		const { customer, camera, id } = await watched();
		const sent = await jpeg(640, 480);
		await camera.send(sent);
		const [run] = await endedRuns(server, id, 1);
		expect(run?.action_boxes).toEqual(BOXES);
		const [raw = ''] = await server.rawMails(`${customer.uid}@example.com`, 1);
		const { html, attachments } = await PostalMime.parse(raw);
		expect(html).toContain('Framed: person. Dashed, not sure and not counted: dog.');
		const pixels = async (bytes: Uint8Array) => (await sharp(bytes).raw().toBuffer()).toString('hex');
		const drawn = new Uint8Array(attachments[0]?.content as ArrayBuffer);
		expect(await sharp(drawn).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 480 });
		expect(await pixels(drawn)).not.toBe(await pixels(sent));
	});

	test.each([
		[
			'black',
			'dark',
			() => flat('#000', 320, 240),
			'The picture is black. The camera may be covered or broken',
		],
		['of one colour', 'blurred', () => flat('#ccc', 320, 240), 'Nothing can be made out in the picture.'],
		['of one pixel', 'tiny', () => flat('#777', 1, 1), 'The picture is too small to show anything.'],
		['broken', 'broken', () => holed(), 'The picture arrived damaged and cannot be shown.'],
	])('that is %s gets no verdict, and is free', async (_what, problem, draw, words) => {
		const { customer, camera, id } = await watched();
		// The first two automations of a device are free anyway; the third is not.
		const more = { _triggerType: 'capture', trigger_device_deviceID: camera.deviceId } as const;
		await addAutomation(server, customer.uid, more);
		const paid = await addAutomation(server, customer.uid, { ...more, action_prompt: 'met' });
		await grant(server, customer.uid, 5);
		const before = asked.length;
		await camera.send(await draw());
		for (const automation of [id, paid]) {
			const [run] = await endedRuns(server, automation, 1);
			expect(run).toMatchObject({
				_status: 'succeeded',
				action_verdict: 'cannot tell',
				model: null,
				credits: 0,
			});
			expect(run?.action_evidence).toContain(words);
			expect(run?._reason).toMatch(/could not be told, so nothing was done\.$/);
		}
		expect(asked).toHaveLength(before);
		const { items } = (await (await customer.get('/api/devices')).json()) as { items: unknown[] };
		expect(items).toMatchObject([{ last_image_problem: problem }]);
		expect(await (await customer.get('/api/billing')).json()).toMatchObject({ creditBalance: 5 });
	});

	test.each(['not met', 'cannot tell'] as const)(
		'judged "%s" causes no action, and the run says so',
		async (verdict) => {
			const { customer, camera, id } = await watched({ action_prompt: verdict });
			await camera.send(await jpeg());
			const [run] = await endedRuns(server, id, 1);
			expect(run?._status).toBe('succeeded');
			expect(run?.action_condition_met).toBe(verdict === 'not met' ? false : null);
			expect(run?._reason).toMatch(/so nothing was done\.$/);
			expect(await server.rawMails(`${customer.uid}@example.com`, 0)).toEqual([]);
		},
	);

	test('of an automation that watches continuously causes the action, whatever the verdict', async () => {
		const { customer, camera, id } = await watched({
			action_prompt: 'not met',
			trigger_device_type: 'continuous',
		});
		await camera.send(await jpeg());
		await endedRuns(server, id, 1);
		expect(await server.rawMails(`${customer.uid}@example.com`, 1)).toHaveLength(1);
	});

	test('with location data is cleaned before the model and the mail get it', async () => {
		const { customer, camera, id } = await watched();
		await camera.send(await phoneJpeg());
		const [run] = await endedRuns(server, id, 1);
		expect(run?.trigger_capture).toMatch(/\.clean\.jpg$/);
		const [raw = ''] = await server.rawMails(`${customer.uid}@example.com`, 1);
		const [picture] = (await PostalMime.parse(raw)).attachments;
		expect(Buffer.from(picture?.content as ArrayBuffer).includes('Exif')).toBe(false);
	});

	test('is saved to storage with the result, and the owner can read both', async () => {
		const { customer, camera, id } = await watched({ _actionType: 'save' });
		await camera.send(await jpeg());
		const [run] = await endedRuns(server, id, 1);
		const folder = `users/${customer.uid}/automations/${id}/${run?.id}`;
		expect(run?.action_files).toEqual([
			`${folder}/result.txt`,
			`${folder}/result.json`,
			`${folder}/capture.jpg`,
		]);
		const text = await customer.get(
			`/v0/b/watchword/o/${encodeURIComponent(`${folder}/result.txt`)}?alt=media`,
		);
		expect(await text.text()).toBe('Someone is there.\n');
	});
});

describe('a limited automation', () => {
	const minutesAgo = (n: number) => new Date(Date.now() - n * 60_000);
	const clock = (at: Date) => at.toISOString().slice(11, 16);

	test('runs once after each of its times', async () => {
		const times_since = new Date(0);
		const { camera, id } = await watched({ _limited: true, _limitSchedule: ['00:00'], times_since });
		for (let n = 0; n < 3; n++) await camera.send(await jpeg());
		const runs = await endedRuns(server, id, 1);
		expect(runs).toHaveLength(1);
		const yesterday = new Date();
		yesterday.setUTCHours(0, -5, 0, 0);
		await camera.send(await jpeg(), { 'x-captured-at': yesterday.toISOString() });
		expect(await endedRuns(server, id, 2)).toHaveLength(2);
	});

	type Change = (automation: {
		save: (change: Record<string, unknown>) => Promise<unknown>;
		pause: (_paused: boolean) => Promise<unknown>;
	}) => Promise<unknown>;
	const other = () => ({ _limitSchedule: [clock(minutesAgo(1))] });
	const CHANGES: [what: string, change: Change, stillRuns: boolean][] = [
		['no change', async () => {}, true],
		['another name', ({ save }) => save({ _name: 'Other' }), true],
		['another prompt', ({ save }) => save({ action_prompt: 'not met' }), true],
		[
			'the same times as stored in another season',
			({ save }) => save({ _limitSchedule: [clock(minutesAgo(62))], _utcOffset: 60 }),
			true,
		],
		['turning it on while it is on', ({ pause }) => pause(false), true],
		['other times', ({ save }) => save(other()), false],
		['another zone', ({ save }) => save({ _zone: 'Etc/UTC' }), false],
		[
			'no limit for a moment',
			({ save }) => save({ _limited: false }).then(() => save({ _limited: true })),
			false,
		],
		[
			'another input for a moment',
			({ save }) => save({ _triggerType: 'email' }).then(() => save({ _triggerType: 'capture' })),
			false,
		],
		['a pause for a moment', ({ pause }) => pause(true).then(() => pause(false)), false],
	];
	test.each(CHANGES)('whose time has passed, after %s', async (_, change, stillRuns) => {
		const { customer, camera, id } = await watched({
			...{ _limited: true, _limitSchedule: [clock(minutesAgo(2))], times_since: minutesAgo(60) },
		});
		const put = async (path: string, body: unknown) => {
			const init = {
				method: 'PUT',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(body),
			};
			expect((await customer.fetch(path, init)).status).toBe(200);
		};
		await change({
			save: async (edit) => {
				const saved = (await (await customer.get(`/api/automations/${id}`)).json()) as Automation;
				const { id: _id, _owner, _deleted, runs, ...settings } = saved;
				await put(`/api/automations/${id}`, {
					...settings,
					trigger_device_deviceID: camera.deviceId,
					...edit,
				});
			},
			pause: (_paused) => put(`/api/automations/${id}/paused`, { paused: _paused }),
		});
		await camera.send(await jpeg());
		const { rows } = await server.services.database.db.execute(
			sql`select id from automation_runs where "_automationId" = ${id}`,
		);
		expect(rows).toHaveLength(stillRuns ? 1 : 0);
	});

	test('and its copy do not run for a time that had passed when they were made', async () => {
		const { customer, camera, id } = await watched({
			_limited: true,
			_limitSchedule: [clock(minutesAgo(2))],
		});
		const copy = (await (await customer.post(`/api/automations/${id}/copy`)).json()) as Automation;
		await customer.fetch(`/api/automations/${copy.id}/paused`, {
			method: 'PUT',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ paused: false }),
		});
		await camera.send(await jpeg());
		const { rows } = await server.services.database.db.execute(
			sql`select id from automation_runs where "_automationId" in (${id}, ${copy.id})`,
		);
		expect(rows).toEqual([]);
	});
});

/** A server with this model, a camera, and an automation that watches it. */
async function withModel(...answer: Parameters<typeof scriptedModel>) {
	const slow = await startServer({ model: scriptedModel(...answer) });
	const customer = await slow.customer();
	const camera = await addCamera(slow, customer.uid);
	const id = await addAutomation(slow, customer.uid, {
		_triggerType: 'capture',
		trigger_device_deviceID: camera.deviceId,
	});
	return { slow, customer, camera, id };
}

test('the captures of one device are judged in the order they came', async () => {
	const order: string[] = [];
	const { slow, camera, id } = await withModel(async ({ images }) => {
		order.push(`begin ${images[0]?.bytes.length}`);
		await new Promise((later) => setTimeout(later, Math.random() * 30));
		order.push(`end ${images[0]?.bytes.length}`);
		return answerOf({});
	});
	const pictures = await Promise.all(Array.from({ length: 8 }, (_, n) => jpeg(40 + n * 40, 40)));
	for (const picture of pictures) await camera.send(picture);
	await endedRuns(slow, id, 8);
	expect(order).toEqual(pictures.flatMap(({ length }) => [`begin ${length}`, `end ${length}`]));
	await slow.stop();
});

/** The same with a model that answers when it may. */
async function withSlowModel() {
	const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
	const stage = await withModel(async () => {
		await mayAnswer;
		return answerOf({});
	});
	return { ...stage, answer };
}

test('a capture that waits when its automation is deleted is not judged any more', async () => {
	const { slow, customer, camera, id, answer } = await withSlowModel();
	await camera.send(await jpeg());
	await camera.send(await jpeg());
	expect((await customer.send('DELETE', `/api/automations/${id}`, {})).status).toBe(200);
	answer();
	expect(await endedRuns(slow, id, 2)).toMatchObject([
		{ _status: 'succeeded' },
		{ _status: 'skipped', _reason: 'The automation was deleted.', action_verdict: null, credits: 0 },
	]);
	await slow.stop();
});

test('a capture that will be judged at once is examined while it is stored, and no other', async () => {
	const { slow, camera, id, answer } = await withSlowModel();
	/** What is known of the newest capture. These bytes are looked at only where nothing is. */
	const known = async () => {
		const { rows } = await slow.services.database.db.execute(
			sql`select original_path as path from captures order by received_at desc limit 1`,
		);
		return (await examinePicture(String(rows[0]?.path), Buffer.from('no picture'))).problem;
	};
	await camera.send(await jpeg());
	expect(await known()).toBeNull();
	// Its run waits for the one before it.
	await camera.send(await jpeg());
	expect(await known()).toBe('broken');
	await slow.services.database.db.execute(sql`update automations set _paused = true where id = ${id}`);
	await camera.send(await jpeg());
	expect(await known()).toBe('broken');
	answer();
	await endedRuns(slow, id, 2);
	await slow.stop();
});

describe('credits', () => {
	test('are charged for the third automation of a device, not for the first two', async () => {
		// The clock of the machine may be set back meanwhile.
		const attached = (day: number) => ({ attached_at: new Date(Date.UTC(2026, 0, day)) });
		const { customer, camera, id } = await watched(attached(1));
		const fields = {
			_triggerType: 'capture' as const,
			trigger_device_deviceID: camera.deviceId,
			action_prompt: 'not met',
		};
		const second = await addAutomation(server, customer.uid, { ...fields, ...attached(2) });
		const third = await addAutomation(server, customer.uid, { ...fields, ...attached(3) });
		await grant(server, customer.uid, 1);
		await camera.send(await jpeg());
		await camera.send(await jpeg());
		expect((await endedRuns(server, id, 2)).map((run) => [run._status, run.credits])).toEqual([
			['succeeded', 0],
			['succeeded', 0],
		]);
		expect((await endedRuns(server, second, 2)).map((run) => run.credits)).toEqual([0, 0]);
		const runs = await endedRuns(server, third, 2);
		expect(runs.map((run) => [run._status, run.credits])).toEqual([
			['succeeded', 1],
			['skipped', 0],
		]);
		expect(runs[1]?._reason).toBe('There were not enough credits. Buy credits, then use Run again.');
		expect(await (await customer.get('/api/billing')).json()).toEqual({ creditBalance: 0 });
		// The mail that the credits are used up is the only one of the day, although a run was skipped because of it.
		const { rows } = await server.services.database.db.execute(
			sql`select name, data from queue.job where name like '%-mail' and data ->> 'uid' = ${customer.uid}`,
		);
		expect(rows).toEqual([{ name: 'credits-mail', data: { uid: customer.uid, balance: 0 } }]);
		expect(await server.mails(customer.email, 1)).toEqual([expect.stringContaining('are skipped until')]);
	});

	test('an older automation that comes to a device takes no free place from those that are there', async () => {
		const customer = await server.customer();
		const older = await addAutomation(server, customer.uid, { action_prompt: 'not met' });
		const camera = await addCamera(server, customer.uid);
		const fields = {
			_triggerType: 'capture' as const,
			trigger_device_deviceID: camera.deviceId,
			action_prompt: 'not met',
		};
		// The clock of the machine may be set back meanwhile.
		const attached = (day: number) => ({ attached_at: new Date(Date.UTC(2026, 0, day)) });
		const first = await addAutomation(server, customer.uid, { ...fields, ...attached(1) });
		const second = await addAutomation(server, customer.uid, { ...fields, ...attached(2) });
		const read = await customer.get(`/api/automations/${older}`);
		const { id: _, _owner, _deleted, runs, ...edit } = (await read.json()) as Automation;
		const saved = await customer.send('PUT', `/api/automations/${older}`, { ...edit, ...fields });
		expect(saved.status).toBe(200);
		const shown = (await (await customer.get('/api/devices')).json()) as {
			items: { automations: string[] }[];
		};
		expect(shown.items[0]?.automations).toEqual([first, second, older]);
		await camera.send(await jpeg());
		expect(await endedRuns(server, first, 1)).toMatchObject([{ _status: 'succeeded', credits: 0 }]);
		expect(await endedRuns(server, second, 1)).toMatchObject([{ _status: 'succeeded', credits: 0 }]);
		expect(await endedRuns(server, older, 1)).toMatchObject([{ _status: 'skipped', credits: 0 }]);
	});
});
